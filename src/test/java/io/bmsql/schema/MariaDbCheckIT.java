package io.bmsql.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.secret.Secret;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.time.RunClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions that are asked by warehouse find what is broken in any of two, in one piece or in several. */
class MariaDbCheckIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @BeforeAll
    static void load() throws Exception {
        MARIADB.becomeLoaded(2);
    }

    @ParameterizedTest(name = "{0} told warehouses: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | 5     | w_id=2, d_id=4, o_id=2999 | bmsql_oorder set o_carrier_id = nullif(coalesce(o_carrier_id, 0) + ?, 0) where o_w_id = 2 and o_d_id = 4 and o_id = 2999",
                "2 | 7     | ol_w_id=1, ol_d_id=4, ol_o_id=7, ol_number=1 | bmsql_order_line set ol_delivery_d = case when ? = -1 then now() end where ol_w_id = 1 and ol_d_id = 4 and ol_o_id = 7 and ol_number = 1",
                "1 | 6     | o_w_id=1, o_d_id=4, o_id=7 | bmsql_oorder set o_ol_cnt = o_ol_cnt + ? where o_w_id = 1 and o_d_id = 4 and o_id = 7",
                "2 | 6     | o_w_id=2, o_d_id=4, o_id=7 | bmsql_oorder set o_ol_cnt = o_ol_cnt + ? where o_w_id = 2 and o_d_id = 4 and o_id = 7",
                "2 | 10 12 | c_w_id=1, c_d_id=3, c_id=9 | bmsql_customer set c_balance = c_balance + ? where c_w_id = 1 and c_d_id = 3 and c_id = 9",
                "1 | 10 12 | c_w_id=2, c_d_id=3, c_id=9 | bmsql_customer set c_balance = c_balance + ? where c_w_id = 2 and c_d_id = 3 and c_id = 9",
                "3 | 12    | c_w_id=2, c_d_id=3, c_id=9 | bmsql_customer set c_ytd_payment = c_ytd_payment + ? where c_w_id = 2 and c_d_id = 3 and c_id = 9",
            })
    void findsWhatIsBroken(int told, String conditions, String sample, String change) throws Exception {
        List<String> expected =
                List.of(conditions.split(" ")).stream().map(n -> "3.3.2." + n).toList();
        update(change.replace("?", "1"));
        try {
            List<CheckResult> failed =
                    check(told).stream().filter(result -> !result.passed()).toList();

            // What condition 6 says of an order, condition 4 says of its district, and 7 says of its lines what 5 says
            // of it.
            assertThat(failed)
                    .filteredOn(result -> expected.contains(result.clause())
                            || !List.of("3.3.2.4", "3.3.2.7").contains(result.clause()))
                    .allSatisfy(result -> {
                        assertThat(result.violations()).isEqualTo(1);
                        assertThat(result.detail()).startsWith(sample + ", ");
                    })
                    .extracting(CheckResult::clause)
                    .containsExactlyElementsOf(expected);
        } finally {
            update(change.replace("?", "-1"));
        }
    }

    /** Then the sessions cannot begin at one moment, and one does it all. */
    @Test
    void checksWithoutTheRightToLockTables() throws Exception {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create or replace user reader@'%'");
            statement.execute("grant select on " + connection.getCatalog() + ".* to reader@'%'");
        }
        ConnectionConfig config = new ConnectionConfig(
                "mariadb", null, MARIADB.url(), "reader", new Secret(""), IsolationLevel.SERVER_DEFAULT, "");

        assertThat(check(2, config)).hasSize(11).allMatch(CheckResult::passed);
    }

    private static List<CheckResult> check(int told) throws Exception {
        return check(told, MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT));
    }

    private static List<CheckResult> check(int told, ConnectionConfig config) throws Exception {
        try (Database database = MARIADB.open(config, 2)) {
            return new ConsistencyCheck(database, told, 2, RunClock.system()).run(false, result -> {});
        }
    }

    private static void update(String change) throws SQLException {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("update " + change)).isEqualTo(1);
        }
    }
}
