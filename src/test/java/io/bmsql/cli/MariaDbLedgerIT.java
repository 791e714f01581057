package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.MariaDbExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The ledger on MariaDB: plain statements and procedures, and a loss that is named; then the ACID tests. */
class MariaDbLedgerIT {
    @RegisterExtension
    static final MariaDbExtension MARIADB = new MariaDbExtension();

    @TempDir
    Path folder;

    private Stage run(int status, String... args) {
        return Stage.ended(folder, status, args);
    }

    /** The server's default is REPEATABLE READ. */
    private void theAcidTestsPass() {
        assertThat(run(0, "acid", "props.mariadb").out())
                .contains("ACID 3.4.2.7  ok     REPEATABLE READ", "all 11 tests passed");
    }

    @Test
    void commitsAreFoundAndALossIsNamed() throws Exception {
        Files.writeString(
                folder.resolve("props.mariadb"),
                String.join(
                        "\n",
                        "db=mariadb",
                        "conn=" + MARIADB.url(),
                        "user=root",
                        "password=",
                        "warehouses=1",
                        "loadWorkers=2",
                        "terminals=3",
                        "runTxnsPerTerminal=40",
                        "checkAfterRun=true",
                        "deliveryWeight=10",
                        "orderStatusWeight=1",
                        "stockLevelWeight=1",
                        "paymentWeight=43",
                        "newOrderWeight=45",
                        ""));
        MARIADB.becomeLoaded(1);
        assertThat(run(0, "run", "props.mariadb", "-DresultDirectory=plain").out())
                .contains("nothing is missing");
        assertThat(run(0, "run", "props.mariadb", "-DresultDirectory=calls", "-DuseStoredProcedures=true")
                        .out())
                .contains("nothing is missing");
        try (Connection connection = MARIADB.connect();
                Statement statement = connection.createStatement()) {
            long last;
            try (ResultSet row =
                    statement.executeQuery("select max(o_id) from bmsql_oorder where o_w_id = 1 and o_d_id = 4")) {
                row.next();
                last = row.getLong(1);
            }
            statement.execute("update bmsql_oorder set o_c_id = o_c_id % 3000 + 1 where o_w_id = 1 and o_d_id = 4"
                    + " and o_id = " + last);
            assertThat(run(7, "ledger", "verify", "props.mariadb", "plain", "calls")
                            .out())
                    .contains("changed New-Order order w=1 d=4 o=" + last, "Ledger payments     ok");
        }
        theAcidTestsPass();
    }
}
