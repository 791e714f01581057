package io.bmsql.report;

import static io.bmsql.testing.Records.made;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.bmsql.analysis.Verdict;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.report.ReportModel.Findings;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Agent;
import io.bmsql.result.EndingCause;
import io.bmsql.result.EndingCause.Kind;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class VerdictFinderTest {
    private static final double[] STEADY = {10000, 10_000};
    private static final RunSummary SUMMARY = SampleRun.tenMinutes().summary();
    private static final LedgerResult.Check LOST = rule("new-orders", LedgerResult.State.FAILED, 2, 0);

    private static Findings judge(RunSummary summary) {
        return judge(summary, STEADY, List.of());
    }

    private static Findings judge(RunSummary summary, double[] halves, List<String> unsafe) {
        RunConditions conditions = with(RunConditions.NONE, "unsafeSettings", unsafe);
        RunSummary judged = summary.with(conditions.with(WindowConditions.steadiness(seconds(halves))));
        List<Outage> outages = summary.postRun().availability();
        return new VerdictFinder(judged, 0, outages, List.of(), Words.in(Language.EN)).judge();
    }

    private static List<String> told(RunSummary judged, Language language) {
        return new VerdictFinder(judged, 0, List.of(), List.of(), Words.in(language))
                .judge()
                .sentences();
    }

    /** A minute with these counts in its halves. */
    private static double[] seconds(double[] halves) {
        return IntStream.range(0, 60).mapToDouble(i -> halves[i / 30] / 30).toArray();
    }

    private static RunSummary paced(PacingMode pacing, int cap, double multiplier) {
        boolean isOpen = pacing == PacingMode.ARRIVAL_RATE;
        return paced(new Pace(pacing, "minutes", isOpen ? 0 : cap, multiplier, multiplier, isOpen ? cap : 0, null));
    }

    private static RunSummary paced(Pace pace) {
        return with(SUMMARY, "run.pace", pace);
    }

    /** A rate is so many times what was reached. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    CLOSED_LOOP  | 0 | 0   | VALID_WITHOUT_WAITS | not comparable with published TPC-C results
                    THINK_TIME   | 0 | 1   | VALID               | not an audited TPC-C result
                    THINK_TIME   | 0 | 0.1 | VALID_WITHOUT_WAITS | think times were shortened, so the figures are not comparable
                    RATE         | 1 | 0   | CAPPED              | shaped the result
                    RATE         | 2 | 0   | VALID_WITHOUT_WAITS | was not reached
                    ARRIVAL_RATE | 1 | 0   | CAPPED              | open model
                    ARRIVAL_RATE | 2 | 0   | OVERLOADED          | backlog
                    """)
    void howTerminalsWereSentDecides(PacingMode pacing, int asked, double multiplier, Verdict verdict, String told) {
        Findings findings = judge(paced(pacing, asked * (int) SUMMARY.figures().tpmTotal(), multiplier));
        assertThat(findings.verdicts()).containsExactly(verdict);
        assertThat(findings.sound()).isEqualTo(verdict.isSound());
        assertThat(findings.sentences()).anyMatch(sentence -> sentence.contains(told));
    }

    /** Half of those that began failed; the rate is so many times what was completed. */
    @ParameterizedTest
    @CsvSource({"RATE, 2, true", "RATE, 2.2, false", "ARRIVAL_RATE, 2, true", "ARRIVAL_RATE, 2.2, false"})
    void aRateWasReachedWhenTransactionsBeganAtIt(PacingMode pacing, double asked, boolean isReached) {
        List<TypeSummary> types = SUMMARY.figures().types().stream()
                .map(type -> with(type, "counts", new SeriesRow.Counts(0, type.count() - 1, 1, 0, 0)))
                .toList();
        RunSummary failed =
                SampleRun.figures(paced(pacing, (int) (asked * SUMMARY.figures().tpmTotal()), 0), "types", types);
        Findings findings = judge(failed);
        assertThat(findings.verdicts().contains(Verdict.CAPPED)).isEqualTo(isReached);
        assertThat(findings.verdicts().contains(Verdict.OVERLOADED))
                .isEqualTo(!isReached && pacing == PacingMode.ARRIVAL_RATE);
        assertThat(findings.sentences().toString().contains("was not reached"))
                .isEqualTo(!isReached && pacing == PacingMode.RATE);
    }

    @Test
    void whatALostAgentDidNotSendOverloadsNoServer() {
        RunSummary open =
                paced(PacingMode.ARRIVAL_RATE, 2 * (int) SUMMARY.figures().tpmTotal(), 0);
        Agent lost = made(Agent.class, "lost", new AgentFacts.Lost(12.0, "killed"));
        AgentFacts group = new AgentFacts("g", AgentFacts.ALL, 2, List.of(lost));
        assertThat(Verdict.of(with(open, "run.size.agents", group))).containsExactly(Verdict.INCOMPLETE);
    }

    /** In a minute. Its ends may leave out one, and of long ones some are under way when it ends, unless some were when it began. */
    @ParameterizedTest
    @CsvSource({
        "10, 9, 0, 0, true",
        "10, 8, 0, 0, false",
        "12, 10, 10000, 0, true",
        "12, 10, 10000, 60, false",
        "600, 550, 100, 0, false"
    })
    void aLowRateIsReachedWithAllThatCouldEnd(
            int rate, long done, double serviceMs, double rampupSeconds, boolean isReached) {
        TypeSummary type = with(
                SUMMARY.figures().types().get(0),
                "count",
                done,
                "counts",
                made(SeriesRow.Counts.class),
                "service.meanMs",
                serviceMs);
        RunSummary open = SampleRun.figures(
                paced(PacingMode.ARRIVAL_RATE, rate, 0), "types", List.of(type), "tpmTotal", (double) done);
        assertThat(Verdict.isRateReached(
                        with(open, "run.window.windowSeconds", 60.0, "run.window.rampupSeconds", rampupSeconds)))
                .isEqualTo(isReached);
    }

    /** Four minutes without a server, or at half of its speed: the cap limited the other six. */
    @Test
    void aCapThatMayHaveLimitedAPartOfTheWindowIsNotSaidToHaveHadNoEffect() {
        RunSummary missed =
                paced(PacingMode.RATE, (int) (1.5 * SUMMARY.figures().tpmTotal()), 0);
        assertThat(judge(missed).sentences()).anyMatch(sentence -> sentence.contains("was not reached"));
        Outage away = new Outage(100, 0, 340.0, 0L, 240, 99, null, new Outage.Failures(1, 0, 9));
        assertThat(judge(missed.with(PostRunChecks.of(List.of(away)))).sentences())
                .noneMatch(sentence -> sentence.contains("was not reached"));
        assertThat(judge(missed, new double[] {100_000, 60_000}, List.of()).sentences())
                .noneMatch(sentence -> sentence.contains("was not reached"));
    }

    @ParameterizedTest
    @EnumSource(names = {"RATE", "ARRIVAL_RATE"})
    void aRunThatWasStoppedInItsRampUpMissedNoRate(PacingMode pacing) {
        RunSummary begun = with(paced(pacing, 6_000, 0), "figures", made(Figures.class))
                .withEnding(new Ending(Status.INTERRUPTED, ""));
        RunSummary stopped = with(begun, "run", begun.run().with(new Window(0, 0, 30, 0, 600)));
        assertThat(Verdict.of(stopped)).containsExactly(Verdict.INTERRUPTED, Verdict.NO_RESULT);
        assertThat(told(stopped, Language.EN)).noneMatch(sentence -> sentence.contains("not reached"));
    }

    @ParameterizedTest
    @CsvSource({"0, arrivalRate=", "1, limitTxnsPerMin="})
    void anOpenModelIsNamedByItsPropertyWhichOlderRunsHadAnotherFor(int older, String property) {
        int rate = (int) SUMMARY.figures().tpmTotal() * 2;
        Pace pace = new Pace(PacingMode.ARRIVAL_RATE, "minutes", older * rate, 0, 0, rate, null);
        assertThat(judge(paced(pace)).sentences().get(0)).contains(property + rate);
    }

    /** A rate is so many times what was reached. */
    @ParameterizedTest
    @CsvSource({
        "CLOSED_LOOP, 0, 0, CONNECTIONS, false",
        "RATE, 1, 0, RATE, true",
        "RATE, 2, 0, CONNECTIONS, false",
        "ARRIVAL_RATE, 1, 0, RATE, true",
        "ARRIVAL_RATE, 2, 0, CONNECTIONS, false",
        "THINK_TIME, 0, 1, WAITS, true",
        "THINK_TIME, 0, 0.1, WAITS, true",
        "THINK_TIME, 0, 1, CONNECTIONS, false",
        "THINK_TIME, 0, 1, , true",
        "THINK_TIME, 0, 0.1, , false"
    })
    void aColdCompilerTakesNoThroughputWhereMoreWasNotAskedFor(
            PacingMode pacing, int asked, double multiplier, LimitedBy.@Nullable Cause cause, boolean isHeld) {
        LimitedBy limit = cause == null ? null : LimitedBy.of(cause, 1, 2, 3);
        RunSummary cold = paced(pacing, asked * (int) SUMMARY.figures().tpmTotal(), multiplier)
                .with(with(RunConditions.NONE, "limit", limit, "compilerPercent", 20.0));
        assertThat(told(cold, Language.EN))
                .contains(Words.in(Language.EN).text(isHeld ? "verdict.compiler.held" : "verdict.compiler", "20"));
    }

    /** Of 400 transactions halves of 160 and 240 differ by four standard deviations. */
    @ParameterizedTest
    @CsvSource({
        "160, 240, 400, faster, true",
        "159, 241, 400, faster, false",
        "239, 161, 400, slower, true",
        "241, 159, 400, slower, false",
        "90, 310, 400, faster, false",
        "0, 8, 8, '', true",
        "8, 0, 8, slower, true"
    })
    void halvesDifferByChanceOnlyWhereTheirCountsMay(
            double first, double second, long all, String change, boolean isChance) {
        RunSummary run = with(SUMMARY, "run", SUMMARY.run().with(new Window(0, 4_000, 0, 4, 0)));
        TypeSummary payments = with(SUMMARY.figures().types().get(1), "count", all);
        RunSummary judged = SampleRun.figures(run, "types", List.of(payments))
                .with(RunConditions.NONE.with(WindowConditions.steadiness(new double[] {first, 0, second, 0})));
        String told = told(judged, Language.EN).toString();
        assertThat(told).contains("too short for a steady figure");
        assertThat(told.contains("tell whether that is chance")).isEqualTo(isChance && !change.isEmpty());
        assertThat(told.contains("that is no chance")).isNotEqualTo(isChance);
        assertThat(told.contains("% " + change + " than the first")).isNotEqualTo(change.isEmpty());
        assertThat(told.contains("too short to tell")).isEqualTo(isChance);
    }

    @Test
    void aWindowWhoseHalvesDifferByMoreThanChanceIsUnsteady() {
        Findings slower = judge(SUMMARY, new double[] {100_000, 60_000}, List.of());
        assertThat(slower.word()).isEqualTo("Unsteady");
        assertThat(slower.sentences().get(0)).contains("throughput fell by 40.0% after 0:30", "CUSUM test");
        for (double[] halves : new double[][] {{100_000, 96_000}, {50, 40}}) {
            assertThat(judge(SUMMARY, halves, List.of()).word()).startsWith("Valid");
        }
    }

    /** From nothing to something is no percentage. */
    @ParameterizedTest
    @CsvSource({
        "0, 4, nothing was completed in the window before 0:04",
        "0, 9, 'nothing was completed for a tenth of the window or longer in all; the longest standstill began at 0:00'",
        "20, 30, 'nothing was completed for a tenth of the window or longer in all; the longest standstill began at 0:20'",
        "30, 60, 'nothing was completed for a tenth of the window or longer in all; the longest standstill began at 0:30'"
    })
    void aWindowThatStoodStillSaysSo(int from, int until, String sentence) {
        double[] seconds = IntStream.range(0, 60)
                .mapToDouble(i -> i >= from && i < until ? 0 : 990 + i % 20)
                .toArray();
        RunSummary still = SUMMARY.with(RunConditions.NONE.with(WindowConditions.steadiness(seconds)));
        assertThat(told(still, Language.EN).get(0)).contains(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "EN, 495, 'from 0:20 to 0:40 (minutes:seconds of the window) throughput was 50.2% lower'",
        "EN, 1990, 'from 0:20 to 0:40 (minutes:seconds of the window) throughput was 100.1% higher'",
        "ZH, 495, '从 0:20 到 0:40（窗口内的分:秒）吞吐量比窗口其余部分低 50.2%，之后恢复'"
    })
    void aLevelThatCameBackIsToldFromWhenToWhen(Language language, int middle, String sentence) {
        double[] seconds = IntStream.range(0, 60)
                .mapToDouble(i -> i >= 20 && i < 40 ? middle : 990 + i % 10)
                .toArray();
        RunSummary dip = SUMMARY.with(RunConditions.NONE.with(WindowConditions.steadiness(seconds)));
        assertThat(told(dip, language).get(0)).contains(sentence);
    }

    private static RunSummary ended(Status status) {
        return SUMMARY.withEnding(new Ending(status, "The server stayed away."));
    }

    /** One of so many failed beside those that were completed. */
    private static RunSummary failing(long oneOf) {
        List<TypeSummary> types = SUMMARY.figures().types().stream()
                .map(type -> with(type, "counts", new SeriesRow.Counts(0, type.count() / oneOf, 0, 0, 0)))
                .toList();
        return SampleRun.figures(SUMMARY, "types", types);
    }

    private static RunSummary lasting(int seconds) {
        return with(SUMMARY, "run", SUMMARY.run().with(new Window(0, seconds * 1_000L, 0, seconds, 0)));
    }

    private static RunSummary waiting(double seconds) {
        return SampleRun.figures(SUMMARY, "resultWaits", new RunSummary.ResultWaits(12, seconds, 45.5));
    }

    private static LedgerResult.Check rule(String name, LedgerResult.State state, long violations, long surplus) {
        return new LedgerResult.Check(name, "", state, 9, violations, surplus, List.of());
    }

    private static LedgerResult ledger(LedgerResult.Check... rules) {
        boolean isPassed = Stream.of(rules).noneMatch(rule -> rule.state() == LedgerResult.State.FAILED);
        return made(LedgerResult.class, "passed", isPassed, "checks", List.of(rules));
    }

    private static RunSummary verified(LedgerResult.Check... rules) {
        return SUMMARY.with(found -> found.withLedger(ledger(rules)));
    }

    static Stream<Arguments> whatASummarySaysIsTheVerdict() {
        CheckResult broken = new CheckResult("3.3.2.4", "lines", false, 3, 0.1, List.of("district 1/1"), null);
        List<TypeSummary> types = SUMMARY.figures().types();
        List<TypeSummary> unwritten = new ArrayList<>(types);
        unwritten.set(1, with(types.get(1), "writesWithoutRow", 7L));
        RunSummary withoutNewOrders = SampleRun.figures(SUMMARY, "types", types.subList(1, 6));
        List<EffectiveSetting> reading = List.of(new EffectiveSetting("newOrderWeight", "0", ""));
        LedgerResult.Check more = rule("phantoms", LedgerResult.State.FAILED, 3, 3);
        return Stream.of(
                arguments(SUMMARY, "VALID_WITHOUT_WAITS", ""),
                arguments(ended(Status.RUNNING), "INCOMPLETE", "10 min"),
                arguments(ended(Status.INTERRUPTED), "INTERRUPTED", "(The server stayed away)"),
                arguments(ended(Status.ABORTED), "ABORTED", "(The server stayed away)"),
                arguments(failing(98), "ERRORS", "1.0"),
                arguments(failing(101), "VALID_WITHOUT_WAITS", ""),
                arguments(SUMMARY.with(found -> found.withCheck(List.of(broken))), "INCONSISTENT", "3.3.2.4"),
                arguments(withoutNewOrders, "NO_RESULT", ""),
                arguments(with(withoutNewOrders, "run.settings", reading), "WITHOUT_TPMC", ""),
                arguments(with(SUMMARY, "figures", made(Figures.class)), "NO_RESULT", ""),
                arguments(SampleRun.figures(SUMMARY, "types", unwritten), "NOTHING_WRITTEN", "all 7 of Payment"),
                arguments(lasting(60), "VALID_WITHOUT_WAITS", ""),
                arguments(lasting(59), "SHORT", "a window of 59 s"),
                arguments(waiting(600), "RESULT_DISK_STALLED", "600 s in all, 45.5 s at most"),
                arguments(waiting(0.2), "VALID_WITHOUT_WAITS", ""),
                arguments(verified(LOST), "DATA_LOST", "new-orders 2"),
                arguments(verified(more), "SURPLUS", "phantoms 3"),
                arguments(verified(more, LOST), "DATA_LOST SURPLUS", "new-orders 2"),
                arguments(verified(rule("payments", LedgerResult.State.OK, 0, 0)), "VALID_WITHOUT_WAITS", ""),
                arguments(verified(rule("payments", LedgerResult.State.OPEN, 2, 0)), "VALID_WITHOUT_WAITS", ""));
    }

    @ParameterizedTest(name = "{1} {2}")
    @MethodSource
    void whatASummarySaysIsTheVerdict(RunSummary summary, String verdicts, String reason) {
        Findings findings = judge(summary);
        assertThat(findings.verdicts()).extracting(Verdict::name).containsExactly(verdicts.split(" "));
        assertThat(findings.sound()).isEqualTo(findings.verdicts().get(0).isSound());
        assertThat(findings.sentences().get(0)).contains(reason).doesNotContain("{");
    }

    /** Seen on a server with synchronous_commit=off that was stopped hard: the headline said "Valid". */
    @Test
    void lostDataComesBeforeEverythingElse() {
        RunSummary lost = SUMMARY.withEnding(new Ending(Status.ABORTED, "The server stayed away"))
                .with(found -> found.withCheck(
                                List.of(new CheckResult("3.3.2.1", "ytd", false, 1, 0.1, List.of(), null)))
                        .withLedger(ledger(LOST)));
        Findings findings = judge(lost, STEADY, List.of("synchronous_commit=off"));
        assertThat(findings.verdicts()).containsExactly(Verdict.DATA_LOST, Verdict.INCONSISTENT, Verdict.ABORTED);
        assertThat(findings.word()).isEqualTo("Data lost");
        assertThat(findings.sound()).isFalse();
        assertThat(findings.sentences().get(0)).startsWith("Data lost: ").contains("new-orders 2");
        assertThat(findings.sentences().get(1)).contains("synchronous_commit=off", "may lose committed");
        assertThat(findings.sentences().get(2)).startsWith("Inconsistent: ");
        assertThat(findings.sentences().get(3)).startsWith("Aborted: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    EN | INTERRUPTED | STOPPED        | by SIGTERM           |              | Interrupted: the run was stopped before its planned end by SIGTERM;
                    ZH | INTERRUPTED | STOPPED        | by SIGTERM           |              | 被中断：运行在计划结束之前被停止（SIGTERM）；
                    ZH | INTERRUPTED | STOPPED        | ''                   | agent 2 (c2) | 被中断：运行在计划结束之前被停止；
                    ZH | INTERRUPTED | STOPPED        | because agent 2 was lost |          | 被中断：运行在计划结束之前被停止（because agent 2 was lost）；
                    EN | ABORTED     | SERVER_GONE    | FATAL                | agent 2 (c2) | Aborted: the run ended by itself before its planned end (agent 2 (c2): The server did not come back: FATAL);
                    ZH | ABORTED     | SERVER_GONE    | FATAL                | agent 2 (c2) | 异常终止：运行在计划结束之前放弃（agent 2 (c2)：服务器没有恢复：FATAL）；
                    ZH | ABORTED     | ALL_FAILED     | All failed.          |              | 异常终止：运行在计划结束之前放弃（All failed）；
                    EN | COMPLETE    | CHECK_STOPPED  | by Ctrl-C (SIGINT)   |              | The measurement is complete, but not checked: the consistency check after it was broken off by Ctrl-C (SIGINT).
                    ZH | COMPLETE    | CHECK_STOPPED  | by Ctrl-C (SIGINT)   |              | 测量完整，但数据未经检查：一致性检查被中断（Ctrl-C，SIGINT）。
                    ZH | COMPLETE    | LEDGER_FAILED  | ERROR after it       |              | 测量完整，但数据未经检查：账本核对无法进行：ERROR after it。
                    """)
    void whyARunEndedIsSaidOnceAndInOneLanguage(
            Language language, Status status, Kind kind, String detail, @Nullable String agent, String told) {
        EndingCause cause = new EndingCause(kind, detail, agent == null ? "" : agent);
        RunSummary ended = SUMMARY.withEnding(new Ending(status, cause));
        assertThat(told(ended, language)).anyMatch(sentence -> sentence.startsWith(told));
    }

    @Test
    void settingsThatAllowALossAreARemarkInEveryRun() {
        Findings findings = judge(SUMMARY, STEADY, List.of("fsync=off", "full_page_writes=off"));
        assertThat(findings.word()).isEqualTo("Valid, without think times");
        assertThat(findings.sentences())
                .last()
                .asString()
                .contains("fsync=off, full_page_writes=off", "may lose committed");
    }

    @Test
    void whatIsMissingInTheFilesAndWhenTheServerWasAwayComeBeforeAShortWindow() {
        Outage away = new Outage(20, 20_000, null, null, 10, 99, null, new Outage.Failures(4, 0, 9));
        RunSummary summary = lasting(30)
                .with(PostRunChecks.of(List.of(away)))
                .withUnwritten(List.of("r/data/series.csv is incomplete: disk full", "another"));
        Findings findings = judge(summary);
        assertThat(findings.verdicts()).containsExactly(Verdict.SERVER_UNREACHABLE, Verdict.INCOMPLETE, Verdict.SHORT);
        assertThat(findings.word()).isEqualTo("Server unreachable; 1 outage, 10.0 s without service");
        assertThat(findings.sound()).isFalse();
        assertThat(findings.sentences().get(0)).contains("unreachable when the window ended", "at 0:20");
        assertThat(findings.sentences().get(1)).contains("series.csv is incomplete: disk full, and 1 more.");
    }

    /** What a full disk cut off, or who took another run's file, looks like a run that stopped half-way. */
    @Test
    void filesThatAreCutOffDoNotOverrideTheirSummary() {
        RunData run = SampleRun.tenMinutes();
        assertThat(WindowConditions.judged(run).summary().conditions().steadiness())
                .isNotNull();
        RunData known = with(run, "summary", run.summary().withUnwritten(List.of("series.csv is incomplete")));
        assertThat(WindowConditions.judged(known)).isSameAs(known);

        RunData half = with(run, "series", run.series().subList(0, run.series().size() / 2));
        assertThat(WindowConditions.judged(half).summary().conditions().steadiness())
                .isEqualTo(run.summary().conditions().steadiness());
        RunData killed = with(half, "summary", run.summary().withEnding(Ending.RUNNING));
        assertThat(WindowConditions.judged(killed).summary().conditions().steadiness())
                .as("its summary may be older than its series")
                .isNotNull();
    }
}
