package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.report.ReportModel.Verdict;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.spec.PacingMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictsTest {
    private static final long[] STEADY = {10_000, 10_000};
    private static final RunSummary SUMMARY = SampleRun.tenMinutes().summary();

    private static Verdict judge(RunSummary summary) {
        return Verdicts.judge(
                summary, summary.availability(), List.of(), STEADY, List.of(), Words.in(ReportLanguage.EN));
    }

    private static RunSummary paced(PacingMode pacing, int cap, double multiplier) {
        RunFacts run = SUMMARY.run();
        RunFacts facts = new RunFacts(
                1,
                "1",
                "postgres",
                "default",
                "plain",
                "",
                1,
                10,
                10,
                100,
                100,
                pacing,
                "minutes",
                cap,
                multiplier,
                multiplier,
                0,
                0,
                0,
                run.windowSeconds(),
                0,
                run.environment(),
                run.settings(),
                null);
        return SampleRun.with(SUMMARY, facts, SUMMARY.types(), List.of());
    }

    private static RunSummary ended(Status status, String reason) {
        return new RunSummary(
                1,
                status,
                reason,
                SUMMARY.run(),
                SUMMARY.tpmC(),
                SUMMARY.tpmTotal(),
                1,
                SUMMARY.types(),
                List.of(),
                SUMMARY.workload(),
                List.of());
    }

    @Test
    void aRunWithoutWaitsIsValidButNotComparable() {
        Verdict verdict = judge(SUMMARY);
        assertThat(verdict.word()).isEqualTo("Valid, without think times");
        assertThat(verdict.sound()).isTrue();
        assertThat(verdict.sentences())
                .containsExactly(
                        "Valid only among runs of this kind: the terminals ran without keying and think times, so"
                                + " the figures are not comparable with published TPC-C results.");
    }

    @Test
    void aRunWithFullWaitsIsValidAndStillNotAudited() {
        Verdict verdict = judge(paced(PacingMode.THINK_TIME, 0, 1));
        assertThat(verdict.word()).isEqualTo("Valid");
        assertThat(verdict.sentences()).last().asString().contains("not an audited TPC-C result");
    }

    @Test
    void shortenedWaitsAreNotComparableEither() {
        assertThat(judge(paced(PacingMode.THINK_TIME, 0, 0.1)).sentences())
                .last()
                .asString()
                .contains("think times were shortened")
                .contains("not comparable with published TPC-C results");
    }

    @Test
    void aCapThatWasReachedShapesTheResult() {
        Verdict reached = judge(paced(PacingMode.RATE, (int) SUMMARY.tpmTotal(), 0));
        assertThat(reached.word()).isEqualTo("Capped");
        assertThat(reached.sentences().get(0)).contains("shaped the result");
        assertThat(judge(paced(PacingMode.RATE, (int) SUMMARY.tpmTotal() * 2, 0))
                        .sentences()
                        .get(0))
                .contains("not reached");
    }

    @Test
    void aWindowWhoseHalvesDifferIsUnsteady() {
        Verdict slower = Verdicts.judge(
                SUMMARY, List.of(), List.of(), new long[] {100_000, 60_000}, List.of(), Words.in(ReportLanguage.EN));
        assertThat(slower.word()).isEqualTo("Unsteady");
        assertThat(slower.sentences().get(0)).contains("second half").contains("40.0% slower");
        assertThat(Verdicts.judge(
                                SUMMARY,
                                List.of(),
                                List.of(),
                                new long[] {100_000, 96_000},
                                List.of(),
                                Words.in(ReportLanguage.EN))
                        .word())
                .startsWith("Valid");
    }

    @Test
    void chanceIsNotUnsteadiness() {
        assertThat(Verdicts.judge(
                                SUMMARY,
                                List.of(),
                                List.of(),
                                new long[] {50, 40},
                                List.of(),
                                Words.in(ReportLanguage.EN))
                        .word())
                .startsWith("Valid");
    }

    @ParameterizedTest
    @EnumSource(names = "COMPLETE", mode = EnumSource.Mode.EXCLUDE)
    void aRunThatDidNotReachItsEndIsNoResult(Status status) {
        Verdict verdict = judge(ended(status, "The server stayed away."));
        assertThat(verdict.sound()).isFalse();
        assertThat(verdict.word()).isIn("Incomplete", "Interrupted", "Aborted");
        assertThat(verdict.sentences().get(0)).contains("10 min");
        if (status != Status.RUNNING) {
            assertThat(verdict.sentences().get(0)).contains("(The server stayed away)");
        }
    }

    @Test
    void moreThanOnePercentOfErrorsSpoilsARun() {
        List<TypeSummary> types = SUMMARY.types().stream()
                .map(type -> new TypeSummary(
                        type.type(),
                        type.count(),
                        20,
                        0,
                        type.count() / 50,
                        0,
                        0,
                        0,
                        type.response(),
                        type.service(),
                        0))
                .toList();
        Verdict verdict = judge(SampleRun.with(SUMMARY, SUMMARY.run(), types, List.of()));
        assertThat(verdict.word()).isEqualTo("Errors");
        assertThat(verdict.sound()).isFalse();
        assertThat(verdict.sentences().get(0)).contains("1.959%");
    }

    @Test
    void aBrokenConsistencyConditionSpoilsARun() {
        Verdict verdict =
                judge(SUMMARY.withCheck(List.of(new CheckResult("3.3.2.4", "lines", false, 3, 0.1, "district 1/1"))));
        assertThat(verdict.word()).isEqualTo("Inconsistent");
        assertThat(verdict.sentences().get(0)).contains("3.3.2.4");
    }

    @Test
    void aRunWithoutNewOrdersHasNoResult() {
        assertThat(judge(SampleRun.with(SUMMARY, SUMMARY.run(), List.of(), List.of()))
                        .word())
                .isEqualTo("No result");
    }
}
