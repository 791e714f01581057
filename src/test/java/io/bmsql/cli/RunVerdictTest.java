package io.bmsql.cli;

import static io.bmsql.testing.Records.made;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.SecretMask;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.Threshold;
import io.bmsql.measure.RunFactsFixture;
import io.bmsql.report.Words;
import io.bmsql.result.EndingCause;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.LogLines;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunVerdictTest {
    private final RunLog log = new RunLog(SecretMask.of(List.of()), Words.in(Language.EN));

    @ParameterizedTest
    @CsvSource({"1000, 0, OK", "990, 10, OK", "989, 11, RUN_INVALID", "0, 0, RUN_INVALID", "0, 5, RUN_INVALID"})
    void moreThanOnePercentOfFailuresOrNothingAtAllIsNoResult(long completed, long failed, ExitCode expected) {
        RunSummary summary = summary(Status.COMPLETE, completed, failed, List.of());
        assertThat(log.exitCode(summary, null, List.of())).isEqualTo(expected);
    }

    /** 1,000 Payments beside no New-Order, though the mix has them. */
    @Test
    void transactionsWithoutANewOrderAreNoResultEither() {
        RunSummary run = summary(Status.COMPLETE, 0, 0, List.of());
        TypeSummary payments = made(TypeSummary.class, "type", "PAYMENT", "count", 1_000L);
        RunSummary without = with(run, "figures", with(run.figures(), "types", List.of(payments)));
        assertThat(Verdict.of(without)).contains(Verdict.NO_RESULT);
        assertThat(log.exitCode(without, null, List.of())).isEqualTo(ExitCode.RUN_INVALID);
    }

    @Test
    void aSignalDecidesUnlessTheRunWasAbortedOrItsFilesWereNotWritten() {
        assertThat(log.exitCode(summary(Status.INTERRUPTED, 0, 0, List.of()), ExitCode.TERMINATED, List.of()))
                .isEqualTo(ExitCode.TERMINATED);
        assertThat(log.exitCode(summary(Status.ABORTED, 9, 0, List.of()), ExitCode.TERMINATED, List.of()))
                .isEqualTo(ExitCode.RUN_INVALID);
        RunSummary complete = summary(Status.COMPLETE, 9, 0, List.of());
        assertThat(log.exitCode(complete, null, List.of("disk full"))).isEqualTo(ExitCode.RUN_INVALID);
        RunSummary unwritten = complete.withUnwritten(List.of("disk full"));
        assertThat(code(unwritten)).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(unwritten.ending().status()).isEqualTo(Status.INCOMPLETE);
        assertThat(Verdict.worst(unwritten)).isEqualTo(Verdict.INCOMPLETE);
        assertThat(unwritten.ending().cameToEnd()).as("so that it is checked").isTrue();
    }

    @Test
    void aCompleteRunWhoseCheckCouldNotBeRunIsNotAbortedAndNoValidResultEither() {
        RunSummary checked = summary(Status.COMPLETE, 9, 0, List.of());
        RunSummary unchecked = checked.withEnding(new Ending(Status.COMPLETE, "not checked"));
        assertThat(Verdict.of(unchecked)).isEqualTo(Verdict.of(checked)).doesNotContain(Verdict.ABORTED);
        assertThat(code(unchecked)).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(code(checked)).isEqualTo(ExitCode.OK);
        assertThat(log.exitCode(unchecked, ExitCode.TERMINATED, List.of())).isEqualTo(ExitCode.TERMINATED);
    }

    /** The order of the words is VerdictFinderTest's. */
    @Test
    void lostDataAndBrokenConditionsComeBeforeEverythingElse() {
        CheckResult failed = made(CheckResult.class, "passed", false);
        assertThat(code(summary(Status.COMPLETE, 9, 0, List.of(failed)))).isEqualTo(ExitCode.CHECK_FAILED);
        RunSummary aborted = summary(Status.ABORTED, 9, 5, List.of(failed));
        assertThat(log.exitCode(aborted, ExitCode.TERMINATED, List.of("disk full")))
                .isEqualTo(ExitCode.CHECK_FAILED);
        RunSummary lost = summary(Status.INTERRUPTED, 9, 5, List.of()).with(found -> found.withLedger(ledger(0)));
        assertThat(log.exitCode(lost, ExitCode.INTERRUPTED, List.of())).isEqualTo(ExitCode.CHECK_FAILED);
    }

    private static LedgerResult ledger(long surplus) {
        LedgerResult.Check check =
                made(LedgerResult.Check.class, "state", LedgerResult.State.FAILED, "violations", 1, "surplus", surplus);
        return made(LedgerResult.class, "passed", false, "checks", List.of(check));
    }

    @Test
    void moreThanWasCommittedIsNoLostDataButAFinding() {
        RunSummary more = summary(Status.COMPLETE, 1000, 0, List.of()).with(found -> found.withLedger(ledger(1)));
        assertThat(Verdict.worst(more)).isEqualTo(Verdict.SURPLUS);
        assertThat(LogLines.during(
                        () -> assertThat(log.exitCode(more, null, List.of())).isEqualTo(ExitCode.CHECK_FAILED)))
                .contains("Term-00, Verdict: Rows that no run made")
                .anyMatch(line -> line.contains("Rows that no run made: the database holds more"))
                .noneMatch(line -> line.contains("Data lost"));
    }

    @Test
    void aThresholdGivesStatus6UnlessSomethingWorseHappened() {
        assertThat(code(Status.COMPLETE, 1000, 0, "tpmC>0", null)).isEqualTo(ExitCode.OK);
        assertThat(code(Status.COMPLETE, 1000, 0, "tpmC>0, tpmC>5", null)).isEqualTo(ExitCode.THRESHOLD_FAILED);
        assertThat(code(Status.COMPLETE, 900, 100, "tpmC>5", null)).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(code(Status.ABORTED, 1000, 0, "tpmC>5", null)).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(code(Status.INTERRUPTED, 1000, 0, "tpmC>5", ExitCode.INTERRUPTED))
                .isEqualTo(ExitCode.INTERRUPTED);
    }

    @Test
    void aThresholdThatFailedSaysSoOnce() {
        assertThat(LogLines.during(() -> code(Status.COMPLETE, 1000, 0, "tpmC>5", null)))
                .filteredOn(line -> line.contains("tpmC>5"))
                .containsExactly("Term-00, Threshold failed: tpmC>5 was asked for, and 1 was measured.");
    }

    /** As the console's Transaction Count and tpmTOTAL have it. */
    @Test
    void theCountOfARunHasEachDeliveryOnce() {
        TypeSummary whole = made(TypeSummary.class, "type", "DELIVERY", "count", 10L);
        TypeSummary deferred = made(TypeSummary.class, "type", "DELIVERY_BG", "count", 10L);
        RunSummary run = summary(Status.COMPLETE, 1, 0, List.of());
        RunSummary deliveries = with(run, "figures.types", List.of(whole, deferred));
        assertThat(Thresholds.applied(Threshold.parse("count<=10", List.of()), deliveries)
                        .postRun()
                        .thresholds())
                .allMatch(kept -> kept.holds());
    }

    private ExitCode code(Status status, long completed, long failed, String thresholds, @Nullable ExitCode signal) {
        RunSummary summary = Thresholds.applied(
                Threshold.parse(thresholds, List.of()), summary(status, completed, failed, List.of()));
        return log.exitCode(summary, signal, List.of());
    }

    /** The words are AvailabilityReportTest's. */
    @Test
    void aServerThatWasAwayWhenTheWindowEndedIsNoResult() {
        Outage over = new Outage(1, -9_000, 2.0, -8_000L, 1, 90, 1.5, new Outage.Failures(0, 0, 1));
        Outage atEnd = new Outage(3, -6_600, null, null, 6.6, 90, null, new Outage.Failures(2, 2, 9));
        Outage untilDrain = new Outage(3, -6_600, 10.0, 5L, 7, 90, null, new Outage.Failures(2, 2, 9));
        RunSummary whole = summary(Status.COMPLETE, 1000, 0, List.of());

        assertThat(code(whole.with(PostRunChecks.of(List.of(over))))).isEqualTo(ExitCode.OK);
        assertThat(code(whole.with(PostRunChecks.of(List.of(over, atEnd))))).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(code(whole.with(PostRunChecks.of(List.of(untilDrain))))).isEqualTo(ExitCode.RUN_INVALID);
        assertThat(Verdict.worst(whole.withEnding(Ending.RUNNING).with(PostRunChecks.of(List.of(atEnd)))))
                .isEqualTo(Verdict.INCOMPLETE);
    }

    private ExitCode code(RunSummary summary) {
        return log.exitCode(summary, null, List.of());
    }

    /** The sentences are VerdictFinderTest's. */
    @Test
    void whatMakesFiguresWeakIsSaidAtTheEnd() {
        RunSummary alone = summary(Status.COMPLETE, 1000, 0, List.of());
        RunConditions weak = with(RunConditions.NONE, "unsafeSettings", List.of("fsync=off"), "runsBeside", 1);
        assertThat(LogLines.during(() -> code(alone.with(weak))))
                .contains("Term-00, The server ran with fsync=off: a crash may lose committed transactions.")
                .anyMatch(line -> line.contains("Another run changed this database at the same time"));
        assertThat(LogLines.during(() -> code(alone)))
                .noneMatch(line -> line.contains("a crash") || line.contains("at the same time"));
    }

    private static RunSummary summary(Status status, long completed, long failed, List<CheckResult> checks) {
        SeriesRow.Counts counts = new SeriesRow.Counts(0, failed, 0, 0, 0);
        TypeSummary type = made(TypeSummary.class, "type", "NEW_ORDER", "count", completed, "counts", counts);
        return new RunSummary(
                new Ending(status, status == Status.COMPLETE ? null : "because"),
                RunFactsFixture.facts(1, 1).with(new Window(0, 0, 0, 60, 0)),
                made(Figures.class, "tpmC", 1, "types", List.of(type)),
                PostRunChecks.NONE.withCheck(checks));
    }

    /** The sentences are VerdictFinderTest's. */
    @Test
    void theVerdictIsSaidInTheLanguageOfTheUser() {
        RunLog chinese = new RunLog(SecretMask.of(List.of()), Words.in(Language.ZH));
        RunSummary stopped = summary(Status.INTERRUPTED, 900, 100, List.of())
                .withEnding(
                        new Ending(Status.INTERRUPTED, new EndingCause(EndingCause.Kind.STOPPED, "by Ctrl-C (SIGINT)")))
                .withUnwritten(List.of("disk full"));
        assertThat(LogLines.during(() -> chinese.exitCode(stopped, ExitCode.INTERRUPTED, List.of())))
                .anyMatch(line -> line.contains("1,000 个事务中有 100 个失败"))
                .anyMatch(line -> line.contains("Ctrl-C，SIGINT"))
                .contains("Term-00, 结论：被中断；不完整；错误过多");
        assertThat(LogLines.during(() -> log.exitCode(stopped, ExitCode.INTERRUPTED, List.of())))
                .anyMatch(line -> line.contains("before its planned end by Ctrl-C (SIGINT); the figures cover 60 s"))
                .anyMatch(line -> line.endsWith("of its summary do. disk full."));
    }
}
