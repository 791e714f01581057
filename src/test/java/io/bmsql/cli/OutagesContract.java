package io.bmsql.cli;

import static io.bmsql.cli.FaultyRun.away;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.bmsql.cli.FaultyRun.Away;
import io.bmsql.cli.FaultyRun.Deed;
import io.bmsql.config.StatementForm;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.Outage;
import io.bmsql.testing.TcpProxy;
import io.bmsql.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs on a server that goes away meanwhile; what must hold on each. One that only reads is in FormsIT and ReconnectGateTest. */
abstract class OutagesContract {
    /** So that the run is not over before this test has done all that it does to it. */
    private static final String SLOWLY = "limitTxnsPerMin=9000";

    @TempDir
    static Path folder;

    static void props(TestDatabase database) throws IOException {
        database.props(
                folder.resolve("props.faults"),
                "warehouses=1 terminals=6 runMins=0 runTxnsPerTerminal=130 terminalWarehouseFixed=true"
                        + " reportIntervalSecs=0 seed=7",
                "isolationLevel=read committed");
    }

    /** What one of the runs spoiled stays so. */
    static void assertConsistent() {
        Stage.ended(folder, 0, "check", "props.faults");
    }

    abstract FaultyRun run(String... settings) throws Exception;

    /** The ways to lose the server. */
    abstract List<Deed> ways();

    abstract void comeBack() throws Exception;

    @Test
    void aRunGoesThroughEveryWayToLoseItsServer() throws Exception {
        FaultyRun run = run("runTxnsPerTerminal=" + (60 + 50 * ways().size()), SLOWLY);
        List<Away> all = new ArrayList<>();
        for (Deed way : ways()) {
            run.awaitOrders(40);
            all.add(away(way, this::comeBack));
        }
        run.awaitOrders(40);

        run.assertWhole();
        double last = 0;
        for (Away away : all) {
            Outage outage = run.outage(away);
            assertThat(outage.lastCommitSeconds()).isGreaterThan(last);
            last = outage.firstCommitSeconds();
            assertThat(last - outage.lastCommitSeconds()).isCloseTo(outage.outageSeconds(), within(0.002));
            assertThat(outage.firstCommitEpochMillis()).isGreaterThan(outage.lastCommitEpochMillis());
            assertThat(outage.commitsPerSecondBefore()).isPositive();
            assertThat(outage.failures().connectionErrors()).isPositive();
        }
    }

    /** To the server, or to the proxy on this port. */
    abstract String url(int port);

    abstract int port();

    @Test
    void whatIsCutOffBeforeInAndAfterItsCallIsNeitherLostNorDoneTwice() throws Exception {
        cut(StatementForm.PROCEDURES, 10);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(StatementForm.class)
    void norIsItByAHundredCuts(StatementForm form) throws Exception {
        cut(form, 100);
    }

    /** Each tenth one is of the whole server. */
    private void cut(StatementForm form, int cuts) throws Exception {
        try (TcpProxy proxy = new TcpProxy(port())) {
            FaultyRun run = run(
                    "conn=" + url(proxy.port()),
                    "useStoredProcedures=" + (form == StatementForm.PROCEDURES),
                    "batchStatements=" + (form == StatementForm.BATCH),
                    "checkAfterRun=true",
                    "runTxnsPerTerminal=" + (150 + 25 * cuts),
                    SLOWLY);
            for (int cut = 0; cut < cuts; cut++) {
                run.awaitOrders(4);
                if (cut % 10 == 9) {
                    away(ways().get(cut / 10 % ways().size()), this::comeBack);
                } else {
                    proxy.cutNext(TcpProxy.Cut.values()[cut % 3]);
                    await().pollInterval(FaultyRun.LOOK)
                            .atMost(FaultyRun.PATIENCE)
                            .until(() -> !proxy.isToCut());
                }
            }

            run.assertWhole();
            LedgerResult ledger = run.summary().postRun().ledger();
            assertThat(ledger.checks()).allMatch(check -> check.state() == LedgerResult.State.OK);
            long unknown = run.summary().figures().types().stream()
                    .mapToLong(type -> type.counts().unknown())
                    .sum();
            assertThat(ledger.counts().unknown()).isEqualTo(unknown);
        }
    }
}
