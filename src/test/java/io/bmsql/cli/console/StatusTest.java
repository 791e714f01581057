package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.Metric;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.LoadProfile;
import io.bmsql.measure.LiveView;
import io.bmsql.report.Words;
import io.bmsql.result.Outage;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run or a load says of itself meanwhile: as a line, as a block and as an object. */
class StatusTest {
    private static final Words ENGLISH = Words.in(Language.EN);
    private static final Words CHINESE = Words.in(Language.ZH);
    private static final LoadStatus HALF = new LoadStatus(3, 10, 2_500_000, 0, 5_000_000, 350_000_000, 10);

    private static final RunStatus STATUS = new RunStatus(
            live(RunPhase.MEASURE, List.of(), 12345.1, 28123.4, 12100.5, 27012.344, 5.25, 11.31, 1, 12),
            31.2,
            60,
            3,
            12L << 20,
            128L << 20);

    /** @param of tpmC and tpmTotal now, their averages, p90 and p99 in milliseconds, errors, retries */
    private static LiveView live(RunPhase phase, List<Outage> outages, double... of) {
        Metric metric = TpccTransaction.TYPES.metric();
        LiveView.Figures figures = new LiveView.Figures(
                new LiveView.Speed(metric, of[0], of[1]),
                new LiveView.Speed(metric, of[2], of[3]),
                of[4],
                of[5],
                0,
                (long) of[6],
                (long) of[7],
                outages);
        return new LiveView(phase, 0, 0, 0, figures, null);
    }

    @Test
    void aRunIsALineWithoutControlCharactersABlockAndAnObject() {
        assertThat(STATUS.plain())
                .matches("[ -~]+")
                .startsWith("Term-00, Running Average tpmTOTAL: 27012.34    Current tpmTOTAL: 28123    "
                        + "Memory Usage: 12MB / 128MB    ")
                .contains("measuring 0:31 of 1:00, 0:29 left", "tpmC: 12345.1 now, 12100.5 average")
                .contains("p90 5.25 ms, p99 11.3 ms", "Errors: 1", "Retries: 12", "Backlog: 3");
        assertThat(STATUS.block(false, ENGLISH))
                .as("without colours")
                .containsExactly(
                        "measuring  0:31 of 1:00, 0:29 left",
                        "tpmC       12,345 now   12,101 average",
                        "New-Order  p90 5.25 ms   p99 11.3 ms",
                        "errors 1   retries 12   backlog 3");
        assertThat(String.join("", STATUS.block(true, ENGLISH))).contains("\u001b[31m");
        assertThat(STATUS.json())
                .startsWith("{\"event\":\"run\",\"phase\":\"measuring\",\"elapsedSeconds\":31.2")
                .contains("\"newOrderP90Ms\":5.250", "\"memoryUsedBytes\":12582912")
                .endsWith("}");
    }

    /** The plain line stays as BenchmarkSQL's, for scripts. */
    @Test
    void theBlockIsInTheLanguageOfTheRunWithItsFiguresBelowEachOther() {
        assertThat(STATUS.block(false, CHINESE))
                .containsExactly(
                        "测量       0:31 / 1:00，剩余 0:29",
                        "tpmC       当前 12,345   平均 12,101",
                        "New-Order  p90 5.25 ms   p99 11.3 ms",
                        "错误 1   重试 12   积压 3");
        assertThat(HALF.block(CHINESE)).last().isEqualTo("仓库 3/10  约剩 0:10  250,000 行/s，35.0 MB/s");
    }

    @Test
    void theStepOfAShapedLoadIsNamed() {
        LiveView view = STATUS.live();
        LiveView.Step step = new LiveView.Step(3, 5, "4000 \u2192 8000/min", 6200, LoadProfile.Unit.RATE);
        RunStatus shaped = new RunStatus(
                new LiveView(view.phase(), 0, 0, 0, view.figures(), step), 31.2, 60, 3, 12L << 20, 128L << 20);
        assertThat(shaped.block(false, ENGLISH)).contains("load step  3 of 5   4000 \u2192 8000/min   now 6200/min");
        assertThat(shaped.plain()).matches("[ -~]+").endsWith("Backlog: 3    Load step: 3 of 5, 6200/min");
        assertThat(shaped.json()).contains("\"loadStep\":{\"number\":3,\"count\":5,", "\"level\":6200.0}");
        assertThat(STATUS.json()).doesNotContain("loadStep");
    }

