package io.bmsql.analysis;

import static io.bmsql.testing.Records.made;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.agents.MadeUpAgent;
import io.bmsql.config.Threshold;
import io.bmsql.report.Words;
import io.bmsql.result.EventRow;
import io.bmsql.result.EventSummary;
import io.bmsql.result.EventSummary.Effect;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LoadStep;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.ThresholdResult;
import io.bmsql.result.WaitRow;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventFiguresTest {
    /** Of all tests: each takes a copy, since it writes into it. */
    @TempDir
    static Path shared;

    @TempDir
    private Path folder;

    private ResultDirectory directory;
    private RunSummary summary;

    /** 100 transactions a second for 90 s, without the server from second 40 to 46. */
    @BeforeAll
    static void run() {
        new MadeUpAgent(1, 1).lasting(90).doing(100).awayBetween(40, 46).write(shared.resolve("run"));
    }

    private List<EventSummary> figures(EventRow... rows) throws IOException {
        Path run = folder.resolve("run");
        TestFiles.copy(shared.resolve("run"), run);
        directory = ResultDirectory.open(run);
        summary = SummaryJson.read(directory.summary());
        StringBuilder lines = new StringBuilder(EventRow.CSV.header());
        long start = summary.run().window().startEpochMillis();
        for (EventRow row : rows) {
            lines.append(EventRow.CSV.line(
                    new EventRow(start + row.epochMillis(), row.name(), row.seconds(), row.status(), row.text())));
        }
        Files.writeString(EventRow.CSV.in(directory), lines);
        return EventFigures.of(directory, summary);
    }

    /** So many milliseconds after the start. */
    private static EventRow event(long millis, String name, double seconds, String status) {
        return new EventRow(millis, name, seconds, status, "x");
    }

    @Test
    void aKillHasItsOutageItsRecoveryAndWhatItCost() throws IOException {
        EventSummary kill = figures(
                        event(39_500, "kill", 0, ""),
                        event(39_500, "kill", 0.2, "status 0"),
                        event(39_600, "promote", 0, "status 0"))
                .get(0);
        assertThat(Words.in(Words.Language.EN).event(kill))
                .startsWith("Event kill at 39.5 s, status 0: ")
                .contains(" s without a commit, 95% after ");
        assertThat(EventFigures.of(directory, summary).get(1).before())
                .as("what happened at the same moment")
                .isEqualTo(kill.before());
        assertThat(kill.atSeconds()).isEqualTo(39.5);
        assertThat(kill.effect().outageSeconds())
                .isEqualTo(summary.postRun().availability().get(0).outageSeconds());
        assertThat(kill.effect().to95Seconds()).isCloseTo(6.5, within(1.1));
        double rate = kill.before().tpmTotal() / 60;
        assertThat(kill.effect().workLost()).isCloseTo(6 * rate, within(1.2 * rate));
        assertThat(kill.before().untilSeconds()).isEqualTo(39);
        assertThat(kill.during().untilSeconds()).isEqualTo(kill.after().fromSeconds());
        assertThat(kill.during().errors()).isNotEmpty();
        assertThat(kill.after().tpmTotal()).isCloseTo(kill.before().tpmTotal(), within(6.0 * rate));
        assertThat(kill.after().type(TpccTransaction.NEW_ORDER).response().p99Ms())
                .isPositive();
    }

    /** Of 1,000 transactions a second before it: fewer for five seconds, and what came back. */
    @ParameterizedTest
    @CsvSource({"900, 950, 0", "899, 950, 5", "899, 949,"})
    void anEventIsFeltBelow90PercentAndOverFrom95(int fewer, int back, @Nullable Double to95Seconds)
            throws IOException {
        figures(event(20_000, "ddl", 0, "status 0"));
        SeriesRow.Times times = new SeriesRow.Times(1, 1, 1, 1, 1, 0);
        StringBuilder series = new StringBuilder(SeriesRow.CSV.header());
        for (int second = 0; second < 90; second++) {
            int completed = second < 20 ? 1_000 : second < 25 ? fewer : back;
            series.append(SeriesRow.CSV.line(new SeriesRow(
                    second,
                    TpccTransaction.PAYMENT,
                    RunPhase.MEASURE,
                    completed,
                    SeriesRow.Counts.NONE,
                    times,
                    1_000)));
        }
        Files.writeString(SeriesRow.CSV.in(directory), series);
        assertThat(EventFigures.of(directory, summary).get(0).effect().to95Seconds())
                .isEqualTo(to95Seconds);
    }

    @Test
    void gapsUnderASecondCountAndEachTerminalHasItsOwn() throws IOException {
        figures(event(9_000, "kill", 0, "status 0"), event(60_000, "mark", 0, ""));
        String all = "-1,8.000,8.900\n-1,9.100,9.450\n-1,9.500,9.520\n-1,29.000,29.500\n";
        Files.writeString(
                WaitRow.CSV.in(directory),
                "terminal,fromSeconds,untilSeconds\n" + all + "0,9.1,9.5\n0,9.9,10.0\n3,8.5,10.1\n");
        List<EventSummary> found = EventFigures.of(directory, summary);
        EventSummary kill = found.get(0);
        assertThat(kill.effect().outageSeconds()).isEqualTo(0.35);
        assertThat(kill.effect().lastCommitSeconds()).isEqualTo(9.1);
        assertThat(kill.effect().medianTerminalSeconds())
                .as("of four terminals, two of which did not wait")
                .isEqualTo(0.2);
        assertThat(kill.effect().worstTerminalSeconds()).isEqualTo(1.6);
        assertThat(Words.in(Words.Language.EN).event(kill))
                .contains(": 0.35 s without a commit, terminals waited 0.20 s (median) to 1.6 s (worst), ");
        assertThat(found.get(1).effect().outageSeconds()).isZero();
        assertThat(found.get(1).effect().worstTerminalSeconds()).isZero();

        Files.writeString(WaitRow.CSV.in(directory), "terminal,fromSeconds,untilSeconds\n0,9.1,9.5\n-1,9.6,90.000\n");
        Effect lasting = EventFigures.of(directory, summary).get(0).effect();
        assertThat(lasting.outageSeconds()).isEqualTo(80.4);
        assertThat(lasting.worstTerminalSeconds()).as("nobody knows").isNull();
        RunSummary with = summary.with(checks -> checks.withEvents(found));
        SummaryJson.write(directory.summary(), with, "VALID");
        assertThat(SummaryJson.read(directory.summary()).postRun().events()).isEqualTo(found);
    }

    @Test
    void whatTheServerTellsOfItselfIsMarkedAndEndsNothing() throws IOException {
        figures(event(10_000, "ddl", 0, "status 0"));
        List<String> metrics = new ArrayList<>(List.of("elapsed_s,chart,series,unit,value"));
        for (int second = -2; second < 90; second += 2) {
            double uptime = second < 44 ? 5_000 + second : second < 70 ? second - 43 : 9_000 + second;
            metrics.add(second + ",uptime,server,s," + uptime);
            metrics.add(second + ",checkpoints,timed,checkpoints," + (second == 14 ? 1 : 0));
            metrics.add(second + ",log switches,redo,switches," + (second % 4 == 0 ? 1 : 0));
        }
        Files.write(directory.databaseMetrics(), metrics);
        List<EventSummary> all = EventFigures.of(directory, summary);
        assertThat(all)
                .extracting(EventSummary::label)
                .as("log switches are a rhythm")
                .containsExactly("ddl", "checkpoint (timed)", "server started", "another server");
        assertThat(all).extracting(EventSummary::atSeconds).containsExactly(10.0, 14.0, 43.0, 70.0);
        assertThat(all.get(0).after().untilSeconds()).isGreaterThan(14);
        assertThat(all.get(1).name()).isEqualTo(EventRow.SERVER);
    }

    @Test
    void thresholdsBoundWhatAnEventDid() throws IOException {
        List<EventSummary> events = figures(event(39_500, "kill", 0, ""), event(60_000, "ddl", 0, ""));
        List<ThresholdResult> kept = kept(
                "kill.outage<1s, kill.outage<7s, kill.to95<30s, kill.lost=0, ddl.newOrder.p99<5x, late.outage<9s",
                after(events));
        assertThat(kept).extracting(ThresholdResult::holds).containsExactly(false, true, true, false, true, false);
        assertThat(kept.get(3).reason()).isEqualTo("the ledger was not verified");
        assertThat(kept.get(4).shown()).endsWith(" x");
        assertThat(kept.get(5).reason()).isEqualTo("it did not happen");
    }

    /** The window ended 10 s after the last commit: how long the server was away is not known, only that it was longer than that. */
    @Test
    void anOutageThatTheRunDidNotSeeTheEndOfKeepsNoBound() throws IOException {
        EventSummary kill = figures(event(39_500, "kill", 0, "")).get(0);
        double last = summary.windowSeconds() - 10;
        Effect lasting = with(kill.effect(), "outageSeconds", 10.0, "lastCommitSeconds", last, "to95Seconds", null);
        List<ThresholdResult> kept =
                kept("kill.outage<30s, kill.outage<7s", after(List.of(with(kill, "effect", lasting))));
        assertThat(kept).extracting(ThresholdResult::holds).containsExactly(false, false);
        assertThat(kept.get(0).reason()).isEqualTo("throughput did not come back");
        assertThat(kept.get(1).shown()).isEqualTo("10000 ms");
    }

    /** Seen as "kept": no violation in a ledger that was cut, and 0 ms where no response time was recorded. */
    @Test
    void whatIsNotKnownOfAnEventKeepsNoBound() throws IOException {
        List<EventSummary> kill = figures(event(39_500, "kill", 0, ""));
        LedgerResult.Check open = made(LedgerResult.Check.class, "state", LedgerResult.State.OPEN);
        for (LedgerResult ledger : List.of(
                made(LedgerResult.class, "passed", false, "checks", List.of()),
                made(LedgerResult.class, "passed", true, "partial", true, "checks", List.of(open)))) {
            assertThat(lost(kill, ledger).holds()).isFalse();
            assertThat(lost(kill, ledger).reason()).isEqualTo("the ledger is not whole");
        }
        assertThat(lost(kill, made(LedgerResult.class, "passed", true, "checks", List.of(open)))
                        .holds())
                .isTrue();

        LoadStep.Type untimed = new LoadStep.Type("NEW_ORDER", 7, Latency.NONE);
        List<EventSummary> unknown = List.of(with(kill.get(0), "during.types", List.of(untimed)));
        ThresholdResult time = kept("kill.newOrder.p99<5s", after(unknown)).get(0);
        assertThat(time.holds()).isFalse();
        assertThat(time.reason()).isEqualTo("there were no figures of it");
    }

    /** Seen as "0 ms, holds": a command that failed, and a server that stood still too early in the window to have a rate before. */
    @Test
    void anEventThatDidNothingOrCameTooEarlyOrLateKeepsNoBound() throws IOException {
        assertThat(reasons(figures(event(60_000, "kill", 0, "status 1"))))
                .containsOnly("its command failed, and it broke no connections");
        assertThat(reasons(figures(event(60_000, "kill", 0, "status 0")))).containsOnlyNulls();
        assertThat(reasons(figures(event(3_000, "kill", 0, "status 0")))).containsOnly("there was no rate before it");
        assertThat(reasons(figures(event(84_000, "kill", 0, "status 0")))).containsOnlyNulls();
        for (EventSummary late : List.of(
                figures(event(86_000, "kill", 0, "status 0")).get(0),
                figures(event(60_000, "kill", 31, "status 0")).get(0),
                figures(event(60_000, "kill", 0, "status 0"), event(62_000, "next", 0, "status 0"))
                        .get(0))) {
            assertThat(reasons(List.of(late))).containsOnly("what came after it was not seen");
            assertThat(Words.in(Words.Language.EN).event(late)).contains("whether throughput fell is not known");
        }
    }

    private RunSummary after(List<EventSummary> events) {
        return summary.with(checks -> checks.withEvents(events));
    }

    private static List<ThresholdResult> kept(String bounds, RunSummary summary) {
        return Thresholds.applied(Threshold.parse(bounds, List.of("kill", "ddl", "late")), summary)
                .postRun()
                .thresholds();
    }

    private List<String> reasons(List<EventSummary> found) {
        List<EventSummary> events = found.stream()
                .map(event -> with(event, "during.errors", Map.of(), "during.unknown", 0L))
                .toList();
        RunSummary calm = with(summary, "figures.errors", List.of())
                .with(checks -> with(checks.withEvents(events), "availability", List.of()));
        List<ThresholdResult> kept = kept("kill.outage<7s, kill.to95<30s, kill.newOrder.p99<5s", calm);
        assertThat(kept).allSatisfy(bound -> assertThat(bound.holds()).isEqualTo(bound.reason() == null));
        return kept.stream().map(ThresholdResult::reason).toList();
    }

    private ThresholdResult lost(List<EventSummary> events, LedgerResult ledger) {
        return kept("kill.lost=0", after(events).with(checks -> checks.withLedger(ledger)))
                .get(0);
    }

    @Test
    void whatNobodyFeelsHasNoEffectAndTheNextEventEndsItsTime() throws IOException {
        List<EventSummary> both = figures(
                event(10_000, "ddl", 1, "status 0"),
                event(20_000, "mark", 0, ""),
                event(30_000, "other", 0, "status 0"));
        assertThat(both.get(0).effect().to95Seconds()).isZero();
        assertThat(both.get(0).effect().workLost()).isZero();
        assertThat(both.get(0).effect().outageSeconds()).isZero();
        assertThat(both.get(0).after().untilSeconds()).as("a mark ends nothing").isEqualTo(30);
        assertThat(both.get(1).before().fromSeconds()).isEqualTo(11);
    }

    @Test
    void whatIsNotKnownIsNotGuessed() throws IOException {
        List<EventSummary> all = figures(
                event(2_000, "early", 0, "status 0"),
                event(38_000, "kill", 0, "status 0"),
                event(43_000, "next", 0, "status 0"));
        assertThat(all.get(0).before()).isNull();
        assertThat(all.get(0).effect().to95Seconds()).isNull();
        assertThat(all.get(1).effect().to95Seconds())
                .as("the next event came first")
                .isNull();
        assertThat(all.get(1).after()).isNull();
    }
}
