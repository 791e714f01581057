package io.bmsql.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.schema.BuildStep;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.RecordingListener;
import io.bmsql.schema.SchemaBuilder;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One district by hand: 2,103 orders of one line, the last three undelivered, one customer, one payment. */
class ConsistencyCheckIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    private static Database database;

    @BeforeAll
    static void populate() throws Exception {
        database = POSTGRES.open(3);
        new SchemaBuilder(database, 1, RunClock.SYSTEM, new RecordingListener())
                .build(PlannedStep.of(database.dialect(), BuildStep.BUILD).subList(0, 1), () -> {});
        POSTGRES.execute(
                """
                insert into bmsql_warehouse (w_id, w_ytd) values (1, 10);
                insert into bmsql_district (d_w_id, d_id, d_ytd, d_next_o_id) values (1, 1, 10, 2104);
                insert into bmsql_customer (c_w_id, c_d_id, c_id, c_balance, c_ytd_payment) values (1, 1, 1, -10, 10);
                insert into bmsql_history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_amount)
                    values (1, 1, 1, 1, 1, 10);
                insert into bmsql_oorder (o_w_id, o_d_id, o_id, o_c_id, o_carrier_id, o_ol_cnt)
                    select 1, 1, o, 1, case when o < 2101 then 5 end, 1 from generate_series(1, 2103) o;
                insert into bmsql_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount)
                    select 1, 1, o, 1, 1, case when o < 2101 then now() end, case when o < 2101 then 0 else 9.99 end
                    from generate_series(1, 2103) o;
                insert into bmsql_new_order (no_w_id, no_d_id, no_o_id) select 1, 1, o from generate_series(2101, 2103) o;
                create schema kept;
                """
                        + forEachTable("create table kept.%1$s as select * from %1$s;"));
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static List<CheckResult> check(boolean afterLoad, int connections) throws Exception {
        return new ConsistencyCheck(database, 1, connections, RunClock.SYSTEM).run(afterLoad, result -> {});
    }

    @Test
    void allTwelveHoldInOrder() throws Exception {
        List<CheckResult> told = new ArrayList<>();
        List<CheckResult> results = new ConsistencyCheck(database, 1, 3, RunClock.SYSTEM).run(true, told::add);
        assertThat(results).hasSize(12).allSatisfy(result -> {
            assertThat(result.passed()).as(result.clause()).isTrue();
            assertThat(result.violations()).isZero();
            assertThat(result.description()).isNotEmpty();
        });
        assertThat(results.get(0).clause()).isEqualTo("3.3.2.1");
        assertThat(results.get(11).clause()).isEqualTo("3.3.2.12");
        assertThat(told).containsExactlyInAnyOrderElementsOf(results);
    }

    @Test
    void theEleventhIsLeftOutAfterARun() throws Exception {
        assertThat(check(false, 2).stream().map(CheckResult::clause))
                .hasSize(11)
                .doesNotContain("3.3.2.11");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 8     | update bmsql_warehouse set w_ytd = w_ytd + 1",
                "2       | update bmsql_district set d_next_o_id = d_next_o_id + 1",
                "2 5 11  | delete from bmsql_new_order where no_o_id = 2103",
                "3 5 11  | delete from bmsql_new_order where no_o_id = 2102",
                "4 6     | delete from bmsql_order_line where ol_o_id = 5",
                "5 7     | update bmsql_oorder set o_carrier_id = null where o_id = 7",
                "5 7     | update bmsql_oorder set o_carrier_id = 3 where o_id = 2102",
                "2 5 11  | insert into bmsql_new_order values (1, 1, 2104)",
                "6       | update bmsql_oorder set o_ol_cnt = 2 * (o_id - 5) where o_id in (5, 6)",
                "7       | update bmsql_order_line set ol_delivery_d = null where ol_o_id = 3",
                "7       | update bmsql_order_line set ol_delivery_d = now(), ol_amount = 0 where ol_o_id = 2101",
                "8 9     | update bmsql_history set h_w_id = 2",
                "9       | update bmsql_history set h_d_id = 2",
                "1 9     | update bmsql_district set d_ytd = d_ytd + 1",
                "10      | update bmsql_customer set c_balance = -11, c_ytd_payment = 11",
                "10      | update bmsql_history set h_c_id = 2",
                "10 12   | update bmsql_order_line set ol_amount = 1 where ol_o_id = 1",
                "11      | with o as (delete from bmsql_oorder where o_id = 1) delete from bmsql_order_line where ol_o_id = 1",
                "12      | update bmsql_customer set c_ytd_payment = 11",
                "1 8     | update bmsql_warehouse set w_ytd = null",
                "2       | update bmsql_district set d_next_o_id = null",
                "1 9     | update bmsql_district set d_ytd = null",
                "4 6     | update bmsql_oorder set o_ol_cnt = null where o_id = 5",
                "10 12   | update bmsql_customer set c_balance = null",
                "12      | update bmsql_customer set c_ytd_payment = null",
            })
    void findsPlantedViolations(String conditions, String damage) throws Exception {
        List<String> expected =
                List.of(conditions.split(" ")).stream().map(n -> "3.3.2." + n).toList();
        POSTGRES.execute(damage);
        try {
            List<CheckResult> failed =
                    check(true, 3).stream().filter(result -> !result.passed()).toList();
            assertThat(failed.stream().map(CheckResult::clause)).containsExactlyElementsOf(expected);
            assertThat(failed).allSatisfy(result -> {
                assertThat(result.violations()).isPositive();
                assertThat(result.samples().get(0)).contains("w_id=1");
            });
        } finally {
            POSTGRES.execute(forEachTable("delete from %1$s; insert into %1$s select * from kept.%1$s;"));
        }
    }

    private static String forEachTable(String sql) {
        StringBuilder all = new StringBuilder();
        for (String table :
                List.of("warehouse", "district", "customer", "history", "new_order", "oorder", "order_line")) {
            all.append(String.format(sql, "bmsql_" + table));
        }
        return all.toString();
    }

    @Test
    void countsViolationsAndShowsTheFirst() throws Exception {
        POSTGRES.execute("update bmsql_oorder set o_ol_cnt = 2 where o_id <= 4");
        try {
            CheckResult sixth = check(false, 1).get(5);
            assertThat(sixth.violations()).isEqualTo(4);
            assertThat(sixth.samples().get(0)).matches("o_w_id=1, o_d_id=1, o_id=[1-4], o_ol_cnt=2, order_lines=1");
        } finally {
            POSTGRES.execute("update bmsql_oorder set o_ol_cnt = 1");
        }
    }

    /** A query that does not say which conditions its rows break must not make one of them look fine. */
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'3.3.2.6 3.3.2.7' AS clauses, 5 AS o_id | o_id=5 | ''",
                "5 AS o_id                               | ''     | its rows need a column 'clauses', since Check.3.3.2.7 (",
                "CAST(NULL AS text) AS clauses           | ''     | a row breaks 'null', which is not asked here",
                "'3.3.2.6 3.3.2.8' AS clauses            | ''     | a row breaks '3.3.2.6 3.3.2.8', which is not asked here",
            })
    void aQueryForTwoConditionsNamesTheOnesThatARowBreaks(
            String columns, String sample, String message, @TempDir Path folder) throws Exception {
        String checks = "-- name: Check.3.3.2.6\nSELECT " + columns
                + ";\n-- name: Check.3.3.2.7\n-- about: x\n-- with: Check.3.3.2.6\n";
        Dialect dialect =
                TestDatabase.own(folder, "own", "dialect.properties", "extends = postgres\n", "checks.sql", checks);
        try (Database vendor = POSTGRES.open(IsolationLevel.READ_COMMITTED, dialect, 2)) {
            ConsistencyCheck check = new ConsistencyCheck(vendor, 1, 2, RunClock.SYSTEM);
            if (message.equals("''")) {
                assertThat(check.run(false, result -> {}))
                        .filteredOn(result -> !result.passed())
                        .extracting(CheckResult::clause, CheckResult::violations, CheckResult::samples)
                        .containsExactly(tuple("3.3.2.6", 1L, List.of(sample)), tuple("3.3.2.7", 1L, List.of(sample)));
            } else {
                assertThatThrownBy(() -> check.run(false, result -> {}))
                        .hasMessageContaining("checks.sql:1: Check.3.3.2.6: ")
                        .hasMessageContaining(message.replace('\'', '"'));
            }
        }
    }

    /** Each query alone is of one moment: here they give what they saw. */
    @Test
    void allConditionsSeeOneMomentWhileTransactionsRun(@TempDir Path folder) throws Exception {
        String checks = IntStream.rangeClosed(1, 12)
                .mapToObj(n -> "-- name: Check.3.3.2." + n + "\nSELECT w_ytd FROM bmsql_warehouse;\n")
                .collect(Collectors.joining());
        Dialect dialect =
                TestDatabase.own(folder, "own", "dialect.properties", "extends = postgres\n", "checks.sql", checks);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Integer> payments = Background.call(() -> pay(stop));
        try (Database telling = POSTGRES.open(IsolationLevel.READ_COMMITTED, dialect, 3)) {
            for (int i = 0; i < 5; i++) {
                List<CheckResult> results =
                        new ConsistencyCheck(telling, 1, 3, RunClock.SYSTEM).run(true, result -> {});
                assertThat(results.stream().map(CheckResult::samples).distinct())
                        .singleElement()
                        .matches(samples -> samples.size() == 1);
            }
        } finally {
            stop.set(true);
        }
        assertThat(payments.get(2, TimeUnit.MINUTES)).isPositive();
    }

    private static int pay(AtomicBoolean stop) {
        int payments = 0;
        try (Connection connection = POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            while (!stop.get()) {
                statement.execute("update bmsql_warehouse set w_ytd = w_ytd + 1");
                statement.execute("update bmsql_district set d_ytd = d_ytd + 1");
                statement.execute(
                        "update bmsql_customer set c_balance = c_balance - 1, c_ytd_payment = c_ytd_payment + 1");
                statement.execute("insert into bmsql_history (h_c_w_id, h_c_d_id, h_c_id, h_w_id, h_d_id, h_amount)"
                        + " values (1, 1, 1, 1, 1, 1)");
                connection.commit();
                payments++;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return payments;
    }
}
