package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A row that is renewed, on servers without such locks. */
class RowLockIT extends DatabaseLockContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    @Override
    TestDatabase server() {
        return POSTGRES;
    }

    @Override
    Database open(ConnectionConfig config) throws Exception {
        String none = "-- name: Lock.take\n-- name: Lock.release\n-- name: Lock.holder\n";
        Dialect rows =
                TestDatabase.own(folder, "rows", "dialect.properties", "extends = postgres\n", "statements.sql", none);
        return TestDatabase.open(config, rows, 1);
    }

    private static void killedSince(int seconds) throws Exception {
        POSTGRES.execute(
                "DELETE FROM bmsql_config WHERE cfg_name LIKE 'lock%'",
                "INSERT INTO bmsql_config VALUES ('lock holder', 'run root@killed 99'), ('lock',"
                        + " round(extract(epoch FROM now()) - 900, 3) || ' ' || round(extract(epoch FROM now()) - "
                        + seconds
                        + ", 3))");
    }

    @Test
    void theRowOfADeadHolderEndsByTime() throws Exception {
        killedSince(3);
        assertRefused("run", "another 'bmsql run' \\(root@killed, process 99, since .*\\)");
        killedSince(61);
        assertThat(holder()).isEmpty();
        try (DatabaseLock next = take(database, "run", 1234)) {
            assertRefused("reset", "another 'bmsql run' \\(root@loadgen1, process 1234, since .*\\)");
        }
    }

    /** Whether it is renewed is not known then. */
    @Test
    void aRowWhoseTimesAreDamagedCounts() throws Exception {
        killedSince(3);
        POSTGRES.execute("UPDATE bmsql_config SET cfg_value = 'x y' WHERE cfg_name = 'lock'");
        assertRefused("run", "another 'bmsql run' \\(root@killed, process 99, since when is not known\\)");
    }

    @Test
    void theRowIsRenewed() throws Exception {
        String row = "SELECT cfg_value FROM bmsql_config WHERE cfg_name = 'lock'";
        try (DatabaseLock first = take(database, "run", 1234)) {
            String before = POSTGRES.text(row);
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> !POSTGRES.text(row).equals(before));
            assertThat(POSTGRES.text(row).split(" ")[0]).isEqualTo(before.split(" ")[0]);
        }
        assertThat(warnings).isEmpty();
    }

    /** Until something is loaded there is no place for the row; it comes with the load. */
    @Test
    void theRowBeginsWithTheLoadedTables() throws Exception {
        POSTGRES.execute("DELETE FROM bmsql_config");
        try (DatabaseLock build = take(database, "build", 1234)) {
            assertThat(POSTGRES.number("SELECT count(*) FROM bmsql_config")).isZero();
            POSTGRES.execute("INSERT INTO bmsql_config VALUES ('warehouses', '1')");
            await().atMost(Duration.ofMinutes(2)).until(() -> holder().isPresent());
            assertRefused("destroy", "another 'bmsql build' .*");
        }
    }

    @Test
    void theMarksOfDeadRunsEndWithTheNextCommand() throws Exception {
        POSTGRES.execute("INSERT INTO bmsql_config VALUES ('run killed', '1764131111.123 - ')");
        take(database, "run", 1234).close();
        assertThat(POSTGRES.texts("SELECT cfg_name FROM bmsql_config")).containsExactly("warehouses");
    }
}
