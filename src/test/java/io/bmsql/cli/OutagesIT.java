package io.bmsql.cli;

import static io.bmsql.cli.FaultyRun.AWAY;
import static io.bmsql.cli.FaultyRun.away;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.FaultyRun.Away;
import io.bmsql.cli.FaultyRun.Deed;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.testing.FaultyPostgres;
import io.bmsql.testing.TcpProxy;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs on a PostgreSQL that is stopped, killed, cut off and made a standby of meanwhile. */
class OutagesIT extends OutagesContract {
    private static FaultyPostgres server;

    @BeforeAll
    static void startLoaded() throws Exception {
        server = FaultyPostgres.createLoaded(folder.resolve("data"));
        props(server);
    }

    @AfterAll
    static void stop() throws IOException {
        try {
            assertConsistent();
        } finally {
            server.close();
        }
    }

    @Override
    FaultyRun run(String... settings) throws Exception {
        return new FaultyRun(folder, server, settings);
    }

    @Override
    List<Deed> ways() {
        return List.of(server::stop, server::stopImmediately, server::killDashNine);
    }

    @Override
    void comeBack() throws Exception {
        server.start();
    }

    @Override
    void readOnly(String onOrOff) throws SQLException {
        server.execute("ALTER SYSTEM SET default_transaction_read_only = " + onOrOff, "SELECT pg_reload_conf()");
    }

    @Override
    boolean isOfReadOnly(ErrorSummary error) {
        return error.sqlState().equals("25006");
    }

    @Override
    String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/faults";
    }

    @Override
    int port() {
        return server.port();
    }

    private static String through(TcpProxy proxy, String parameters) {
        return "conn=jdbc:postgresql://127.0.0.1:" + proxy.port() + "/faults?" + parameters;
    }

    @Test
    @Tag("long")
    void aNetworkThatStallsOrResetsIsAnOutageAndTheAgentDoesNotHang() throws Exception {
        try (TcpProxy proxy = new TcpProxy(server.port())) {
            FaultyRun run = run(through(proxy, "socketTimeout=2"));
            run.awaitOrders(40);
            Away away = away(proxy::stall, AWAY.multipliedBy(3), () -> {
                proxy.reset();
                proxy.flow();
            });
            run.awaitOrders(40);
            proxy.reset();
            run.awaitOrders(40);

            run.assertWhole();
            assertThat(run.outage(away).outageSeconds()).isGreaterThan(away.seconds() / 2);
        }
    }

    @Test
    void aServerThatStaysAwayEndsTheRunWithItsResultsAndStatus5() throws Exception {
        FaultyRun run = run("maxOutageSecs=2");
        run.awaitOrders(40);
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
    @Tag("long")
    void aRunWhoseServerIsAwayAtItsEndSaysThatItCouldNotBeChecked() throws Exception {
        FaultyRun run = run("runTxnsPerTerminal=0", "runMins=0.07", "maxOutageSecs=6", "checkAfterRun=true");
        run.awaitOrders(4);
        server.killDashNine();
        try {
            assertThat(run.exitStatus()).as(run.printed()).isEqualTo(5);
            RunSummary summary = run.summary();
            assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
            assertThat(summary.ending().statusReason()).contains("the consistency check after it could not be run");
            assertThat(summary.figures().tpmC()).isPositive();
            assertThat(summary.postRun().ledger()).isNull();
        } finally {
            server.start();
        }
        // The ledger, not the counts: on a slow machine New-Orders end after the window and before the kill.
        Stage.ended(folder, 0, "ledger", "verify", "props.faults", run.results().toString());
    }
}
