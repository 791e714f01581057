package io.bmsql.report;

import io.bmsql.chart.Series;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.SeriesRow;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.util.Arrays;
import java.util.List;

/**
 * The per-second series laid on bins of equal width. Seconds without a row count as seconds in which nothing was
 * completed: a stall must show as zero, not as a gap.
 */
final class SeriesBins {
    /** BenchmarkSQL's widths: the first that gives at most {@link #MOST_BINS} bins. */
    private static final int[] WIDTHS = {1, 2, 5, 10, 20, 60, 120, 300, 600};

    private static final int MOST_BINS = 1000;

    /** Less of a second, such as the drain at the end, says nothing about it. */
    private static final double SLIVER_MS = 500;

    private final int firstSecond;
    private final int seconds;
    private final int width;
    private final long[][] completed;
    private final double[] coveredMs;
    private final long[] failed;
    private final long[] retries;
    private final double[][] responseMsTimesCount;

    private SeriesBins(int firstSecond, int seconds) {
        this.firstSecond = firstSecond;
        this.seconds = seconds;
        this.width = widthFor(seconds);
        int types = TransactionType.values().length;
        this.completed = new long[types][seconds];
        this.responseMsTimesCount = new double[types][seconds];
        this.coveredMs = new double[seconds];
        this.failed = new long[seconds];
        this.retries = new long[seconds];
    }

    /** Lays rows on bins; there must be at least one. */
    static SeriesBins of(List<SeriesRow> all) {
        List<SeriesRow> rows = withoutShortDrain(all);
        int first = rows.stream().mapToInt(SeriesRow::second).min().orElse(0);
        int last = rows.stream().mapToInt(SeriesRow::second).max().orElse(0);
        SeriesBins bins = new SeriesBins(first, last - first + 1);
        double[][] covered = new double[TransactionType.values().length][bins.seconds];
        for (SeriesRow row : rows) {
            bins.add(row);
            covered[row.type().ordinal()][row.second() - first] += row.intervalMs();
        }
        for (double[] type : covered) {
            for (int i = 0; i < type.length; i++) {
                bins.coveredMs[i] = Math.max(bins.coveredMs[i], type[i]);
            }
        }
        for (int i = 0; i < bins.seconds; i++) {
            bins.coveredMs[i] = bins.coveredMs[i] == 0 ? 1000 : Math.min(1000, bins.coveredMs[i]);
        }
        return bins;
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
        int at = row.second() - firstSecond;
        int type = row.type().ordinal();
        completed[type][at] += row.completed();
        responseMsTimesCount[type][at] += row.completed() * row.times().responseMeanMs();
        failed[at] += row.counts().failed() + row.counts().unknown();
        retries[at] += row.counts().retries();
    }

    private static int widthFor(int seconds) {
        for (int width : WIDTHS) {
            if (seconds <= (long) width * MOST_BINS) {
                return width;
            }
        }
        return (seconds + MOST_BINS - 1) / MOST_BINS;
    }

    /** Width of a bin, seconds. */
    int width() {
        return width;
    }

    /** The first second, from the start of the window. */
    double fromSecond() {
        return firstSecond;
    }

    /** The end of the last second that was covered, from the start of the window. */
    double toSecond() {
        return firstSecond + seconds - 1 + coveredMs[seconds - 1] / 1000;
    }

    /** Middle of each bin, seconds from the start of the window. */
    double[] middles() {
        double[] middles = new double[bins()];
        for (int bin = 0; bin < middles.length; bin++) {
            middles[bin] = (firstSecond + from(bin) + Math.min(toSecond(), firstSecond + to(bin))) / 2;
        }
        return middles;
    }

    /** Completed transactions of the types a minute. */
    Series throughput(String label, String role, List<TransactionType> types) {
        double[] perSecond = new double[seconds];
        for (TransactionType type : types) {
            for (int i = 0; i < seconds; i++) {
                perSecond[i] += completed[type.ordinal()][i];
            }
        }
        return rate(label, role, perSecond, 60_000);
    }

    /** Transactions given up, a second. */
    Series failed(String label) {
        return rate(label, "failed", Arrays.stream(failed).asDoubleStream().toArray(), 1000);
    }

    /** Attempts that were repeated, a second. */
    Series retried(String label) {
        return rate(label, "retried", Arrays.stream(retries).asDoubleStream().toArray(), 1000);
    }

    /** Attempts that ended in an error of a class, a second; seconds that the series does not have are left out. */
    Series attempts(String label, String role, List<ErrorCounts> counts) {
        double[] perSecond = new double[seconds];
        for (ErrorCounts count : counts) {
            long at = (long) count.second() - firstSecond;
            if (at >= 0 && at < seconds) {
                perSecond[(int) at] += count.attempts();
            }
        }
        return rate(label, role, perSecond, 1000);
    }

    private Series rate(String label, String role, double[] perSecond, double unitMs) {
        int bins = bins();
        double[] values = new double[bins];
        double[] low = new double[width == 1 ? 0 : bins];
        double[] high = new double[low.length];
        for (int bin = 0; bin < bins; bin++) {
            double count = 0;
            double covered = 0;
            double least = Double.POSITIVE_INFINITY;
            double most = 0;
            for (int i = from(bin); i < to(bin); i++) {
                count += perSecond[i];
                covered += coveredMs[i];
                if (coveredMs[i] >= SLIVER_MS) {
                    least = Math.min(least, perSecond[i] / coveredMs[i] * unitMs);
                    most = Math.max(most, perSecond[i] / coveredMs[i] * unitMs);
                }
            }
            values[bin] = covered < SLIVER_MS ? Double.NaN : count / covered * unitMs;
            if (low.length > 0) {
                low[bin] = Double.isInfinite(least) ? values[bin] : least;
                high[bin] = Math.max(most, low[bin]);
            }
        }
        return new Series(label, label, "", role, middles(), values, low, high);
    }

    /** Mean response time of a type, milliseconds; a gap where it completed nothing. */
    Series meanResponse(TransactionType type, String label) {
        return Series.of(
                label,
                ReportTheme.role(type),
                middles(),
                weighted(responseMsTimesCount[type.ordinal()], completed[type.ordinal()]));
    }

    private double[] weighted(double[] sums, long[] counts) {
        double[] values = new double[bins()];
        for (int bin = 0; bin < values.length; bin++) {
            double sum = 0;
            long count = 0;
            double covered = 0;
            for (int i = from(bin); i < to(bin); i++) {
                sum += sums[i];
                count += counts[i];
                covered += coveredMs[i];
            }
            values[bin] = count == 0 || covered < SLIVER_MS ? Double.NaN : sum / count;
        }
        return values;
    }

    boolean hasCompleted(TransactionType type) {
        return Arrays.stream(completed[type.ordinal()]).anyMatch(count -> count > 0);
    }

    boolean hasErrors() {
        return Arrays.stream(failed).anyMatch(count -> count > 0)
                || Arrays.stream(retries).anyMatch(count -> count > 0);
    }

    private int bins() {
        return (seconds + width - 1) / width;
    }

    private int from(int bin) {
        return bin * width;
    }

    private int to(int bin) {
        return Math.min(seconds, (bin + 1) * width);
    }
}
