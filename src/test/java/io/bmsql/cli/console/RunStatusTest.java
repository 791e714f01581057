package io.bmsql.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.LoadProfile;
import io.bmsql.measure.LiveView;
import io.bmsql.result.Outage;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunStatusTest {
    private static final RunStatus STATUS = new RunStatus(
            live(RunPhase.MEASURE, 12345.1, 28123.4, 12100.5, 27012.344, 5.25, 11.31, 1, 12),
            31.2,
            60,
            3,
            12L << 20,
            128L << 20);

    private static LiveView live(
            RunPhase phase,
            double tpmCNow,
            double tpmTotalNow,
            double tpmCAverage,
            double tpmTotalAverage,
            double p90Millis,
            double p99Millis,
            long gaveUp,
            long retries,
            Outage... outages) {
        return new LiveView(
                phase,
                0,
                0,
                0,
                new LiveView.Figures(
                        new LiveView.Speed(TpccTransaction.TYPES.metric(), tpmCNow, tpmTotalNow),
                        new LiveView.Speed(TpccTransaction.TYPES.metric(), tpmCAverage, tpmTotalAverage),
                        p90Millis,
                        p99Millis,
                        0,
                        gaveUp,
                        retries,
                        List.of(outages)),
                null);
    }

    @Test
    void plainLineIsOneLineWithoutControlCharacters() {
        assertThat(STATUS.plain())
                .matches("[ -~]+")
                .startsWith("Term-00, Running Average tpmTOTAL: 27012.34    Current tpmTOTAL: 28123    "
                        + "Memory Usage: 12MB / 128MB    ")
                .contains("measuring 0:31 of 1:00, 0:29 left", "tpmC: 12345.1 now, 12100.5 average")
                .contains("p90 5.25 ms, p99 11.3 ms", "Errors: 1", "Retries: 12", "Backlog: 3");
    }

    @Test
    void theBlockShowsEverythingInFourLines() {
        assertThat(STATUS.block(false))
                .containsExactly(
                        "measuring  0:31 of 1:00, 0:29 left",
                        "tpmC       12,345 now   12,101 average",
                        "New-Order  p90 5.25 ms   p99 11.3 ms",
                        "errors 1   retries 12   backlog 3");
    }

    @Test
    void theStepOfAShapedLoadIsNamed() {
        LiveView view = STATUS.live();
        LiveView.Step step = new LiveView.Step(3, 5, "4000 \u2192 8000/min", 6200, LoadProfile.Unit.RATE);
        RunStatus shaped = new RunStatus(
                new LiveView(view.phase(), 0, 0, 0, view.figures(), step), 31.2, 60, 3, 12L << 20, 128L << 20);
        assertThat(shaped.block(false)).contains("load step  3 of 5   4000 \u2192 8000/min   now 6200/min");
        assertThat(shaped.plain()).matches("[ -~]+").endsWith("Backlog: 3    Load step: 3 of 5, 6200/min");
        assertThat(shaped.json()).contains("\"loadStep\":{\"number\":3,\"count\":5,", "\"level\":6200.0}");
        assertThat(STATUS.json()).doesNotContain("loadStep");
    }

    @Test
    void whatNobodyKnowsYetIsNoZero() {
        RunStatus rampup = new RunStatus(live(RunPhase.RAMPUP, 9000, 20000, 0, 0, 0, 0, 0, 0), 3, 30, 0, 1, 1);
        assertThat(rampup.plain()).contains("tpmC: 9000.0 now    New-Order: p90 -, p99 -    Errors: 0");
        assertThat(rampup.block(false)).contains("tpmC       9,000 now", "New-Order  p90 -   p99 -");
    }

    private static RunStatus withOutages(double awaySeconds) {
        Outage before = new Outage(1, 1, 2.0, 2L, 1, 0, 2.0, new Outage.Failures(0, 0, 0));
        Outage last = awaySeconds > 0
                ? new Outage(9, 9, null, null, awaySeconds, 0, null, new Outage.Failures(0, 0, 0))
                : before;
        LiveView live = live(RunPhase.MEASURE, 0, 0, 12100.5, 27012, 0, 0, 1, 12, before, last);
        return new RunStatus(live, 31.2, 60, 3, 1, 1);
    }

    @Test
    void anOutageShowsWhileItLastsAndIsRememberedAfterIt() {
        assertThat(withOutages(72.3).block(false)).hasSize(5).last().isEqualTo("server unreachable for 1:12");
        assertThat(withOutages(72.3).plain()).matches("[ -~]+").endsWith("    Server unreachable for 1:12");
        assertThat(withOutages(72.3).json()).endsWith(",\"awaySeconds\":72.3,\"outages\":2}");
        assertThat(withOutages(0).block(false)).last().isEqualTo("outages 2, the server is back");
        assertThat(withOutages(0).plain()).endsWith("Backlog: 3");
    }

    @Test
    void coloursAppearOnlyWhenAllowed() {
        assertThat(String.join("", STATUS.block(true))).contains("\u001b[31m");
        assertThat(String.join("", STATUS.block(false))).doesNotContain("\u001b");
    }

    @Test
    void jsonLineHasUnitsInItsNames() {
        assertThat(STATUS.json())
                .startsWith("{\"event\":\"run\",\"phase\":\"measuring\",\"elapsedSeconds\":31.2")
                .contains("\"newOrderP90Ms\":5.250", "\"memoryUsedBytes\":12582912")
                .endsWith("}");
    }

    @Test
    void aRunWithoutPlannedEndShowsOnlyWhatHasPassed() {
        RunStatus counted = new RunStatus(live(RunPhase.MEASURE, 1, 1, 1, 1, 1, 1, 0, 0), 5, 0, 0, 0, 0);
        assertThat(counted.block(false).get(0)).isEqualTo("measuring  0:05");
    }

    @Test
    void oneLineSaysWhatAnAgentDoesOrThatItIsLost() {
        LiveView.Figures figures = new LiveView.Figures(
                new LiveView.Speed(TpccTransaction.TYPES.metric(), 4115.4, 9000),
                new LiveView.Speed(TpccTransaction.TYPES.metric(), 4000, 9000),
                5.25,
                11.31,
                0,
                2,
                12,
                List.of());
        assertThat(RunStatus.agent("agent 2 (c2)", false, figures, 3))
                .isEqualTo("agent 2 (c2)   tpmC  4,115 now   errors 2   backlog 3");
        assertThat(RunStatus.agent("agent 2 (c2)", true, figures, 3)).isEqualTo("agent 2 (c2)   lost");
    }
}
