package io.bmsql.analysis;

import static io.bmsql.testing.Records.made;
import static io.bmsql.testing.Records.with;

import io.bmsql.measure.RunFactsFixture;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.Latency;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SessionSample;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Made-up figures of a run that something limits. */
final class LimitFixture {
    private LimitFixture() {}

    /** @param completed New-Orders of each second, of 5 s each */
    static List<SeriesRow> seconds(int length, IntUnaryOperator completed, double serviceMillis, double delayMillis) {
        return IntStream.range(0, length)
                .mapToObj(second -> new SeriesRow(
                        second,
                        TpccTransaction.NEW_ORDER,
                        RunPhase.MEASURE,
                        completed.applyAsInt(second),
                        SeriesRow.Counts.NONE,
                        new SeriesRow.Times(5_000, 5_000, 5_000, 5_000, serviceMillis, delayMillis),
                        1000))
                .toList();
    }

    /** The same values in each second. */
    static SampleTable table(int length, Map<String, Double> means) {
        double[] seconds = new double[length];
        Arrays.setAll(seconds, i -> i + 1);
        Map<String, double[]> columns = new TreeMap<>();
        means.forEach((name, mean) -> {
            double[] values = new double[length];
            Arrays.fill(values, mean);
            columns.put(name, values);
        });
        return new SampleTable("t", seconds, columns);
    }

    static TypeSummary type(String name, long count, double millis) {
        Latency latency = new Latency(millis, millis, millis, millis, millis, millis, millis);
        return new TypeSummary(name, count, 50, SeriesRow.Counts.NONE, latency, latency, 1, 0);
    }

    /** Of a load generator with two processors, in a window of so many seconds; these parts of its facts are its own. */
    static RunSummary summary(int warehouses, int seconds, List<TypeSummary> types, Object... facts) {
        RunFacts run = with(
                with(RunFactsFixture.facts(1, warehouses), facts),
                "window",
                new RunFacts.Window(0, 0, 0, seconds, seconds),
                "loadGeneratorProcessors",
                2);
        return new RunSummary(
                Ending.PLANNED,
                run,
                RunSummary.Figures.of(types, run, List.of(), WorkloadCounts.NONE, null, List.of()),
                RunSummary.PostRunChecks.NONE);
    }

    /** @param host the figures of the server's host, or none */
    static CollectedFigures collected(SampleTable generator, List<SampleTable> host, List<SessionSample> sessions) {
        return made(
                CollectedFigures.class,
                "loadGenerator",
                generator,
                "hosts",
                host.stream()
                        .map(system -> new CollectedFigures.Host("", system, List.of(), List.of()))
                        .toList(),
                "database",
                made(CollectedFigures.Database.class, "sessions", sessions));
    }
}
