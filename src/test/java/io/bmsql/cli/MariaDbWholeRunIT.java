package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.MariaDbExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One warehouse on a real MariaDB from build to destroy, as a user does it; MariaDbOutagesIT runs it in all forms. */
class MariaDbWholeRunIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    private static final String TABLES =
            "select count(*) from information_schema.tables where table_schema = database()";

    @TempDir
    Path folder;

    @BeforeEach
    void writeProps() throws IOException {
        // Many deliveries of one warehouse at a time, so that they meet.
        MARIADB.props(
                folder.resolve("props"),
                "driver=com.mysql.jdbc.Driver warehouses=1 loadWorkers=2 terminals=8 runMins=0"
                        + " runTxnsPerTerminal=20 terminalWarehouseFixed=true newOrderWeight=34 paymentWeight=30"
                        + " orderStatusWeight=4 deliveryWeight=28 stockLevelWeight=4 seed=11 ledger=true");
    }

    @Test
    void fromAnEmptyServerToARunAndBack() throws Exception {
        String password = "zebra&S3cret/42%";
        MARIADB.execute(
                "create user builder identified via mysql_native_password using password('" + password + "')",
                "grant all on *.* to builder");
        Stage build = Stage.ended(folder, 0, "build", "props", "-Duser=builder", "-Dpassword=" + password);
        assertThat(build.out() + build.err())
                .as("with BenchmarkSQL's name of the driver")
                .contains("foreignKeys", "41 facts")
                .doesNotContain("does not work here", "S3cret");
        assertThat(MARIADB.texts("select constraint_name from information_schema.referential_constraints"
                        + " where constraint_schema = database()"))
                .containsExactlyInAnyOrder(
                        ("d_warehouse_fkey c_district_fkey h_customer_fkey h_district_fkey no_order_fkey "
                                        + "o_customer_fkey ol_order_fkey ol_stock_fkey s_warehouse_fkey s_item_fkey")
                                .split(" "));
        assertThat(MARIADB.texts("select distinct index_name from information_schema.statistics"
                        + " where table_schema = database()"))
                .as("BenchmarkSQL's and one more")
                .containsExactlyInAnyOrder(
                        ("PRIMARY bmsql_customer_idx1 bmsql_oorder_idx1 bmsql_oorder_idx2 bmsql_order_line_idx1 "
                                        + "bmsql_stock_idx1 bmsql_history_idx1 bmsql_history_idx2")
                                .split(" "));

        JsonNode summary = Stage.summaryOfRun(
                folder,
                "own",
                "-DisolationLevel=read committed",
                "-DcheckAfterRun=true",
                "-Ddriver=org.mariadb.jdbc.Driver",
                "-Dconn=" + MARIADB.mariadbUrl());
        assertThat(summary.at("/ledger/checks").findValuesAsText("verdict")).containsOnly("OK");
        assertThat(summary.at("/run/isolationLevel").asText()).isEqualTo("READ_COMMITTED");
        assertThat(summary.at("/run/environment/driver").asText()).contains("MariaDB");
        assertThat(summary.at("/run/load/way").asText()).isEqualTo("LOAD DATA LOCAL");

        nothingIsTriedOnTablesWithoutTransactions();
        Stage.ended(folder, 0, "destroy", "props");
        assertThat(MARIADB.number(TABLES)).isZero();
    }

    /** What a rollback would leave there is never written: the table is the same to the row afterwards. */
    private void nothingIsTriedOnTablesWithoutTransactions() throws SQLException {
        MARIADB.execute(
                "alter table bmsql_history drop foreign key h_customer_fkey, drop foreign key h_district_fkey",
                "alter table bmsql_history engine = MyISAM");
        String rows = "select concat(count(*), ' ', sum(d_ytd)) from bmsql_history, bmsql_district where h_d_id = d_id";
        String before = MARIADB.text(rows);
        for (String words : List.of("acid props", "validate props --server", "doctor props")) {
            Stage refused = Stage.line(folder, words.startsWith("doctor") ? 7 : 2, words);
            assertThat(refused.out() + refused.err())
                    .contains(
                            "these tables have no transactions, so that what is tried on them could not be rolled back:"
                                    + " bmsql_history (MyISAM)");
        }
        String reading =
                "-DnewOrderWeight=0 -DpaymentWeight=0 -DdeliveryWeight=0 -DorderStatusWeight=60 -DstockLevelWeight=40";
        Stage.line(folder, 0, "run props -DresultDirectory=reading " + reading);
        assertThat(MARIADB.text(rows)).isEqualTo(before);
    }

    /** At the server's default level. */
    @Test
    @Tag("long")
    void deliveriesEndUnderRepeatableReadAndALossIsNamed() throws Exception {
        MARIADB.becomeLoaded(1);
        assertThat(Stage.ended(folder, 0, "doctor", "props").out())
                .containsPattern("(?m)^ok +rights +root may create tables in ")
                .containsPattern("(?m)^warning +setting +innodb_flush_log_at_trx_commit=0: a crash may lose")
                .containsPattern("(?m)^ok +connections +the run opens 13, the server allows \\d+ and has \\d+$")
                .containsPattern("(?m)^ok +cache +innodb_buffer_pool_size is \\d+ MB for about 110 MB of data$");

        JsonNode summary = Stage.summaryOfRun(folder, "first", "-DrunTxnsPerTerminal=50");
        assertThat(summary.at("/run/isolationLevel").asText()).isEqualTo("REPEATABLE_READ");

        String verify = "ledger verify props first";
        Stage.line(folder, 0, verify).printed("nothing of what the run committed is missing");
        String newest = " where o_w_id = 1 and o_d_id = 4 and o_id = "
                + MARIADB.number("select max(o_id) from bmsql_oorder where o_w_id = 1 and o_d_id = 4");
        MARIADB.execute("update bmsql_oorder set o_c_id = o_c_id % 3000 + 1" + newest);
        Stage.line(folder, 7, verify)
                .printed(
                        "changed New-Order order w=1 d=4 o=" + newest.replaceFirst(".* ", ""),
                        "Ledger payments     ok");
        Stage.ended(folder, 0, "acid", "props").printed("ACID 3.4.2.7  ok     REPEATABLE READ", "all 11 tests passed");
        Stage.ended(folder, 0, "destroy", "props");
    }
}
