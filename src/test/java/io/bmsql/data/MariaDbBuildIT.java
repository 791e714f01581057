package io.bmsql.data;

import io.bmsql.check.ConsistencyCheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.data.BuildListener.PopulationFact;
import io.bmsql.testing.MariaDbExtension;
import io.bmsql.common.RunClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The steps of a build on a real MariaDB, in their order: a database of one warehouse is built, looked at and destroyed. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MariaDbBuildIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final int WORKERS = 2;

    @Test
    @Order(1)
    void buildGivesThePopulationOfTheSpecification() throws Exception {
        RecordingListener heard = new RecordingListener();
        try (Database database = open()) {
            SchemaBuilder builder = new SchemaBuilder(database, WORKERS, RunClock.system(), heard);
            builder.build(BuildPlan.of(MARIADB.dialect(), BuildStep.BUILD), () -> loader().intoTables(database));
            builder.checkPopulation(1);
        }

        assertThat(heard.facts).allMatch(PopulationFact::passed).hasSizeGreaterThan(30);
        assertThat(heard.skipped).anyMatch(step -> step.startsWith("extraHistID: "));
        assertThat(heard.finished).contains("indexCreates", "foreignKeys", "buildFinish");
    }

    @Test
    @Order(2)
    void everyConditionHoldsAfterTheLoad() throws Exception {
        List<CheckResult> results = check();

        assertThat(results).hasSize(12).allMatch(CheckResult::passed);
    }

    @Test
    @Order(3)
    void aBrokenRowIsFound() throws Exception {
        execute("update bmsql_district set d_ytd = d_ytd + 1 where d_w_id = 1 and d_id = 3");

        List<CheckResult> failed =
                check().stream().filter(result -> !result.passed()).toList();

        assertThat(failed).extracting(CheckResult::clause).containsExactly("3.3.2.1", "3.3.2.9");
        execute("update bmsql_district set d_ytd = d_ytd - 1 where d_w_id = 1 and d_id = 3");
    }

    @Test
    @Order(4)
    void keysAndIndexesAreThoseOfTheContract() throws Exception {
        assertThat(column("select constraint_name from information_schema.referential_constraints"
                        + " where constraint_schema = database()"))
                .containsExactlyInAnyOrder(
                        "d_warehouse_fkey",
                        "c_district_fkey",
                        "h_customer_fkey",
                        "h_district_fkey",
                        "no_order_fkey",
                        "o_customer_fkey",
                        "ol_order_fkey",
                        "ol_stock_fkey",
                        "s_warehouse_fkey",
                        "s_item_fkey");
        assertThat(column("select distinct table_name from information_schema.statistics"
                        + " where table_schema = database() and index_name = 'PRIMARY'"))
                .hasSize(10);
        assertThat(column("select distinct index_name from information_schema.statistics"
                        + " where table_schema = database() and index_name <> 'PRIMARY'"))
                .containsExactlyInAnyOrder(
                        "bmsql_customer_idx1",
                        "bmsql_oorder_idx1",
                        "bmsql_oorder_idx2",
                        "bmsql_order_line_idx1",
                        "bmsql_stock_idx1",
                        "bmsql_history_idx1",
                        "bmsql_history_idx2");
    }

    @Test
    @Order(5)
    void newHistoryRowsAreNumberedAboveTheLoadedOnes() throws Exception {
        execute("insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_amount)"
                + " values (1, 1, 1, 1, 1, 0)");

        assertThat(column("select max(hist_id) > 30000, count(*) from bmsql_history"))
                .containsExactly("1");
        execute("delete from bmsql_history where hist_id > 30000");
    }

    @Test
    @Order(6)
    void foreignKeysAreEnforced() throws Exception {
        assertThat(catchThrowableOfType(SQLException.class, () -> execute("delete from bmsql_item where i_id = 1"))
                        .getErrorCode())
                .isEqualTo(1451);
    }

    @Test
    @Order(7)
    void destroyLeavesNothingTwiceInARow() throws Exception {
        try (Database database = open()) {
            SchemaBuilder builder = new SchemaBuilder(database, WORKERS, RunClock.system(), new RecordingListener());
            builder.destroy(BuildPlan.of(MARIADB.dialect(), BuildStep.DESTROY));
            builder.destroy(BuildPlan.of(MARIADB.dialect(), BuildStep.DESTROY));
        }

        assertThat(column("select table_name from information_schema.tables where table_schema = database()"))
                .isEmpty();
    }

    private static List<CheckResult> check() throws Exception {
        try (Database database = open()) {
            return new ConsistencyCheck(database, 1, WORKERS, RunClock.system()).run(true, result -> {});
        }
    }

    private static Database open() throws Exception {
        return MARIADB.open(MARIADB.connectionConfig(IsolationLevel.SERVER_DEFAULT), WORKERS + 1);
    }

    private static Loader loader() {
        return new Loader(
                new LoadConfig(1, WORKERS, null, "NULL", 7, false),
                RunClock.system(),
                ZoneId.systemDefault(),
                new WorkerLines(line -> {}, line -> {}));
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> column(String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
