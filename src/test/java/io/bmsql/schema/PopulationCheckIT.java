package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.RunClock;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.load.Loader;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On a real load of one warehouse. */
class PopulationCheckIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static Database database;

    @BeforeAll
    static void load() throws Exception {
        database = POSTGRES.open(2);
        builder(new RecordingListener())
                .build(PlannedStep.of(database.dialect(), BuildStep.BUILD).subList(0, 2), () -> {});
        LoadConfig config = new LoadConfig(1, 2, null, "NULL", 7, false, false);
        new Loader(config, RunClock.SYSTEM, ZoneOffset.UTC, new RecordingListener()).intoTables(database);
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static SchemaBuilder builder(RecordingListener listener) {
        return new SchemaBuilder(database, 2, RunClock.SYSTEM, listener);
    }

    @Test
    void anotherNumberOfWarehousesFailsByName() {
        assertThatThrownBy(() -> builder(new RecordingListener()).checkPopulation(2))
                .isInstanceOf(BuildFailedException.class)
                .hasMessageContainingAll("warehouses is 1, expected 2", "stock_rows is 100000, expected 200000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new_orders                   | delete from bmsql_new_order where no_d_id = 3 and no_o_id = 2500",
                "orders_customers             | update bmsql_oorder set o_c_id = 5 where o_d_id = 2 and o_id in (1, 2)",
                "customers_balance            | update bmsql_customer set c_balance = -9.99 where c_d_id = 1 and c_id = 1",
                "stock_original               | update bmsql_stock set s_data = 'x' where s_data like '%ORIGINAL%'",
                "order_lines_delivered_amount | update bmsql_order_line set ol_amount = 1 where ol_d_id = 1 and ol_o_id = 1",
            })
    void findsWhatIsNotAsLoaded(String fact, String damage) throws Exception {
        RecordingListener listener = new RecordingListener();
        String table = damage.replaceFirst(".*?(bmsql_\\w+).*", "$1");
        try (Connection connection = POSTGRES.connect()) {
            Sql.executeOn(connection, "create temp table kept as select * from " + table, damage);
            try {
                assertThatThrownBy(() -> builder(listener).checkPopulation(1)).isInstanceOf(BuildFailedException.class);
                assertThat(listener.facts)
                        .filteredOn(found -> !found.passed())
                        .extracting(PopulationFact::name)
                        .containsExactly(fact);
            } finally {
                Sql.executeOn(
                        connection,
                        "truncate " + table,
                        "insert into " + table + " select * from kept",
                        "drop table kept");
            }
        }
    }

    @Test
    void withoutWarehousesOnlyTheItemsAreExpected() {
        assertThat(new PopulationCheck(0, Map.of("items", BigDecimal.valueOf(100_000))).facts)
                .anyMatch(fact -> fact.name().equals("items") && fact.passed())
                .noneMatch(fact -> fact.name().equals("stock_lowest_quantity"));
    }
}
