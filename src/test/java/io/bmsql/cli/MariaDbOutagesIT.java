package io.bmsql.cli;

import static io.bmsql.cli.FaultyRun.AWAY;
import static io.bmsql.cli.FaultyRun.away;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bmsql.cli.FaultyRun.Away;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.testing.MariaDbServer;
import io.bmsql.testing.Sql;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a MariaDB that is stopped, killed and made read-only meanwhile. */
@Timeout(300)
class MariaDbOutagesIT {
    @TempDir
    static Path folder;

    private static final String DATABASE = TestServers.loaded(1);

    private static MariaDbServer server;

    @BeforeAll
    static void startLoaded() throws Exception {
        // SET GLOBAL read_only and two transactions can wait for each other in a circle, which only this time-out
        // breaks.
        server = MariaDbServer.startLoaded("--innodb-flush-log-at-trx-commit=1", "--innodb-lock-wait-timeout=2");
        // root may write on a read-only server.
        execute("create user driver identified by ''");
        execute("grant all on " + DATABASE + ".* to driver");
        String hosts = server.jdbcUrl(DATABASE).replace("127.0.0.1", "127.0.0.1:1,127.0.0.1");
        Files.writeString(
                folder.resolve("props.faults"),
                String.join(
                        "\n",
                        "db=mariadb",
                        // Nobody listens on the first one.
                        "conn=" + hosts,
                        "user=driver",
                        "warehouses=1",
                        "terminals=6",
                        "runMins=0",
                        "runTxnsPerTerminal=200",
                        "isolationLevel=read committed",
                        "terminalWarehouseFixed=true",
                        "reportIntervalSecs=0",
                        "seed=7",
                        ""));
    }

    /** What one of the runs spoiled stays so. */
    @AfterAll
    static void theDatabaseIsConsistent() {
        Stage stage = new Stage(folder);
        try {
            assertThat(stage.run("check", "props.faults"))
                    .as(stage.out() + stage.err())
                    .isZero();
        } finally {
            server.close();
        }
    }

    private static void execute(String sql) throws SQLException {
        Sql.execute(server.connect("mysql"), sql);
    }

    private static FaultyRun run(String... settings) throws Exception {
        return new FaultyRun(folder, () -> server.connect(DATABASE), settings);
    }

    @Test
    void aRunGoesThroughAShutdownAndAKill() throws Exception {
        FaultyRun run = run();
        run.awaitOrders(60);
        Away shutdown = away(server::stop, server::startAgain);
        run.awaitOrders(60);
        Away kill = away(server::kill, server::startAgain);
        run.awaitOrders(40);

        run.assertWhole();
        assertThat(run.outage(shutdown).firstCommitSeconds())
                .isLessThan(run.outage(kill).lastCommitSeconds());
        run.assertLosses();
    }

    /** Two addresses of one server, as of a cluster that moves its service: the data are the same behind both. */
    @Test
    void ofSeveralHostsInTheUrlTheNextOneTakesOverAndTheFirstOneMayComeBack() throws Exception {
        TcpProxy first = new TcpProxy(server.port());
        try (TcpProxy second = new TcpProxy(server.port())) {
            String hosts = "127.0.0.1:" + first.port() + ",127.0.0.1:" + second.port();
            // The driver looks for the first host again after so many seconds or queries, between two transactions.
            FaultyRun run = run(
                    "runTxnsPerTerminal=400",
                    "conn=jdbc:mysql://" + hosts + "/" + DATABASE
                            + "?secondsBeforeRetrySource=1&queriesBeforeRetrySource=100");
            run.awaitOrders(60);
            assertThat(second.taken()).isZero();
            first.close();
            run.awaitOrders(60);
            assertThat(second.taken()).isPositive();
            try (TcpProxy back = new TcpProxy(server.port(), first.port())) {
                await().atMost(Duration.ofSeconds(60)).until(() -> back.taken() > 0);
                run.awaitOrders(60);
                run.assertWhole();
            }
            assertThat(run.summary().figures().errors()).isNotEmpty().allMatch(error -> error.errorClass()
                    .equals("CONNECTION"));
            run.assertLosses();
        } finally {
            first.close();
        }
    }

    @Test
    void aReadOnlyServerIsWaitedForAndNotAskedInAFastLoop() throws Exception {
        FaultyRun run = run();
        run.awaitOrders(60);
        Away away = away(
                () -> execute("set global read_only = 1"),
                AWAY.multipliedBy(2),
                () -> execute("set global read_only = 0"));
        run.awaitOrders(40);

        run.assertWhole();
        assertThat(run.outage(away).outageSeconds()).isGreaterThan(AWAY.toMillis() / 1e3);
        List<ErrorSummary> refused = run.summary().figures().errors().stream()
                .filter(error -> error.vendorCode() == 1290)
                .toList();
        assertThat(refused).isNotEmpty().allMatch(error -> error.errorClass().equals("CONNECTION"));
        assertThat(refused.stream().mapToLong(ErrorSummary::attempts).sum())
                .as("one for each of 6 workers, then one probe after pauses that double")
                .isLessThan(60);
    }
}
