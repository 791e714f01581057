package io.bmsql.analysis;

import io.bmsql.config.PacingMode;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SessionSample;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One thing that would help, with the most that it could: what a closed loop would do if the time that its sessions lost to it went away and
 * nothing else took longer. It is a bound, not a forecast: what is no longer waited for may be waited for elsewhere.
 *
 * @param kind what goes away
 * @param of the table whose rows are waited for, else empty
 * @param sharePercent of session time, chains of blockers followed to their ends; at most 100
 */
public record Lever(Kind kind, String of, double sharePercent) {
    public enum Kind {
        /** Commits take no time. */
        COMMITS,
        /** No session waits for rows of a table. */
        ROWS,
        /** Load generator, driver and network answer at once. */
        ANSWERS,
        /** All data are in memory. */
        DISK,
        /** Nobody else holds locks. */
        STRANGERS
    }

    /** A smaller share is no lever. */
    private static final double MIN_PERCENT = 1;

    /** Above it a few percent of session time that nobody saw would change the bound by a factor. */
    public static final int MAX_BOUND_TIMES = 5;

    /** More would hide what helps. */
    private static final int MAX_LEVERS = 5;

    /**
     * What would help a closed loop, the most first; empty for a load that was held back by its rate or its waits, and where sessions were
     * not sampled.
     */
    public static List<Lever> find(CollectedFigures collected, RunSummary summary, double fromSecond) {
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
                .map(table -> new Lever(Kind.ROWS, table.getKey(), served.percent(table.getValue())));
        double worked = served.sessions().stream()
                .filter(row -> !row.waitClass().equals(SessionSample.CLIENT)
                        && !row.blocker().equals(SessionSample.CLIENT))
                .mapToDouble(SessionSample::sessions)
                .sum();
        Stream<Lever> others = Stream.of(
                new Lever(
                        Kind.COMMITS,
                        "",
                        served.waitPercent(SessionSample.LOG) + served.waitPercent(SessionSample.COPY)),
                new Lever(Kind.ANSWERS, "", 100 - served.percent(worked)),
                new Lever(Kind.DISK, "", served.waitPercent(SessionSample.DISK)),
                new Lever(Kind.STRANGERS, "", served.waitPercent(SessionSample.STRANGER)));
        return Stream.concat(rows, others)
                .filter(lever -> lever.sharePercent >= MIN_PERCENT)
                .sorted(Comparator.comparingDouble(Lever::sharePercent).reversed())
                .limit(MAX_LEVERS)
                .toList();
    }

    /** True where samples tell how much it could be at the most; else it is more than {@link #MAX_BOUND_TIMES}. */
    public boolean hasBound() {
        return atMostTimes() <= MAX_BOUND_TIMES;
    }

    /** How many times its transactions a run could have done at the most, where there {@link #hasBound is a bound}. */
    public double atMostTimes() {
        return 100 / (100 - sharePercent);
    }
}
