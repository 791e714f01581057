package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** PostgreSQL. */
class PopulationCheckIT extends PopulationCheckContract {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @Override
    TestDatabase server() {
        return POSTGRES;
    }

    @Test
    void withoutWarehousesOnlyTheItemsAreExpected() {
        assertThat(new PopulationCheck(0, Map.of("items", BigDecimal.valueOf(100_000))).facts)
                .anyMatch(fact -> fact.name().equals("items") && fact.passed())
                .noneMatch(fact -> fact.name().equals("stock_lowest_quantity"));
    }
}