    @Test
    void whatNobodyKnowsYetIsNoZero() {
        RunStatus rampup =
                new RunStatus(live(RunPhase.RAMPUP, List.of(), 9000, 20000, 0, 0, 0, 0, 0, 0), 3, 30, 0, 1, 1);
        assertThat(rampup.plain()).contains("tpmC: 9000.0 now    New-Order: p90 -, p99 -    Errors: 0");
        assertThat(rampup.block(false, ENGLISH)).contains("tpmC       9,000 now", "New-Order  p90 -   p99 -");
    }

    private static RunStatus withOutages(double awaySeconds) {
        Outage before = new Outage(1, 1, 2.0, 2L, 1, 0, 2.0, new Outage.Failures(0, 0, 0));
        Outage last = awaySeconds > 0
                ? new Outage(9, 9, null, null, awaySeconds, 0, null, new Outage.Failures(0, 0, 0))
                : before;
        LiveView live = live(RunPhase.MEASURE, List.of(before, last), 0, 0, 12100.5, 27012, 0, 0, 1, 12);
        return new RunStatus(live, 31.2, 60, 3, 1, 1);
    }

    @Test
    void anOutageShowsWhileItLastsAndIsRememberedAfterIt() {
        assertThat(withOutages(72.3).block(false, ENGLISH)).hasSize(5).last().isEqualTo("server unreachable for 1:12");
        assertThat(withOutages(72.3).plain()).matches("[ -~]+").endsWith("    Server unreachable for 1:12");
        assertThat(withOutages(72.3).json()).endsWith(",\"awaySeconds\":72.3,\"outages\":2}");
        assertThat(withOutages(0).block(false, ENGLISH)).last().isEqualTo("outages 2, the server is back");
        assertThat(withOutages(0).plain()).endsWith("Backlog: 3");
    }

    @Test
    void aRunWithoutPlannedEndShowsOnlyWhatHasPassed() {
        RunStatus counted = new RunStatus(live(RunPhase.MEASURE, List.of(), 1, 1, 1, 1, 1, 1, 0, 0), 5, 0, 0, 0, 0);
        assertThat(counted.block(false, ENGLISH).get(0)).isEqualTo("measuring  0:05");
    }

    @Test
    void oneLineSaysWhatAnAgentDoesOrThatItIsLost() {
        LiveView.Figures figures = live(RunPhase.MEASURE, List.of(), 4115.4, 9000, 4000, 9000, 5.25, 11.31, 2, 12)
                .figures();
        assertThat(RunStatus.agent(ENGLISH, "agent 2 (c2)", false, figures, 3))
                .isEqualTo("agent 2 (c2)   tpmC  4,115 now   errors 2   backlog 3");
        assertThat(RunStatus.agent(ENGLISH, "agent 2 (c2)", true, figures, 3)).isEqualTo("agent 2 (c2)   lost");
    }

    @Test
    void plainLineTellsRatesAndTheTimeLeft() {
        assertThat(HALF.plain(ENGLISH))
                .isEqualTo("Loading: 3 of 10 warehouses done, 2,500,000 of about 5,000,000 rows, 250,000 rows/s,"
                        + " 35.0 MB/s, 0:10 elapsed, about 0:10 left");
    }

    @Test
    void theBarAndTheObjectTellTheTimeLeftToo() {
        assertThat(HALF.block(ENGLISH))
                .containsExactly(
                        "Loading  50% [" + "=".repeat(15) + " ".repeat(15) + "] 2,500 of 5,000 k rows  0:10",
                        "3/10 warehouses  about 0:10 left  250,000 rows/s, 35.0 MB/s");
        assertThat(HALF.json())
                .contains("\"event\":\"load\"", "\"bytes\":350000000", "\"remainingSeconds\":10.0", "\"rowsBefore\":0");
        LoadStatus more = new LoadStatus(10, 10, 6_000_000, 0, 5_000_000, 0, 10);
        assertThat(more.block(ENGLISH).get(0))
                .as("more rows than were expected")
                .contains("100% [" + "=".repeat(30) + "]");
    }

    @Test
    void theBeginningPromisesNothing() {
        LoadStatus beginning = new LoadStatus(0, 10, 0, 0, 5_000_000, 0, 0);
        assertThat(beginning.plain(ENGLISH)).endsWith("0:00 elapsed, time left not known yet");
        assertThat(beginning.json()).endsWith("\"remainingSeconds\":null}");
    }

    @Test
    void rowsThatWereThereBeforeCountInTheDistanceButNotInTheRate() {
        LoadStatus goingOn = new LoadStatus(6, 10, 1_000_000, 3_000_000, 5_000_000, 70_000_000, 10);

        assertThat(goingOn.plain(ENGLISH))
                .isEqualTo("Loading: 6 of 10 warehouses done, 4,000,000 of about 5,000,000 rows, 100,000 rows/s,"
                        + " 7.0 MB/s, 0:10 elapsed, about 0:10 left");
    }
}
