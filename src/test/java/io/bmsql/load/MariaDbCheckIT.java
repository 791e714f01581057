package io.bmsql.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.check.ConsistencyCheck;
import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions that are asked by warehouse find what is broken in any of two, in one piece or in several. */
@Tag("long")
class MariaDbCheckIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    /**
     * A change and who finds it.
     *
     * @param told how many warehouses the check is told of
     * @param change with 1 for {@code ?}; -1 takes it back
     */
    private record Break(int told, List<String> clauses, String sample, String change) {}

    private static final String LINE = "ol_w_id = 1 and ol_d_id = 4 and ol_o_id = 7 and ol_number = 1";

    private static final List<Break> BREAKS = List.of(
            new Break(1, List.of("3.3.2.6"), "o_w_id=1, o_d_id=4, o_id=7", order("o_ol_cnt = o_ol_cnt + ?", 1, 7)),
            new Break(1, List.of("3.3.2.10", "3.3.2.12"), "c_w_id=2, c_d_id=3, c_id=9", customer("c_balance", 2)),
            new Break(
                    2,
                    List.of("3.3.2.5"),
                    "w_id=2, d_id=4, o_id=2999",
                    order("o_carrier_id = nullif(coalesce(o_carrier_id, 0) + ?, 0)", 2, 2999)),
            new Break(2, List.of("3.3.2.6"), "o_w_id=2, o_d_id=4, o_id=7", order("o_ol_cnt = o_ol_cnt + ?", 2, 7)),
            new Break(2, List.of("3.3.2.10", "3.3.2.12"), "c_w_id=1, c_d_id=3, c_id=9", customer("c_balance", 1)),
            new Break(
                    3,
                    List.of("3.3.2.7"),
                    "o_w_id=1, o_d_id=4, o_id=7",
                    "bmsql_order_line set ol_delivery_d = case when ? = -1 then now() end where " + LINE),
            new Break(3, List.of("3.3.2.12"), "c_w_id=2, c_d_id=3, c_id=9", customer("c_ytd_payment", 2)));

    private static String order(String change, int warehouse, int order) {
        return "bmsql_oorder set " + change + " where o_w_id = " + warehouse + " and o_d_id = 4 and o_id = " + order;
    }

    private static String customer(String column, int warehouse) {
        return "bmsql_customer set " + column + " = " + column + " + ? where c_w_id = " + warehouse
                + " and c_d_id = 3 and c_id = 9";
    }

    /** The two districts of each warehouse that have breaks; no condition looks at items and stock. */
    private static final Map<String, String> ROWS = Map.of(
            "config", "true",
            "warehouse", "true",
            "district", "d_id in (3, 4)",
            "customer", "c_d_id in (3, 4)",
            "history", "h_c_d_id in (3, 4)",
            "new_order", "no_d_id in (3, 4)",
            "oorder", "o_d_id in (3, 4)",
            "order_line", "ol_d_id in (3, 4)",
            "item", "false",
            "stock", "false");

    @BeforeAll
    static void load() throws Exception {
        for (Map.Entry<String, String> rows : ROWS.entrySet()) {
            String table = "bmsql_" + rows.getKey();
            String loaded = MariaDbExtension.loaded(2) + "." + table;
            MARIADB.execute(
                    "create table " + table + " like " + loaded,
                    "insert into " + table + " select * from " + loaded + " where " + rows.getValue());
        }
        MARIADB.execute(
                "update bmsql_warehouse set w_ytd = (select sum(d_ytd) from bmsql_district where d_w_id = w_id)");
    }

    /** Several breaks a check: each is in rows of its own and found by conditions of its own. */
    @ParameterizedTest(name = "told {0} warehouses")
    @ValueSource(ints = {1, 2, 3})
    void findsWhatIsBroken(int told) throws Exception {
        List<Break> breaks = BREAKS.stream().filter(one -> one.told == told).toList();
        for (Break one : breaks) {
            update(one.change.replace("?", "1"));
        }
        try {
            Map<String, String> expected = new TreeMap<>();
            breaks.forEach(one -> one.clauses.forEach(clause -> expected.put(clause, one.sample + ", ")));
            List<CheckResult> failed = check(told, MARIADB).stream()
                    .filter(result -> !result.passed())
                    .toList();

            // What condition 6 says of an order, condition 4 says of its district, and 7 says of its lines what 5 says
            // of it.
            assertThat(failed)
                    .filteredOn(result -> expected.containsKey(result.clause())
                            || !List.of("3.3.2.4", "3.3.2.7").contains(result.clause()))
                    .allSatisfy(result -> {
                        assertThat(result.violations()).isEqualTo(1);
                        assertThat(result.samples().get(0)).startsWith(expected.get(result.clause()));
                    })
                    .extracting(CheckResult::clause)
                    .containsExactlyInAnyOrderElementsOf(expected.keySet());
        } finally {
            for (Break one : breaks) {
                update(one.change.replace("?", "-1"));
            }
        }
    }

    /** Then the sessions cannot begin at one moment, and one does it all. */
    @Test
    void checksWithoutTheRightToLockTables() throws Exception {
        MARIADB.execute(
                "create or replace user reader@'%' identified by '" + MARIADB.password() + "'",
                "grant select on " + MARIADB.name() + ".* to reader@'%'");

        assertThat(check(2, new TestDatabase.Named("mariadb", MARIADB.url(), "reader")))
                .hasSize(11)
                .allMatch(CheckResult::passed);
    }

    private static List<CheckResult> check(int told, TestDatabase as) throws Exception {
        try (Database database = as.open(IsolationLevel.SERVER_DEFAULT, 2)) {
            return new ConsistencyCheck(database, told, 2, RunClock.SYSTEM).run(false, result -> {});
        }
    }

    private static void update(String change) throws SQLException {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update " + change)).isEqualTo(1);
        }
    }
}
