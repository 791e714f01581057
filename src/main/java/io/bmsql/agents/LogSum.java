package io.bmsql.agents;

import io.bmsql.agents.GroupSummary.Measured;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.HistogramLog.Interval;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TransactionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * One kind of histogram log of all drivers, added up by stretches of time: a percentile of all is one of the sum of their
 * histograms, never a mean of percentiles.
 */
final class LogSum {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double MICROS_PER_MILLI = 1000;
    /** Logs hold milliseconds. */
    private static final double GRAIN_SECONDS = 0.0005;
    /** Readings come some milliseconds early or late. */
    private static final double EARLY_SECONDS = 0.25;

    private final NavigableMap<Place, Stretch> stretches = new TreeMap<>();
    private final Histogram[] measured = histograms();
    private final List<String> remarks = new ArrayList<>();
    private double lineSeconds = 1;

    /** Lines whose begin is in the same slot of time are added up. */
    private record Place(RunPhase phase, int slot, TransactionType type) implements Comparable<Place> {
        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::phase).thenComparingInt(Place::slot).thenComparing(Place::type);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Stretch {
        private double fromSeconds = Double.POSITIVE_INFINITY;
        private double untilSeconds = Double.NEGATIVE_INFINITY;
        // Packed: a long run of many drivers has thousands of them.
        private final Histogram histogram = new PackedHistogram(SIGNIFICANT_DIGITS);

        void add(double from, double until, Histogram other) {
            fromSeconds = Math.min(fromSeconds, from);
            untilSeconds = Math.max(untilSeconds, until);
            histogram.add(other);
        }
    }

    private static Histogram[] histograms() {
        Histogram[] all = new Histogram[TransactionType.values().length];
        Arrays.setAll(all, type -> new Histogram(SIGNIFICANT_DIGITS));
        return all;
    }

    /**
     * Adds the logs of all drivers.
     *
     * @param log which of its logs
     */
    static LogSum of(List<Measured> drivers, Function<ResultDirectory, Path> log) {
        LogSum sum = new LogSum();
        sum.lineSeconds = usualLength(log.apply(drivers.get(0).run().directory()));
        for (Measured driver : drivers) {
            sum.add(driver.run(), log.apply(driver.run().directory()), driver.windowSeconds());
        }
        return sum;
    }

    /** A second in short runs; all drivers of a run write alike. */
    private static double usualLength(Path log) {
        List<Double> lengths = new ArrayList<>();
        if (Files.exists(log)) {
            try {
                HistogramLog.read(log, line -> lengths.add(line.endSeconds() - line.startSeconds()));
            } catch (ResultReadException e) {
                // It is read again to be added up, which says so.
                lengths.add(0.0);
            }
        }
        lengths.sort(null);
        return lengths.isEmpty() ? 1 : Math.max(1, Math.rint(lengths.get(lengths.size() / 2)));
    }

    private void add(PartRun run, Path log, double windowSeconds) {
        try {
            HistogramLog.read(log, line -> add(line, run.lateSeconds(), windowSeconds));
        } catch (ResultReadException e) {
            remarks.add(e.getMessage() + "; the answer has what could be read before");
        }
    }

    private void add(Interval line, int lateSeconds, double windowSeconds) {
        double from = line.startSeconds();
        boolean isStragglers = line.endSeconds() - from < GRAIN_SECONDS;
        // Stragglers have no length and lie on the edge that their phase ended with.
        double inside = isStragglers ? from - GRAIN_SECONDS - EARLY_SECONDS : from;
        RunPhase phase = inside < -GRAIN_SECONDS
                ? RunPhase.RAMPUP
                : inside < windowSeconds - GRAIN_SECONDS ? RunPhase.MEASURE : RunPhase.DRAIN;
        double begin = inside + lateSeconds;
        stretches
                .computeIfAbsent(new Place(phase, slot(begin), line.type()), any -> new Stretch())
                .add(isStragglers ? begin : from + lateSeconds, line.endSeconds() + lateSeconds, line.histogram());
        if (phase == RunPhase.MEASURE) {
            measured[line.type().ordinal()].add(line.histogram());
        }
    }

    private int slot(double second) {
        return (int) Math.floor((second + EARLY_SECONDS) / lineSeconds);
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** All of a type inside the window, microseconds; empty when there was none. */
    Histogram measured(TransactionType type) {
        return measured[type.ordinal()];
    }

    /** Of a type in those stretches of the window whose middle is so many seconds from its start; null without any. */
    @Nullable
    Histogram measured(TransactionType type, DoublePredicate middle) {
        Histogram sum = new Histogram(SIGNIFICANT_DIGITS);
        stretches.forEach((place, stretch) -> {
            if (place.phase == RunPhase.MEASURE
                    && place.type == type
                    && middle.test((stretch.fromSeconds + stretch.untilSeconds) / 2)) {
                sum.add(stretch.histogram);
            }
        });
        return sum.getTotalCount() == 0 ? null : sum;
    }

    /** The 50th, 90th and 99th percentile of the stretch that a second lies in, milliseconds; 0 without one. */
    double[] percentilesMs(RunPhase phase, int second, TransactionType type) {
        Stretch stretch = stretches.get(new Place(phase, slot(second), type));
        return stretch == null
                ? new double[3]
                : new double[] {percentileMs(stretch, 50), percentileMs(stretch, 90), percentileMs(stretch, 99)};
    }

    private static double percentileMs(Stretch stretch, double percentile) {
        return stretch.histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    /** Writes one log; what a driver did before or after its own window does not come to lie inside that of all. */
    void write(AppendedFile file, TimeLine line) {
        HistogramLog.Writer log = new HistogramLog.Writer(
                file,
                () -> line.startEpochMillis() - Math.round(line.rampupSeconds() * MICROS_PER_MILLI),
                line::rampupSeconds);
        stretches.forEach((place, stretch) -> {
            boolean isInPlace =
                    switch (place.phase) {
                        case RAMPUP -> stretch.untilSeconds <= GRAIN_SECONDS;
                        case MEASURE -> true;
                        case DRAIN -> stretch.fromSeconds >= line.windowSeconds() - GRAIN_SECONDS;
                    };
            if (isInPlace) {
                log.write(place.type, stretch.fromSeconds, stretch.untilSeconds, stretch.histogram);
            }
        });
        log.flush();
    }
}
