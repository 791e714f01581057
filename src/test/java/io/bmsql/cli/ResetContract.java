package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.testing.SharedServer;
import io.bmsql.testing.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Build, run, reset and run again, as a user does it. What follows finds the data reset. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ResetContract {
    @TempDir
    static Path folder;

    private static String asLoaded = "";

    @RegisterExtension
    final SharedServer server;

    private final int transactions;
    private final int partitions;

    ResetContract(SharedServer server, int transactions, int partitions) {
        this.server = server;
        this.transactions = transactions;
        this.partitions = partitions;
    }

    /** What {@code bmsql build props} leaves. */
    void build() throws Exception {
        Stage.ended(folder, 0, "build", "props");
    }

    static String asLoaded() {
        return asLoaded;
    }

    @Test
    @Order(1)
    void aRunAfterAResetFindsTheLoadedData() throws Exception {
        // Many deliveries, and remote payments and stock.
        server.props(
                folder.resolve("props"),
                "warehouses=1 loadWorkers=2 terminals=8 runMins=0 terminalWarehouseFixed=false"
                        + " newOrderWeight=34 paymentWeight=30 orderStatusWeight=4 deliveryWeight=28 stockLevelWeight=4 seed=11"
                        + " foreignKeys=true ledger=true runTxnsPerTerminal=" + transactions + " partitions="
                        + partitions);
        build();
        JsonNode loaded = fingerprint(0);
        asLoaded = loaded.at("/fingerprint").asText();
        assertThat(loaded.at("/asLoaded").asBoolean()).isTrue();
        assertThat(loaded.at("/tables/bmsql_customer/rows").asLong()).isEqualTo(30_000);

        JsonNode found = Stage.summaryOfRun(folder, "first").at("/run/load/data");
        assertThat(found.at("/fingerprint").asText()).isEqualTo(asLoaded);
        assertThat(found.at("/asLoaded").asText()).isEqualTo("yes");
        assertThat(found.at("/fingerprintAt").asText()).isNotEmpty();
        assertThat(changedTables()).hasSize(8).doesNotContain("bmsql_item");

        stopAReset();
        Stage.refused(
                folder,
                "run props",
                "a bmsql reset of this database was begun at ",
                "and did not finish: start it again first");
        Stage.ended(folder, 0, "reset", "props").printed("warehouses: 1; rows of runs deleted: ");
        noRowIsOutsideOfTheFingerprint();
        assertThat(fingerprint(0).at("/fingerprint").asText()).isEqualTo(asLoaded);

        found = Stage.summaryOfRun(folder, "second", "-DrunTxnsPerTerminal=20").at("/run/load/data");
        assertThat(found.at("/runsBefore").asText()).isEqualTo("0");
        assertThat(found.at("/resetAt").asText()).isNotEmpty();
        assertThat(found.at("/fingerprint").asText()).isEqualTo(asLoaded);
        assertThat(server.number(
                        "select count(*) from bmsql_config where cfg_name = 'data runsBefore' and cfg_value = '1'"))
                .isOne();
        assertThat(server.number("select count(*) from bmsql_config where cfg_name = 'data fingerprint'"))
                .as("a fingerprint that the run made wrong")
                .isZero();
        Stage.ended(folder, 0, "check", "props");

        // What the first run did is gone on purpose: no list of losses.
        Stage.refused(
                folder, "ledger verify props first", "first", ": bmsql reset brought its rows back to the load at ");
        assertThat(folder.resolve("first/ledger_violations.txt")).doesNotExist();
        Stage.ended(folder, 0, "ledger", "verify", "props", "second");
    }

    /** Midway: a district is held up until it is stopped. */
    private void stopAReset() throws Exception {
        Stage stopped = new Stage(folder);
        Thread reset = new Thread(() -> stopped.run("reset", "props"), "stopped-reset");
        try (Connection other = server.connect()) {
            String tables = outOfSight(other);
            other.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            other.setAutoCommit(false);
            Sql.executeOn(other, "update " + tables + "bmsql_district set d_tax = d_tax");
            reset.start();
            String begun = "select count(*) from " + tables + "bmsql_config where cfg_name = 'reset begun'";
            await(() -> !reset.isAlive() || Sql.numberOn(other, begun) > 0);
            reset.interrupt();
            other.rollback();
        }
        reset.join();
        assertThat(stopped.out()).doesNotContain("Reset in ");
    }

    private static List<String> changedTables() throws IOException {
        List<String> changed = new ArrayList<>();
        fingerprint(7).at("/tables").fields().forEachRemaining(table -> {
            if (!table.getValue().at("/asLoaded").asBoolean()) {
                changed.add(table.getKey());
            }
        });
        return changed;
    }

    /** A row that no load makes is a change, wherever it stands, and so is a blank where the column is not padded. */
    private void noRowIsOutsideOfTheFingerprint() throws Exception {
        server.execute(
                "insert into bmsql_item (i_id, i_im_id) values (100001, 1)",
                "insert into bmsql_warehouse (w_id) values (7)",
                "insert into bmsql_district (d_w_id, d_id) values (1, 11)",
                "update bmsql_history set hist_id = -1 where hist_id = 5",
                "update bmsql_customer set c_last = concat(c_last, ' ') where c_d_id = 1 and c_id = 1");
        assertThat(changedTables())
                .containsExactlyInAnyOrder(
                        "bmsql_item", "bmsql_warehouse", "bmsql_district", "bmsql_history", "bmsql_customer");
        server.execute(
                "delete from bmsql_item where i_id = 100001",
                "delete from bmsql_warehouse where w_id = 7",
                "delete from bmsql_district where d_id = 11",
                "update bmsql_history set hist_id = 5 where hist_id = -1",
                "update bmsql_customer set c_last = trim(c_last) where c_d_id = 1 and c_id = 1");
    }

    @Test
    @Order(9)
    void whatCannotBeResetIsRefused() throws Exception {
        Stage.refused(folder, "reset props -Dwarehouses=7", "warehouses=7 in the settings, but 1 are loaded");

        server.execute("delete from bmsql_config where cfg_name = 'seed'");
        Stage.refused(folder, "reset props", "bmsql_config holds no seed");

        server.execute("create table bmsql_load_progress (lp_name varchar(50), lp_value varchar(200))");
        for (String command : List.of("reset", "run", "fingerprint")) {
            Stage.refused(folder, command + " props", "a build or load was interrupted here");
        }
    }

    static final JsonNode fingerprint(int status) throws IOException {
        Stage stage = Stage.ended(folder, status, "fingerprint", "props", "--json", "--as-loaded");
        return new ObjectMapper().readTree(stage.out());
    }

    /** A reset refuses to begin beside sessions of its database; what names its tables from elsewhere. */
    private static String outOfSight(Connection connection) throws SQLException {
        if (!connection.getMetaData().supportsCatalogsInDataManipulation()) {
            return "";
        }
        String catalog = connection.getCatalog();
        connection.setCatalog("information_schema");
        return catalog + ".";
    }
}
