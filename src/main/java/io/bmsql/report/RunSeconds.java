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

final class RunSeconds extends SecondSums {
    private static final int[] WIDTHS = {1, 2, 5, 10, 20, 60, 120, 300, 600};

    private static final int MOST_BINS = 1000;

    private final int width;

    RunSeconds(List<SeriesRow> all, TransactionTypes types, int fromSecond, double untilSecond) {
        super(all, types, fromSecond, untilSecond);
        width = Arrays.stream(WIDTHS)
                .filter(fits -> seconds <= (long) fits * MOST_BINS)
                .findFirst()
                .orElse((seconds + MOST_BINS - 1) / MOST_BINS);
    }

    int width() {
        return width;
    }

    double fromSecond() {
        return first;
    }

    double toSecond() {
        return first + seconds - 1 + coveredMs[seconds - 1] / 1000;
    }

    double[] middles() {
        return bins().mapToDouble(bin -> (first + from(bin) + Math.min(toSecond(), first + to(bin))) / 2)
                .toArray();
    }

    /** Takes 1000 for a rate a second, 60,000 for one a minute. */
    Series throughput(String label, String role, List<TransactionType> types, double unitMs) {
        double[] perSecond = new double[seconds];
        Arrays.setAll(perSecond, at -> types.stream()
                .mapToDouble(type -> completed[type.ordinal()][at])
                .sum());
        return rate(label, role, perSecond, unitMs);
    }

    List<Series> errors(String failedLabel, String retriedLabel) {
        return Arrays.stream(failed).sum() + Arrays.stream(retries).sum() == 0
                ? List.of()
                : List.of(rate(failedLabel, "failed", failed, 1000), rate(retriedLabel, "retried", retries, 1000));
    }

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

    Series meanResponse(TransactionType type, String label) {
        double[] counts = completed[type.ordinal()];
        double[] sums = responseMsTimesCount[type.ordinal()];
        return Series.of(
                label,
                ReportCharts.role(type),
                middles(),
                bins().mapToDouble(bin -> ratio(sums, counts, bin)).toArray());
    }

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
