package io.bmsql.report;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.chart.Series;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The series added up by second and laid on bins. A second without a row completed nothing: a stall is zero. */
final class RunSeconds {
    /** BenchmarkSQL's widths: the first that gives at most {@link #MOST_BINS} bins. */
    private static final int[] WIDTHS = {1, 2, 5, 10, 20, 60, 120, 300, 600};

    private static final int MOST_BINS = 1000;

    /** Less of a second, such as the drain at the end, says nothing about it. */
    private static final double LEAST_MS = 500;

    private final int first;
    private final int seconds;
    private final int width;
    private final double[][] completed;
    private final double[][] responseMsTimesCount;
    private final double[] foreground;
    private final double[] serviceMsTimesCount;
    private final double[] delayMsTimesCount;
    private final double[] failed;
    private final double[] retries;
    private final double[] coveredMs;
    private final boolean[] measured;

    /** Adds up rows, at least one; what counts lies in the interval. */
    RunSeconds(List<SeriesRow> all, TransactionTypes types, int fromSecond, double untilSecond) {
        List<SeriesRow> rows = withoutShortDrain(all);
        first = rows.stream().mapToInt(SeriesRow::second).min().orElse(0);
        seconds = rows.stream().mapToInt(SeriesRow::second).max().orElse(0) - first + 1;
        width = Arrays.stream(WIDTHS)
                .filter(fits -> seconds <= (long) fits * MOST_BINS)
                .findFirst()
                .orElse((seconds + MOST_BINS - 1) / MOST_BINS);
        completed = new double[types.size()][seconds];
        responseMsTimesCount = new double[types.size()][seconds];
        foreground = new double[seconds];
        serviceMsTimesCount = new double[seconds];
        delayMsTimesCount = new double[seconds];
        failed = new double[seconds];
        retries = new double[seconds];
        coveredMs = new double[seconds];
        measured = new boolean[seconds];
        double[][] covered = new double[types.size()][seconds];
        for (SeriesRow row : rows) {
            add(row);
            covered[row.type().ordinal()][row.second() - first] += row.intervalMs();
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

    /** A drain of less than a second would end every line with a drop that nothing caused. */
    private static List<SeriesRow> withoutShortDrain(List<SeriesRow> rows) {
        int last = rows.stream().mapToInt(SeriesRow::second).max().orElse(0);
        boolean isShort = rows.stream()
                .filter(row -> row.second() == last)
                .allMatch(row -> row.phase() == RunPhase.DRAIN && row.intervalMs() < 990);
        List<SeriesRow> others =
                isShort ? rows.stream().filter(row -> row.second() < last).toList() : rows;
        return others.isEmpty() ? rows : others;
    }

    private void add(SeriesRow row) {
        int at = row.second() - first;
        int type = row.type().ordinal();
        completed[type][at] += row.completed();
        responseMsTimesCount[type][at] += row.completed() * row.times().responseMeanMs();
        serviceMsTimesCount[at] += row.completed() * row.times().serviceMeanMs();
        failed[at] += row.counts().failed() + row.counts().unknown();
        retries[at] += row.counts().retries();
        measured[at] |= row.phase() == RunPhase.MEASURE;
        // The deferred part of a delivery waits in a queue on purpose: its delay says nothing of the load generator.
        if (row.type().isForeground()) {
            foreground[at] += row.completed();
            delayMsTimesCount[at] += row.completed() * row.times().startDelayMeanMs();
        }
    }

    int size() {
        return seconds;
    }

    int second(int at) {
        return first + at;
    }

    double[] bySecond(IntToDoubleFunction value) {
        return IntStream.range(0, seconds).mapToDouble(value).toArray();
    }

    /** The end of each second, from the start of the window. */
    double[] ends() {
        return bySecond(at -> second(at) + 1);
    }

    /** True inside the window for a second that is long enough to have a rate. */
    boolean counts(int at) {
        return measured[at] && coveredMs[at] >= LEAST_MS;
    }

    /** Completed inside the window. */
    long measured(TransactionType type) {
        return Math.round(IntStream.range(0, seconds)
                .filter(at -> measured[at])
                .mapToDouble(at -> completed[type.ordinal()][at])
                .sum());
    }

    /** Foreground transactions completed, as of a whole second. */
    double rate(int at) {
        return foreground[at] / coveredMs[at] * 1000;
    }

    /** Share of the connections' time in transactions, percent. They count where they end: cut at 100. */
    double busyPercent(int at, int connections) {
        return Math.min(100, serviceMsTimesCount[at] / coveredMs[at] / Math.max(1, connections) * 100);
    }

    /** Mean time from due to start, milliseconds; NaN where nothing was completed. */
    double delayMeanMs(int at) {
        return foreground[at] == 0 ? Double.NaN : delayMsTimesCount[at] / foreground[at];
    }

    /** The same of all transactions of these seconds: the mean of their means would let few weigh like many. */
    double delayMeanMs(IntStream ats) {
        double[] sums = new double[2];
        ats.forEach(at -> {
            sums[0] += delayMsTimesCount[at];
            sums[1] += foreground[at];
        });
        return sums[1] == 0 ? Double.NaN : sums[0] / sums[1];
    }

    int width() {
        return width;
    }

    double fromSecond() {
        return first;
    }

    /** The end of the last second that was covered, from the start of the window. */
    double toSecond() {
        return first + seconds - 1 + coveredMs[seconds - 1] / 1000;
    }

    /** Middle of each bin, seconds from the start of the window. */
    double[] middles() {
        return bins().mapToDouble(bin -> (first + from(bin) + Math.min(toSecond(), first + to(bin))) / 2)
                .toArray();
    }

    /** @param unitMs 1000 for a rate a second, 60,000 for one a minute */
    Series throughput(String label, String role, List<TransactionType> types, double unitMs) {
        double[] perSecond = new double[seconds];
        Arrays.setAll(perSecond, at -> types.stream()
                .mapToDouble(type -> completed[type.ordinal()][at])
                .sum());
        return rate(label, role, perSecond, unitMs);
    }

    /** Transactions that failed and attempts that were retried; nothing when there are none. */
    List<Series> errors(String failedLabel, String retriedLabel) {
        return Arrays.stream(failed).sum() + Arrays.stream(retries).sum() == 0
                ? List.of()
                : List.of(rate(failedLabel, "failed", failed, 1000), rate(retriedLabel, "retried", retries, 1000));
    }

    /** Attempts that ended in an error of a class, a second; seconds that the series does not have are left out. */
    Series attempts(String label, String role, List<ErrorCounts> counts) {
        double[] perSecond = new double[seconds];
        for (ErrorCounts count : counts) {
            long at = (long) count.second() - first;
            if (at >= 0 && at < seconds) {
                perSecond[(int) at] += count.attempts();
            }
        }
        return rate(label, role, perSecond, 1000);
    }

    /** A point a bin; of several seconds with the lowest and the highest. */
    private Series rate(String label, String role, double[] perSecond, double unitMs) {
        double[] values = bins().mapToDouble(bin -> ratio(perSecond, coveredMs, bin) * unitMs)
                .toArray();
        double[] low = new double[width == 1 ? 0 : values.length];
        double[] high = new double[low.length];
        for (int bin = 0; bin < low.length; bin++) {
            DoubleSummaryStatistics rates = IntStream.range(from(bin), to(bin))
                    .filter(at -> coveredMs[at] >= LEAST_MS)
                    .mapToDouble(at -> perSecond[at] / coveredMs[at] * unitMs)
                    .summaryStatistics();
            low[bin] = rates.getCount() == 0 ? values[bin] : rates.getMin();
            high[bin] = rates.getCount() == 0 ? values[bin] : rates.getMax();
        }
        return new Series(label, label, "", role, middles(), values, low, high);
    }

    /** Mean response time of a type, milliseconds; a gap where it completed nothing. */
    Series meanResponse(TransactionType type, String label) {
        double[] counts = completed[type.ordinal()];
        double[] sums = responseMsTimesCount[type.ordinal()];
        return Series.of(
                label,
                ReportCharts.role(type),
                middles(),
                bins().mapToDouble(bin -> ratio(sums, counts, bin)).toArray());
    }

    /** One sum over a bin by another; NaN where a bin covers next to nothing or the other is 0. */
    private double ratio(double[] dividends, double[] divisors, int bin) {
        double divisor = sum(divisors, bin);
        return sum(coveredMs, bin) < LEAST_MS || divisor == 0 ? Double.NaN : sum(dividends, bin) / divisor;
    }

    private double sum(double[] values, int bin) {
        return Arrays.stream(values, from(bin), to(bin)).sum();
    }

    boolean hasCompleted(TransactionType type) {
        return Arrays.stream(completed[type.ordinal()]).anyMatch(count -> count > 0);
    }

    private IntStream bins() {
        return IntStream.range(0, (seconds + width - 1) / width);
    }

    private int from(int bin) {
        return bin * width;
    }

    private int to(int bin) {
        return Math.min(seconds, (bin + 1) * width);
    }
}
