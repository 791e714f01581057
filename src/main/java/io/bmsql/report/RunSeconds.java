package io.bmsql.report;

import io.bmsql.analysis.SecondSums;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.chart.Series;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.SeriesRow;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/** The seconds of a run laid on bins, as lines of charts. */
final class RunSeconds extends SecondSums {
    /** BenchmarkSQL's widths: the first that gives at most {@link #MAX_BINS} bins. */
    private static final int[] WIDTHS = {1, 2, 5, 10, 20, 60, 120, 300, 600};

    private static final int MAX_BINS = 1000;

    private final int width;

    /** Adds up rows, at least one; what counts lies in the interval. */
    RunSeconds(List<SeriesRow> all, TransactionTypes types, int fromSecond, double untilSecond) {
        super(all, types, fromSecond, untilSecond);
        width = Arrays.stream(WIDTHS)
                .filter(fits -> seconds <= (long) fits * MAX_BINS)
                .findFirst()
                .orElse((seconds + MAX_BINS - 1) / MAX_BINS);
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
                    .filter(at -> coveredMs[at] >= MIN_MS)
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
        double[] means = bins().mapToDouble(bin -> ratio(sums, counts, bin)).toArray();
        return Series.of(label, ReportCharts.role(type), middles(), means);
    }

    /** One sum over a bin by another; NaN where a bin covers next to nothing or the other is 0. */
    private double ratio(double[] dividends, double[] divisors, int bin) {
        double divisor = sum(divisors, bin);
        return sum(coveredMs, bin) < MIN_MS || divisor == 0 ? Double.NaN : sum(dividends, bin) / divisor;
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
