package io.bmsql.agents;

import io.bmsql.result.IntervalFigures;
import io.bmsql.result.Latency;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SeriesRow.Counts;
import io.bmsql.result.SeriesRow.Times;
import io.bmsql.result.RunPhase;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The per-second series of all drivers added up, one driver after another. */
final class SeriesSum {
    private static final double MILLIS_PER_SECOND = 1000;

    private final NavigableMap<Place, Sum> sums = new TreeMap<>();
    private final List<String> remarks = new ArrayList<>();

    /** Rows of one place are added up; {@code seconds} are those that a late reading covers. */
    private record Place(int second, RunPhase phase, TransactionType type, int seconds) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::second)
                .thenComparing(Place::phase)
                .thenComparing(Place::type)
                .thenComparingInt(Place::seconds);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    private static final class Sum {
        private long completed;
        private Counts counts = Counts.NONE;
        private double maxMs;
        private double serviceMs;
        private double delayMs;
        private double intervalMs;
        private int driver;
        private double intervalOfDriverMs;

        void add(SeriesRow row, int ofDriver) {
            completed += row.completed();
            counts = counts.plus(row.counts());
            maxMs = Math.max(maxMs, row.times().responseMaxMs());
            serviceMs += row.completed() * row.times().serviceMeanMs();
            delayMs += row.completed() * row.times().startDelayMeanMs();
            // Several rows of one driver follow each other; those of several drivers are of the same time.
            intervalOfDriverMs = (ofDriver == driver ? intervalOfDriverMs : 0) + row.intervalMs();
            driver = ofDriver;
            intervalMs = Math.max(intervalMs, intervalOfDriverMs);
        }
    }

    /**
     * What one driver's series shows.
     *
     * @param endSecond where what it measured ends, from the start of its own window; 0 when it never began to measure
     * @param firstSecond the first one of its ramp-up, 0 or less
     * @param committing the seconds with a commit, counted from {@code firstSecond}
     * @param types what it counted in its window
     */
    record Seconds(double endSecond, int firstSecond, BitSet committing, List<TypeSummary> types) {}

    Seconds add(PartRun run) {
        List<SeriesRow> rows = read(run);
        int late = run.lateSeconds();
        int first = Math.min(0, rows.stream().mapToInt(SeriesRow::second).min().orElse(0));
        BitSet committing = new BitSet();
        double end = 0;
        for (SeriesRow row : rows) {
            int seconds = Math.max(1, (int) Math.round(row.intervalMs() / MILLIS_PER_SECOND));
            Place place = new Place(row.second() + late, row.phase(), row.type(), seconds);
            sums.computeIfAbsent(place, any -> new Sum()).add(row, run.part().number());
            if (row.type().isWriting() && row.completed() > 0) {
                committing.set(row.second() - first, row.second() - first + seconds);
            }
            if (row.phase() == RunPhase.MEASURE) {
                end = Math.max(end, row.second() + row.intervalMs() / MILLIS_PER_SECOND);
            }
        }
        return new Seconds(end, first, committing, types(rows));
    }

    /** The percentiles are in the histograms. */
    private static List<TypeSummary> types(List<SeriesRow> rows) {
        double[] serviceMs = new double[TransactionType.values().length];
        rows.stream()
                .filter(row -> row.phase() == RunPhase.MEASURE)
                .forEach(row -> serviceMs[row.type().ordinal()] +=
                        row.completed() * row.times().serviceMeanMs());
        return new IntervalFigures.FromSeconds(Map.of(), Map.of())
                .types(rows).stream()
                        .map(row -> new TypeSummary(
                                row.type(),
                                row.count(),
                                0,
                                row.counts(),
                                row.response(),
                                Latency.ofMeanAndMax(
                                        serviceMs[
                                                        TransactionType.valueOf(row.type())
                                                                .ordinal()]
                                                / Math.max(1, row.count()),
                                        RunSummary.UNKNOWN),
                                row.maxAtSeconds()))
                        .toList();
    }

    private List<SeriesRow> read(PartRun run) {
        List<SeriesRow> rows = new ArrayList<>();
        try {
            SeriesRow.CSV.read(run.directory().series(), row -> {
                if (Math.abs((long) row.second()) < SeriesRow.MOST_SECONDS / 2) {
                    rows.add(row);
                }
            });
        } catch (ResultReadException e) {
            remarks.add(e.getMessage() + "; the answer has what could be read before");
        }
        return rows;
    }

    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** All rows, with percentiles of the histograms that lie over their seconds. */
    List<SeriesRow> rows(LogSum responses) {
        List<SeriesRow> rows = new ArrayList<>(sums.size());
        sums.forEach((place, sum) -> {
            double[] percentiles = responses.percentilesMs(place.phase, place.second, place.type);
            boolean any = sum.completed > 0;
            Times times = new Times(
                    any ? percentiles[0] : 0,
                    any ? percentiles[1] : 0,
                    any ? percentiles[2] : 0,
                    sum.maxMs,
                    any ? sum.serviceMs / sum.completed : 0,
                    any ? sum.delayMs / sum.completed : 0);
            rows.add(new SeriesRow(
                    place.second, place.type, place.phase, sum.completed, sum.counts, times, sum.intervalMs));
        });
        return rows;
    }
}
