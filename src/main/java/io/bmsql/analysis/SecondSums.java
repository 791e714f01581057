package io.bmsql.analysis;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The series added up by second. A second without a row completed nothing: a stall is zero. */
public class SecondSums {
    /** Less of a second, such as the drain at the end, says nothing about it. */
    protected static final double MIN_MS = 500;

    /** The ends of what a row counts are taken to be spread over its time, in so many places. */
    private static final int ENDS_A_ROW = 10;

    /** A row may be so late without being of the next second as well. */
    private static final double LATE_SECONDS = 0.25;

    /** The last row is of no more seconds. */
    private static final int MAX_COVERED = 3600;

    protected final int first;
    protected final int seconds;
    protected final double[][] completed;
    protected final double[][] responseMsTimesCount;
    protected final double[] failed;
    protected final double[] retries;
    protected final double[] coveredMs;
    private final double[] foreground;
    private final double[] serviceMs;
    private final double[] delayMsTimesCount;
    private final boolean[] measured;

    /** Adds up rows, at least one; what counts lies in the interval. */
    public SecondSums(List<SeriesRow> all, TransactionTypes types, int fromSecond, double untilSecond) {
        List<SeriesRow> rows = withoutShortDrain(all);
        first = rows.stream().mapToInt(SeriesRow::second).min().orElse(0);
        NavigableSet<Integer> begun =
                rows.stream().map(SeriesRow::second).collect(Collectors.toCollection(TreeSet::new));
        seconds = rows.stream()
                        .mapToInt(row -> row.second() + covers(row, begun))
                        .max()
                        .orElse(1)
                - first;
        completed = new double[types.size()][seconds];
        responseMsTimesCount = new double[types.size()][seconds];
        foreground = new double[seconds];
        serviceMs = serviceMs(all);
        delayMsTimesCount = new double[seconds];
        failed = new double[seconds];
        retries = new double[seconds];
        coveredMs = new double[seconds];
        measured = new boolean[seconds];
        double[][] covered = new double[types.size()][seconds];
        for (SeriesRow row : rows) {
            int covers = covers(row, begun);
            for (int at = row.second() - first; at < row.second() - first + covers; at++) {
                add(row, at, 1.0 / covers);
                covered[row.type().ordinal()][at] += row.intervalMs() / covers;
            }
        }
        for (int at = 0; at < seconds; at++) {
            double most = 0;
            for (double[] ofType : covered) {
                most = Math.max(most, ofType[at]);
            }
            coveredMs[at] = most == 0 ? 1000 : Math.min(1000, most);
            measured[at] |= most == 0 && first + at >= fromSecond && first + at + 1 <= untilSecond;
        }
    }

    /**
     * A drain of less than a second, and the seconds behind a drain in which nothing ended any more, would end every line with a drop
     * that nothing caused.
     */
    private static List<SeriesRow> withoutShortDrain(List<SeriesRow> rows) {
        int last = rows.stream()
                .filter(row -> row.phase() != RunPhase.DRAIN || hasEnded(row))
                .mapToInt(SeriesRow::second)
                .max()
                .orElse(0);
        boolean isShort = rows.stream()
                .filter(row -> row.second() == last)
                .allMatch(row -> row.phase() == RunPhase.DRAIN && row.intervalMs() < 990);
        int until = isShort ? last - 1 : last;
        List<SeriesRow> others =
                rows.stream().filter(row -> row.second() <= until).toList();
        return others.isEmpty() ? rows : others;
    }

    private static boolean hasEnded(SeriesRow row) {
        return row.completed() > 0 || row.counts().failed() > 0 || row.counts().unknown() > 0;
    }

    /** How many seconds a row is of: a load generator without a processor looks late, and what it did meanwhile is in the one row. */
    private static int covers(SeriesRow row, NavigableSet<Integer> begun) {
        Integer next = begun.higher(row.second());
        double free = next == null ? MAX_COVERED : next - row.second();
        double whole = row.intervalMs() > 1000 ? Math.ceil(row.intervalMs() / 1000 - LATE_SECONDS) : 1;
        return (int) Math.min(free, whole);
    }

    private void add(SeriesRow row, int at, double share) {
        int type = row.type().ordinal();
        double number = row.completed() * share;
        completed[type][at] += number;
        responseMsTimesCount[type][at] += number * row.times().responseMeanMs();
        failed[at] += (row.counts().failed() + row.counts().unknown()) * share;
        retries[at] += row.counts().retries() * share;
        measured[at] |= row.phase() == RunPhase.MEASURE;
        // The deferred part of a delivery waits in a queue on purpose: its delay says nothing of the load generator.
        if (row.type().isForeground()) {
            foreground[at] += number;
            delayMsTimesCount[at] += number * row.times().startDelayMeanMs();
        }
    }

