package io.bmsql.analysis;

import io.bmsql.config.PacingMode;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SessionSample;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds what would help a run: the shares of its session time that would go away. */
public final class Levers {
    /** More would hide what helps. */
    private static final int MAX_LEVERS = 5;

    private Levers() {}

    /**
     * What would help a closed loop, the most first; empty for a load that was held back by its rate or its waits, and where sessions were
     * not sampled.
     */
    public static List<Lever> of(CollectedFigures collected, RunSummary summary, double fromSecond) {
        ServedTime served = new ServedTime(collected, summary, fromSecond);
        if (summary.run().pace().pacing() != PacingMode.CLOSED_LOOP
                || served.sessions().isEmpty()) {
            return List.of();
        }
        // Who waits for no row does not wait for what its holder does either, be it the log.
        Map<String, Double> tables = ServedTime.tables(served.rows(row ->
                row.waitClass().equals(SessionSample.LOCK) && !row.blocker().equals(SessionSample.STRANGER)));
        Stream<Lever> rows = tables.entrySet().stream()
                .filter(table -> !table.getKey().isEmpty())
                .map(table -> new Lever(Lever.Kind.ROWS, table.getKey(), served.percent(table.getValue())));
        double worked = served.sessions().stream()
                .filter(row -> !row.waitClass().equals(SessionSample.CLIENT)
                        && !row.blocker().equals(SessionSample.CLIENT))
                .mapToDouble(SessionSample::sessions)
                .sum();
        Stream<Lever> others = Stream.of(
                new Lever(Lever.Kind.COMMITS, "", served.waitPercent(SessionSample.LOG)),
                new Lever(Lever.Kind.ANSWERS, "", 100 - served.percent(worked)),
                new Lever(Lever.Kind.DISK, "", served.waitPercent(SessionSample.DISK)),
                new Lever(Lever.Kind.STRANGERS, "", served.waitPercent(SessionSample.STRANGER)));
        return Stream.concat(rows, others)
                .filter(lever -> lever.sharePercent() >= Lever.MIN_PERCENT)
                .sorted(Comparator.comparingDouble(Lever::sharePercent).reversed())
                .limit(MAX_LEVERS)
                .toList();
    }
}
