package io.bmsql.schema;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.testing.PostgresExtension;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real load of one warehouse. */
class PopulationCheckIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    /** Each is in rows of its own, and one fact shows it. */
    private static final Map<String, String> DAMAGES = Map.of(
            "new_orders", "delete from bmsql_new_order where no_d_id = 3 and no_o_id = 2500",
            "orders_customers", "update bmsql_oorder set o_c_id = 5 where o_d_id = 2 and o_id in (1, 2)",
            "customers_balance", "update bmsql_customer set c_balance = -9.99 where c_d_id = 1 and c_id = 1",
            "stock_original", "update bmsql_stock set s_data = 'x' where s_data like '%ORIGINAL%'",
            "order_lines_delivered_amount",
                    "update bmsql_order_line set ol_amount = 1 where ol_d_id = 1 and ol_o_id = 1");

    private final RecordingListener listener = new RecordingListener();

    private void check(int warehouses) throws Exception {
        try (Database database = POSTGRES.open(2)) {
            new SchemaBuilder(database, 2, RunClock.SYSTEM, listener).checkPopulation(warehouses);
        }
    }

    @Test
    void findsWhatIsNotAsLoaded() throws Exception {
        check(1);
        assertThat(listener.facts).hasSize(36);
        listener.facts.clear();
        POSTGRES.execute(DAMAGES.values().toArray(String[]::new));

        assertThatThrownBy(() -> check(1)).isInstanceOf(BuildFailedException.class);

        assertThat(listener.facts)
                .filteredOn(fact -> !fact.passed())
                .extracting(PopulationFact::name)
                .containsExactlyInAnyOrderElementsOf(DAMAGES.keySet());
    }

    @Test
    void anotherNumberOfWarehousesFailsByName() {
        assertThrown(
                BuildFailedException.class,
                () -> check(2),
                "warehouses is 1, expected 2",
                "stock_rows is 100000, expected 200000");
    }

    @Test
    void withoutWarehousesOnlyTheItemsAreExpected() {
        assertThat(new PopulationCheck(0, Map.of("items", BigDecimal.valueOf(100_000))).facts)
                .anyMatch(fact -> fact.name().equals("items") && fact.passed())
                .noneMatch(fact -> fact.name().equals("stock_lowest_quantity"));
    }
}
