package io.bmsql.schema;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.stub.StubAnswer;
import io.bmsql.testing.stub.StubServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadedDataTest {
    /** No constant of a run is far enough from such a one: it would be looked for without end. */
    @ParameterizedTest
    @CsvSource({
        "nURandCLast, 256, not between 0 and 255",
        "nURandCLast, -1, not between 0 and 255",
        "warehouses, 5000000000, not between 0 and 2147483647",
        "seed, many, not a number"
    })
    void whatNoLoadWritesIsRefused(String name, String value, String why) {
        try (StubServer server = server(name, value);
                Database database = server.open(1)) {
            assertThrown(
                    UsageException.class,
                    () -> LoadedData.read(database),
                    name + " = \"" + value + "\"",
                    why,
                    "load again");
        }
    }

    @Test
    void theEndsOfTheRangeAreTaken() throws Exception {
        for (String end : new String[] {"0", "255"}) {
            try (StubServer server = server("nURandCLast", end);
                    Database database = server.open(1)) {
                assertThat(LoadedData.read(database).cLast()).contains(Integer.valueOf(end));
            }
        }
    }

    private static StubServer server(String name, String value) {
        Object[][] rows = {{"warehouses", "1"}, {name, value}};
        return new StubServer().answer(StatementId.CONFIG_ALL, StubAnswer.rows(rows));
    }
}
