package io.bmsql.cli;

import static io.bmsql.cli.FaultyRun.AWAY;
import static io.bmsql.cli.FaultyRun.away;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.cli.FaultyRun.Away;
import io.bmsql.result.Outage;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.TcpProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a PostgreSQL that is stopped, killed, cut off and made a standby of meanwhile. */
@Timeout(300)
class OutagesIT {
    @TempDir
    static Path folder;

    private static FaultyPostgres server;

    @BeforeAll
    static void startLoaded() throws Exception {
        server = FaultyPostgres.createLoaded(folder.resolve("data"));
        Files.writeString(
                folder.resolve("props.faults"),
                String.join(
                        "\n",
                        "db=postgres",
                        "conn=" + server.url(),
                        "user=postgres",
                        "warehouses=1",
                        "terminals=6",
                        "runMins=0",
                        "runTxnsPerTerminal=250",
                        "terminalWarehouseFixed=true",
                        "reportIntervalSecs=0",
                        "seed=7",
                        ""));
    }

    /** What one of the runs spoiled stays so. */
    @AfterAll
    static void theDatabaseIsConsistent() throws Exception {
        Stage stage = new Stage(folder);
        try {
            assertThat(stage.run("check", "props.faults"))
                    .as(stage.out() + stage.err())
                    .isZero();
        } finally {
            server.close();
        }
    }

    private static FaultyRun run(String... settings) throws Exception {
        return new FaultyRun(folder, server::connect, settings);
    }

    private static String through(TcpProxy proxy, String parameters) {
        return "conn=jdbc:postgresql://127.0.0.1:" + proxy.port() + "/faults?" + parameters;
    }

    @Test
    void aRunGoesThroughThreeWaysToLoseItsServer() throws Exception {
        FaultyRun run = run("runTxnsPerTerminal=400");
        List<Away> ways = new ArrayList<>();
        run.awaitOrders(120);
        ways.add(away(server::stop, server::start));
        run.awaitOrders(120);
        ways.add(away(server::stopImmediately, server::start));
        run.awaitOrders(120);
        ways.add(away(server::killDashNine, server::start));
        run.awaitOrders(80);

        run.assertWhole();
        double last = 0;
        for (Away away : ways) {
            Outage outage = run.outage(away);
            assertThat(outage.lastCommitSeconds()).isGreaterThan(last);
            last = outage.firstCommitSeconds();
            assertThat(last - outage.lastCommitSeconds()).isCloseTo(outage.outageSeconds(), within(0.002));
            assertThat(outage.firstCommitEpochMillis()).isGreaterThan(outage.lastCommitEpochMillis());
            assertThat(outage.commitsPerSecondBefore()).isPositive();
            assertThat(outage.losses().connectionErrors()).isPositive();
        }
        run.assertLosses();
    }

    @Test
    void aNetworkThatStallsOrResetsIsAnOutageAndTheDriverDoesNotHang() throws Exception {
        try (TcpProxy proxy = new TcpProxy(server.port())) {
            FaultyRun run = run(through(proxy, "socketTimeout=2"));
            run.awaitOrders(80);
            Away away = away(proxy::stall, AWAY.multipliedBy(3), () -> {
                proxy.reset();
                proxy.flow();
            });
            run.awaitOrders(80);
            proxy.reset();
            run.awaitOrders(80);

            run.assertWhole();
            assertThat(run.outage(away).outageSeconds()).isGreaterThan(away.seconds() - 0.5);
            run.assertLosses();
        }
    }

    @Test
    void aServerThatOnlyReadsIsWaitedForAndNotAskedInAFastLoop() throws Exception {
        FaultyRun run = run();
        run.awaitOrders(80);
        Away away = away(() -> readOnly("on"), AWAY.multipliedBy(2), () -> readOnly("off"));
        run.awaitOrders(80);

        run.assertWhole();
        assertThat(run.outage(away).outageSeconds()).isGreaterThan(AWAY.toMillis() / 1e3);
        List<ErrorSummary> refused = run.summary().figures().errors().stream()
                .filter(error -> error.sqlState().equals("25006"))
                .toList();
        assertThat(refused).isNotEmpty().allMatch(error -> error.errorClass().equals("CONNECTION"));
        assertThat(refused.stream().mapToLong(ErrorSummary::attempts).sum())
                .as("one for each of 6 workers, then one probe after pauses that double")
                .isLessThan(60);
    }

    private static void readOnly(String value) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET default_transaction_read_only = " + value);
            statement.execute("SELECT pg_reload_conf()");
        }
    }

    @Test
    void aServerThatStaysAwayEndsTheRunWithItsResultsAndStatus5() throws Exception {
        FaultyRun run = run("maxOutageSecs=2");
        run.awaitOrders(80);
        server.killDashNine();
        try {
            assertThat(run.exitStatus()).as(run.printed()).isEqualTo(5);
            assertThat(run.summary().ending().status()).isEqualTo(RunSummary.Status.ABORTED);
            assertThat(run.summary().ending().statusReason()).contains("2 seconds");
            assertThat(run.summary().figures().tpmC()).isPositive();
            assertThat(run.outages()).singleElement().satisfies(outage -> {
                assertThat(outage.firstCommitSeconds()).isNull();
                assertThat(outage.outageSeconds()).isGreaterThan(2);
            });
        } finally {
            server.start();
        }
        run.assertOrders();
    }

    @Test
    void aRunWhoseServerIsAwayAtItsEndSaysThatItCouldNotBeChecked() throws Exception {
        FaultyRun run = run("runTxnsPerTerminal=0", "runMins=0.1", "maxOutageSecs=10", "checkAfterRun=true");
        run.awaitOrders(80);
        server.killDashNine();
        try {
            assertThat(run.exitStatus()).as(run.printed()).isEqualTo(5);
            RunSummary summary = run.summary();
            assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.ABORTED);
            assertThat(summary.ending().statusReason()).contains("the consistency check after it could not be run");
            assertThat(summary.figures().tpmC()).isPositive();
            assertThat(summary.aftermath().ledger()).isNull();
        } finally {
            server.start();
        }
        run.assertOrders();
        Stage verify = new Stage(folder);
        assertThat(verify.run("ledger", "verify", "props.faults", run.results().toString()))
                .as(verify.out() + verify.err())
                .isZero();
    }

    @Test
    void ofSeveralHostsInTheUrlTheNextOneTakesOver() throws Exception {
        Path copy = folder.resolve("copy");
        server.stop();
        Process copying = new ProcessBuilder("cp", "-a", folder.resolve("data").toString(), copy.toString()).start();
        assertThat(copying.waitFor()).isZero();
        server.start();
        try (FaultyPostgres other = FaultyPostgres.start(copy)) {
            String hosts = "127.0.0.1:" + server.port() + ",127.0.0.1:" + other.port();
            String url = "conn=jdbc:postgresql://" + hosts + "/faults?targetServerType=primary";
            Stage validate = new Stage(folder);
            assertThat(validate.run("validate", "props.faults", "-D" + url)).isZero();
            assertThat(validate.out()).contains(hosts);
            long before = FaultyRun.number(other::connect, "SELECT sum(d_next_o_id) FROM bmsql_district");

            FaultyRun run = run(url);
            run.awaitOrders(80);
            server.killDashNine();

            assertThat(run.exitStatus()).as(run.printed()).isZero();
            assertThat(FaultyRun.number(other::connect, "SELECT sum(d_next_o_id) FROM bmsql_district"))
                    .isGreaterThan(before + 80);
        } finally {
            server.start();
        }
    }
}
