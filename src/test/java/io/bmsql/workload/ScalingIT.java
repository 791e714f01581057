package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.PostgresExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Deliveries at the same time and plans on PostgreSQL. */
class ScalingIT extends ScalingContract {
    private static final String TABLES = "('bmsql_oorder'::regclass, 'bmsql_new_order'::regclass)";
    private static final String EXPLAIN = "EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off, BUFFERS off) ";

    /** With as many samples as a server takes unless it is told otherwise; the tests' server takes few. */
    private static final String ANALYZE = "SET default_statistics_target = 100; ANALYZE bmsql_oorder, bmsql_new_order";

    private static final String ONE_ROW = " \\(actual rows=1(\\.00)? loops=1\\)";

    /** What the planner knows of the tables. */
    enum Statistics {
        RENEWED(ANALYZE),
        NONE("DELETE FROM pg_statistic WHERE starelid IN " + TABLES
                + "; UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE oid IN " + TABLES),
        OF_A_NEARLY_EMPTY_TABLE("UPDATE pg_class SET reltuples = 1, relpages = 1 WHERE oid IN " + TABLES);

        private final String sql;

        Statistics(String sql) {
            this.sql = sql;
        }
    }

    ScalingIT() {
        super(new PostgresExtension());
    }

    @BeforeAll
    void analyze() throws Exception {
        server.execute(ANALYZE);
    }

    /** The plan of a statement with parameters, made for these values or for any. */
    private static String plan(Database database, boolean generic, String before, StatementId id, Object... values)
            throws Exception {
        String sql = text(database, id, "\\$1", "\\$2", "\\$3");
        List<String> statements = new ArrayList<>(List.of(
                before,
                "SET LOCAL plan_cache_mode = force_" + (generic ? "generic" : "custom") + "_plan",
                "DEALLOCATE ALL",
                "PREPARE asked (" + "integer, ".repeat(values.length - 1) + "integer) AS " + sql));
        StringBuilder list = new StringBuilder();
        for (Object value : values) {
            list.append(list.length() == 0 ? "" : ", ").append(value);
        }
        statements.add(EXPLAIN + "EXECUTE asked (" + list + ")");
        return String.join("\n", lines(database, statements.toArray(String[]::new)));
    }

    @ParameterizedTest
    @EnumSource(Statistics.class)
    void orderStatusReadsOneRowByTheIndexOnTheCustomer(Statistics statistics) throws Exception {
        try (Database database = server.open(IsolationLevel.READ_COMMITTED, 1)) {
            long customer = customerWithTheOldestOrder();
            for (boolean generic : List.of(true, false)) {
                assertThat(plan(database, generic, statistics.sql, StatementId.ORDER_STATUS_LAST_ORDER, 1, 5, customer))
                        .containsPattern("Index Scan Backward using bmsql_oorder_idx2 on bmsql_oorder" + ONE_ROW)
                        .doesNotContain("Rows Removed");
                assertThat(plan(
                                database,
                                generic,
                                "DROP INDEX bmsql_oorder_idx2; " + statistics.sql,
                                StatementId.ORDER_STATUS_LAST_ORDER,
                                1,
                                5,
                                customer))
                        .as("without it")
                        .containsPattern("Rows Removed by Filter: (2999|[3-9]\\d{3,})");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Statistics.class)
    void theOldestNewOrderIsFoundWithoutReadingTheOthers(Statistics statistics) throws Exception {
        try (Database database = server.open(IsolationLevel.READ_COMMITTED, 1)) {
            assertThat(server.number("SELECT count(*) FROM bmsql_new_order WHERE no_d_id = 5"))
                    .isGreaterThan(500);
            for (boolean generic : List.of(true, false)) {
                assertThat(plan(database, generic, statistics.sql, StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, 5))
                        .containsPattern("Index Scan using bmsql_new_order_pkey on bmsql_new_order" + ONE_ROW)
                        .doesNotContain("Sort");
            }
        }
    }
}