    /**
     * What connections spent in transactions, in the seconds in which they spent it, also for those that end in the drain. What a row
     * spent beyond its type's usual length is that of a few which lasted as long as its longest: those that a stall held up.
     */
    private double[] serviceMs(List<SeriesRow> rows) {
        double[] spent = new double[seconds];
        // What each second gets more than the one before it: long transactions cost no more than short ones.
        double[] steps = new double[seconds + 1];
        Map<TransactionType, List<SeriesRow>> ofTypes =
                rows.stream().filter(row -> row.completed() > 0).collect(Collectors.groupingBy(SeriesRow::type));
        for (List<SeriesRow> ofType : ofTypes.values()) {
            double usualMs = Repeats.median(ofType.stream()
                    .mapToDouble(row -> row.times().serviceMeanMs())
                    .toArray());
            for (SeriesRow row : ofType) {
                double meanMs = row.times().serviceMeanMs();
                double longestMs = Math.max(meanMs, row.times().responseMaxMs());
                double shortMs = Math.min(meanMs, usualMs);
                double held = meanMs > shortMs ? row.completed() * (meanMs - shortMs) / (longestMs - shortMs) : 0;
                add(spent, steps, row, row.completed() - held, shortMs / 1000);
                add(spent, steps, row, held, longestMs / 1000);
            }
        }
        double whole = 0;
        for (int at = 0; at < seconds; at++) {
            whole += steps[at];
            spent[at] += whole;
        }
        return spent;
    }

    /** Adds so many transactions of a row that lasted so many seconds. */
    private void add(double[] spent, double[] steps, SeriesRow row, double number, double length) {
        double each = number / ENDS_A_ROW;
        for (int i = 0; i < ENDS_A_ROW && each > 0 && length > 0; i++) {
            double end = row.second() - first + (i + 0.5) / ENDS_A_ROW * Math.max(1, row.intervalMs() / 1000);
            add(spent, steps, Math.max(0, end - length), Math.min(seconds, end), each * 1000);
        }
    }

    private static void add(double[] spent, double[] steps, double begin, double end, double weight) {
        int from = (int) begin;
        int to = (int) end;
        if (begin >= end) {
            return;
        }
        if (from == to) {
            spent[from] += weight * (end - begin);
            return;
        }
        spent[from] += weight * (from + 1 - begin);
        steps[from + 1] += weight;
        steps[to] -= weight;
        if (to < spent.length) {
            spent[to] += weight * (end - to);
        }
    }

    public int size() {
        return seconds;
    }

    public int second(int at) {
        return first + at;
    }

    public double[] bySecond(IntToDoubleFunction value) {
        return IntStream.range(0, seconds).mapToDouble(value).toArray();
    }

    /** The end of each second, from the start of the window. */
    public double[] ends() {
        return bySecond(at -> second(at) + 1);
    }

    /** True inside the window for a second that is long enough to have a rate. */
    public boolean counts(int at) {
        return measured[at] && coveredMs[at] >= MIN_MS;
    }

    /** Completed inside the window. */
    public long measured(TransactionType type) {
        return Math.round(IntStream.range(0, seconds)
                .filter(at -> measured[at])
                .mapToDouble(at -> completed[type.ordinal()][at])
                .sum());
    }

    /** Foreground transactions completed, as of a whole second. */
    public double rate(int at) {
        return foreground[at] / coveredMs[at] * 1000;
    }

    /** Share of the connections' time in transactions, percent: at most 100, as a mean length is not that of each. */
    public double busyPercent(int at, double connections) {
        return Math.min(100, serviceMs[at] / coveredMs[at] / Math.max(1, connections) * 100);
    }

    /** Mean time from due to start, milliseconds; NaN where nothing was completed. */
    public double delayMeanMs(int at) {
        return foreground[at] == 0 ? Double.NaN : delayMsTimesCount[at] / foreground[at];
    }

    /** The same of all transactions of these seconds: the mean of their means would let few weigh like many. */
    public double delayMeanMs(IntStream ats) {
        double[] sums = new double[2];
        ats.forEach(at -> {
            sums[0] += delayMsTimesCount[at];
            sums[1] += foreground[at];
        });
        return sums[1] == 0 ? Double.NaN : sums[0] / sums[1];
    }
}
