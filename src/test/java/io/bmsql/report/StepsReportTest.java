package io.bmsql.report;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Verdict;
import io.bmsql.config.LoadProfile.Unit;
import io.bmsql.config.PacingMode;
import io.bmsql.result.Latency;
import io.bmsql.result.LoadStep;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SeriesRow;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A shaped load on the page: a table of its steps, their names in the charts of time, and what the verdict says. */
class StepsReportTest {
    private static final RunData RUN = SampleRun.tenMinutes();
    private static final double TOTAL = RUN.summary().figures().tpmTotal();

    private static LoadStep step(double from, double to, double fromSeconds, double untilSeconds, double reached) {
        LoadStep.Type newOrder = new LoadStep.Type("NEW_ORDER", 5, new Latency(9, 8.25, 15.5, 16, 17.75, 18, 19.125));
        return new LoadStep(
                new LoadStep.Plan(Unit.RATE, from, to, fromSeconds, untilSeconds),
                reached / 2,
                reached,
                3,
                0.1,
                12,
                List.of(newOrder));
    }

    private static RunSummary shaped(int meanRate, LoadStep... steps) {
        Pace pace = new Pace(PacingMode.ARRIVAL_RATE, "minutes", 0, 0, 0, meanRate, "0 1000/min, 5m <b>2000/min");
        RunSummary run = RUN.summary();
        return with(run, "run.pace", pace).withSteps(List.of(steps));
    }

    @Test
    void stepsHaveATableAndNamesInTheCharts() {
        RunSummary summary = shaped((int) TOTAL, step(1000, 1000, 0, 300, 1000), step(1000, 5000, 300, 600, 2000));
        ReportModel model = SampleRun.model(summary);
        Document page = SampleRun.page(model);
        assertThat(page.select("#steps tbody tr").eachText())
                .containsExactly(
                        "1000/min 0:00 5:00 1,000 1,000 500 8.25 15.5 17.8 19.1 3 12",
                        "1000 → 5000/min 5:00 10:00 3,000 2,000 1,000 8.25 15.5 17.8 19.1 3 12");
        assertThat(page.select("#throughput svg text").eachText()).contains("1000/min", "1000 → 5000/min");
        assertThat(page.select("#throughput svg").outerHtml()).contains("--step-pale");
        assertThat(SampleRun.markdown(model))
                .contains("## Steps of the load")
                .containsPattern(
                        "\\| 1000 → 5000/min \\| +5:00 \\| +10:00 \\| +3,000 \\| +\\*\\*2,000\\*\\* \\| +1,000 ");
    }

    @Test
    void theHeadlineSaysThatTheLoadWasShaped() {
        ReportModel model = SampleRun.model(shaped((int) TOTAL, step(1000, 1000, 0, 600, 1000)));
        assertThat(model.cover().verdict().verdicts()).containsExactly(Verdict.CAPPED);
        assertThat(model.cover().verdict().sentences())
                .anyMatch(sentence -> sentence.startsWith("Capped: loadProfile shaped the result"))
                .anyMatch(sentence -> sentence.startsWith("The load changed by plan (0 1000/min, 5m <b>2000/min)"));
        assertThat(SampleRun.html(model)).doesNotContain("<b>2000").contains("&lt;b&gt;2000");
    }

    @Test
    void aPlannedChangeIsNoStallAndASpikesBacklogIsNotTheLoadGenerators() {
        RunSummary steady = RUN.summary();
        assertThat(SampleRun.model(steady).monitoring().stalls().all()).isPositive();
        ReportModel shaped = SampleRun.model(shaped((int) TOTAL, step(1000, 1000, 0, 600, 1000)));
        assertThat(shaped.monitoring().stalls().all()).isZero();
        assertThat(SampleRun.html(shaped)).contains("Stalls are not looked for where the load changes by plan.");

        RunSummary unjudged =
                shaped((int) TOTAL, step(9000, 9000, 0, 600, 1000)).with(RunConditions.NONE);
        // A backlog of three seconds in twenty of the seconds, which are busy; the others are idle.
        List<SeriesRow> rows = RUN.series().stream()
                .map(row -> row.second() >= 100 && row.second() < 120 ? late(row, 3000) : late(row, 0.2))
                .toList();
        assertThat(judged(unjudged, rows)).doesNotContain(Verdict.LOAD_GENERATOR_BOUND);
        assertThat(judged(steady, rows)).contains(Verdict.LOAD_GENERATOR_BOUND);
        List<SeriesRow> alwaysLate =
                RUN.series().stream().map(row -> late(row, 300)).toList();
        assertThat(judged(unjudged, alwaysLate)).contains(Verdict.LOAD_GENERATOR_BOUND);
        RunSummary reached = shaped.summary().with(RunConditions.NONE);
        assertThat(judged(reached, alwaysLate)).containsExactly(Verdict.CAPPED);
    }

    /** Asked for are 1,000 a minute. */
    @ParameterizedTest
    @CsvSource({"950, 0, false", "949, 0, true", "900, 9, false", "900, 8, true"})
    void whatFailedWasBegunInTime(double done, long failed, boolean isBehind) {
        LoadStep step = with(step(1000, 1000, 0, 10, done), "failed", failed);
        assertThat(step.isBehind()).isEqualTo(isBehind);
    }

    private static List<Verdict> judged(RunSummary summary, List<SeriesRow> rows) {
        return SampleRun.model(SampleRun.data(summary, rows, RUN.responses()))
                .cover()
                .verdict()
                .verdicts();
    }

    private static SeriesRow late(SeriesRow row, double delayMs) {
        return with(row, "times.startDelayMeanMs", delayMs);
    }

    @Test
    void aRunThatWasStoppedIsJudgedByTheStepsThatItRan() {
        RunSummary stopped = shaped(1_000_000, step(1000, 1000, 0, 600, 1000));
        assertThat(Verdict.of(stopped)).contains(Verdict.CAPPED).doesNotContain(Verdict.OVERLOADED);
    }

    @Test
    void aReportOfAPartShowsTheStepsThatItTouches(@TempDir Path folder) {
        RunSummary summary = shaped(
                1000,
                step(1000, 1000, 0, 300.002, 1000),
                step(2000, 2000, 300.002, 450.001, 2000),
                step(3000, 3000, 450.001, 600, 3000));
        SampleRun.write(SampleRun.data(summary, RUN.series(), RUN.responses()), folder.resolve("r"));
        ResultDirectory written = ResultDirectory.open(folder.resolve("r"));
        assertThat(RunReader.read(written, new ReportWindow(300, 450)).summary().steps())
                .containsExactly(summary.steps().get(1));
        assertThat(RunReader.read(written, new ReportWindow(299, 452)).summary().steps())
                .isEqualTo(summary.steps());
    }

    @Test
    void aStepThatTheServerDidNotKeepUpWithOverloadsTheRun() {
        ReportModel model =
                SampleRun.model(shaped((int) TOTAL, step(1000, 1000, 0, 590, 1000), step(9000, 9000, 590, 600, 3000)));
        assertThat(model.cover().verdict().verdicts()).containsExactly(Verdict.OVERLOADED);
        assertThat(model.cover().verdict().sentences())
                .anyMatch(sentence ->
                        sentence.startsWith("Overloaded: the database did not keep up with loadProfile (9000/min)."));
    }
}
