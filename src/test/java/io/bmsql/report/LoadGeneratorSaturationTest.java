package io.bmsql.report;

import static io.bmsql.testing.Records.made;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.NumberText;
import io.bmsql.common.Texts.Language;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.Latency;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunData;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Connects;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadGeneratorSaturationTest {
    private static final Words WORDS = Words.in(Language.EN);
    private static final int CONNECTIONS = 16;

    private @Nullable Connects connects;
    private @Nullable SampleTable probe;
    private RunConditions conditions = RunConditions.NONE;
    private SeriesRow.Counts failed = SeriesRow.Counts.NONE;

    /** What limited the last run that was watched. */
    private LimitedBy limit;

    /** A minute in which the connections were that busy and transactions that late. */
    private ReportModel.LoadGeneratorPart watch(double busy, double delayMs, @Nullable SampleTable info) {
        return watch(busy, second -> delayMs, info);
    }

    private ReportModel.LoadGeneratorPart watch(
            double busy, IntToDoubleFunction delayMs, @Nullable SampleTable info, Outage... outages) {
        List<SeriesRow> rows = IntStream.range(0, 60)
                .mapToObj(
                        second -> second(second, 1600, busy * CONNECTIONS * 1000 / 1600, delayMs.applyAsDouble(second)))
                .toList();
        RunSummary sample = SampleRun.tenMinutes().summary();
        List<RunSummary.TypeSummary> types = sample.figures().types().stream()
                .map(type -> failed.failed() == 0 ? type : with(type, "counts", failed))
                .toList();
        RunSummary summary = with(sample, "figures", with(sample.figures().with(connects), "types", types))
                .with(PostRunChecks.of(List.of(outages)));
        CollectedFigures collected = made(CollectedFigures.class, "loadGenerator", info, "cpuSpeedProbe", probe);
        RunData run = WindowConditions.judged(with(SampleRun.data(summary, rows, Map.of()), "collected", collected));
        conditions = run.summary().postRun().conditions();
        limit = conditions.limit();
        return LoadGeneratorSaturation.watch(run, new RunSeconds(rows, TpccTransaction.TYPES, 0, 60), WORDS);
    }

    private static double[] each(IntToDoubleFunction value) {
        return IntStream.rangeClosed(1, 60).mapToDouble(value::applyAsDouble).toArray();
    }

    private static SampleTable info(double cpuPercent, double gcMs) {
        return new SampleTable(
                "load_generator",
                each(second -> second),
                Map.of("cpu_pct", each(second -> cpuPercent), "gc_ms", each(second -> gcMs)));
    }

    /** The row on the host's speed by the probe's microseconds in each second. */
    private String speedRow(IntToDoubleFunction micros) {
        probe = new SampleTable("cpu_speed_probe", each(second -> second), Map.of("micros", each(micros)));
        return watch(0.98, 1, null).rows().stream()
                .filter(row -> row.get(0).equals("Speed of this host (CPU speed probe)"))
                .map(row -> row.get(1) + " | " + row.get(2))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theRowOnTheHostsSpeedDoesNotContradictItself() {
        assertThat(speedRow(second -> 50 + second % 2))
                .contains("second half of the window +0.0% in speed | the same all the time");
        assertThat(speedRow(second -> second <= 30 ? 141.5 : 50))
                .contains("second half of the window +183.0% in speed | not the same all the time");
        // Slow and fast in turn, slow a little more often in the first half.
        assertThat(speedRow(second -> second % 2 == 0 || second % 15 == 7 && second < 30 ? 60 : 50))
                .endsWith("% in speed | varied, but chance explains it or the window is too short to tell");
    }

    @Test
    void meansAreThoseOfTransactionsAndOfTime() {
        List<SeriesRow> rows = List.of(second(0, 1000, 1, 1), second(1, 1, 1, 1002));
        assertThat(new RunSeconds(rows, TpccTransaction.TYPES, 0, 2).delayMeanMs(IntStream.range(0, 2)))
                .isEqualTo(2);
        // A pause of nine seconds makes one sample of ten.
        double[] seconds =
                IntStream.rangeClosed(1, 51).mapToDouble(i -> i == 51 ? 60 : i).toArray();
        double[] gc = IntStream.rangeClosed(1, 51)
                .mapToDouble(i -> i == 51 ? 9_000 : 0)
                .toArray();
        assertThat(watch(0.98, 1, new SampleTable("load_generator", seconds, Map.of("gc_ms", gc)))
                        .figures()
                        .get("garbageCollectionMeanPercent"))
                .isCloseTo(15, within(1e-9));
    }

    private static SeriesRow second(int second, long completed, double serviceMs, double delayMs) {
        SeriesRow.Times times = new SeriesRow.Times(1, 1, 1, 1, serviceMs, delayMs);
        SeriesRow.Counts none = SeriesRow.Counts.NONE;
        return new SeriesRow(second, TpccTransaction.NEW_ORDER, RunPhase.MEASURE, completed, none, times, 1000);
    }

    /** Late starts are its fault where connections are free, and else that of a busy database. */
    @ParameterizedTest
    @CsvSource({"0.98, 40, false", "0.81, 40, false", "0.79, 40, true", "0.79, 5.1, true", "0.79, 5, false"})
    void lateStartsOnFreeConnectionsAreItsFault(double busy, double delayMs, boolean isLate) {
        ReportModel.LoadGeneratorPart result = watch(busy, delayMs, info(300, 10));
        assertThat(limit.cause() == Cause.GENERATOR_LATE).isEqualTo(isLate);
        assertThat(result.rows())
                .hasSize(4)
                .filteredOn(row -> row.get(2) instanceof Page.Cell)
                .hasSize(isLate ? 1 : 0);
    }

    /** Late, and on idle connections, but most transactions failed: nobody judged whose fault that is. */
    @Test
    void whatIsNotJudgedIsNotFine() {
        failed = new SeriesRow.Counts(0, 1_000_000, 0, 0, 0);
        ReportModel.LoadGeneratorPart result = watch(0.05, 40, info(300, 10));
        assertThat(limit).isNull();
        assertThat(result.rows()).hasSize(4).allMatch(row -> row.get(2).equals(NumberText.DASH));
    }

    @Test
    void whatATransactionWaitsForItsOwnConnectionIsNoLateStart() {
        connects = new Connects(true, 96_000, Latency.ofMeanAndMax(39, 100));
        ReportModel.LoadGeneratorPart result = watch(0.3, 40, null);
        assertThat(limit.cause().isLoadGenerator()).isFalse();
        assertThat(result.figures()).containsEntry("startDelayMeanMs", 1.0);
        // 30% in transactions, and 1,600 times 3.9 ms a second on 16 connections.
        connects = new Connects(true, 96_000, Latency.ofMeanAndMax(3.9, 10));
        assertThat((double) watch(0.3, 4, null).figures().get("connectionsBusyMedianPercent"))
                .isCloseTo(69, within(0.01));
        connects = new Connects(false, 3, Latency.ofMeanAndMax(39, 100));
        watch(0.7, 40, null);
        assertThat(limit.cause()).as("renewals are few").isEqualTo(Cause.GENERATOR_LATE);
    }

    @Test
    void theCompilersShareIsThatOfTheCpuOfTheWindow() {
        // 60% of one processor for 20 s of 60, so 20 of 200 on average.
        double[] compiler = each(second -> second <= 20 ? 60 : 0);
        Map<String, double[]> columns =
                Map.of("cpu_pct", each(second -> 200), "gc_ms", new double[60], "compiler_pct", compiler);
        SampleTable table = new SampleTable("load_generator", each(second -> second), columns);
        ReportModel.LoadGeneratorPart cold = watch(0.98, 1, table);
        assertThat(conditions.compilerPercent()).isCloseTo(10, within(1e-9));
        assertThat(conditions.isStillCompiled()).isTrue();
        assertThat(cold.rows().toString()).contains("not yet warm");

        compiler[0] = 0;
        watch(0.98, 1, table);
        assertThat(conditions.compilerPercent()).isCloseTo(9.5, within(1e-9));
        assertThat(conditions.isStillCompiled()).isFalse();

        watch(0.98, 1, info(200, 1));
        assertThat(conditions.compilerPercent()).as("older runs").isNull();
    }

    @Test
    void lateStartsAfterAnOutageAreNot() {
        Outage outage = new Outage(20.4, 0, 25.6, 0L, 5.2, 1600, 6.0, new Outage.Failures(0, 0, 16));
        IntToDoubleFunction delayMs = second -> second >= 20 && second < 31 ? 4_000 : 1;
        watch(0.7, delayMs, null, outage);
        assertThat(limit.cause().isLoadGenerator()).isFalse();
        watch(0.7, delayMs, null);
        assertThat(limit.cause()).isEqualTo(Cause.GENERATOR_LATE);
    }
}
