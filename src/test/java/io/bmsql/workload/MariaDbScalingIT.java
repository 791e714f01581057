package io.bmsql.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.MariaDbExtension;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Deliveries at the same time and plans on MariaDB. */
@Tag("long")
class MariaDbScalingIT extends ScalingContract {
    private static final String ROWS_READ = "SELECT CAST(sum(variable_value) AS SIGNED)"
            + " FROM information_schema.session_status WHERE variable_name LIKE 'Handler_read_%'"
            + " AND variable_name NOT LIKE '%_deleted'";

    MariaDbScalingIT() {
        super(new MariaDbExtension());
    }

    /** Tells the optimizer what a table looked like when it was nearly empty, or what it is now. */
    private static void statistics(Database database, boolean renewed, String table) throws Exception {
        if (renewed) {
            lines(database, "ANALYZE TABLE " + table);
        } else {
            String which = " WHERE database_name = database() AND table_name = '" + table + "'";
            lines(
                    database,
                    "UPDATE mysql.innodb_table_stats SET n_rows = 1, clustered_index_size = 1" + which,
                    "UPDATE mysql.innodb_index_stats SET stat_value = 1" + which,
                    "COMMIT",
                    "FLUSH TABLES " + table);
        }
    }

    private static long rowsRead(Database database, String sql) throws Exception {
        return Long.parseLong(lines(database, "FLUSH STATUS", sql, ROWS_READ).get(0));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void orderStatusReadsOneRowByTheIndexOnTheCustomer(boolean renewed) throws Exception {
        try (Database database = server.open(IsolationLevel.READ_COMMITTED, 1)) {
            statistics(database, renewed, "bmsql_oorder");
            String sql = text(database, StatementId.ORDER_STATUS_LAST_ORDER, 1, 5, customerWithTheOldestOrder());
            List<String> plan = lines(database, "EXPLAIN FORMAT=JSON " + sql);
            assertThat(plan.get(0)).contains("\"key\": \"bmsql_oorder_idx2\"").doesNotContain("filesort");
            assertThat(rowsRead(database, sql)).isLessThanOrEqualTo(2);
            assertThat(rowsRead(
                            database,
                            sql.replaceFirst(
                                    "FROM bmsql_oorder", "FROM bmsql_oorder IGNORE INDEX (bmsql_oorder_idx2)")))
                    .as("without it")
                    .isGreaterThanOrEqualTo(3_000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOldestNewOrderIsFoundWithoutReadingTheOthers(boolean renewed) throws Exception {
        try (Database database = server.open(IsolationLevel.READ_COMMITTED, 1)) {
            statistics(database, renewed, "bmsql_new_order");
            assertThat(server.number("SELECT count(*) FROM bmsql_new_order WHERE no_d_id = 5"))
                    .isGreaterThan(500);
            String sql = text(database, StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, 5);
            assertThat(lines(database, "EXPLAIN FORMAT=JSON " + sql).get(0))
                    .contains("\"key\": \"PRIMARY\"")
                    .doesNotContain("filesort");
            assertThat(rowsRead(database, sql)).isLessThanOrEqualTo(2);
        }
    }
}
