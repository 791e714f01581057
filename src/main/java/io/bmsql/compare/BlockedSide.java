package io.bmsql.compare;

import io.bmsql.result.HistogramLog;
import io.bmsql.spec.TransactionType;
import io.bmsql.statistics.RatioInterval.Blocks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The runs of one side, cut into blocks of seconds. Seconds of two runs are never in one block. */
final class BlockedSide {
    private static final double MICROS = 1000;

    /** Long enough that neighbours are nearly independent, short enough that a minute has a dozen. */
    private static final int LEAST_SECONDS = 5;

    private static final int MOST_BLOCKS_A_RUN = 30;

    private final List<ComparedRun> runs;
    private final int blockSeconds;

    /** @param sameLength runs of both sides: the shortest decides how long a block is */
    BlockedSide(List<ComparedRun> runs, List<ComparedRun> sameLength) {
        this.runs = runs;
        int shortest = sameLength.stream().mapToInt(ComparedRun::seconds).min().orElse(0);
        this.blockSeconds = Math.max(LEAST_SECONDS, (shortest + MOST_BLOCKS_A_RUN - 1) / MOST_BLOCKS_A_RUN);
    }

    /** Completed transactions of these types a minute. */
    Blocks rate(List<TransactionType> types) {
        List<double[]> countsAndSeconds = new ArrayList<>();
        for (ComparedRun run : runs) {
            double[] completed = run.completed(types);
            for (int from = 0; from < completed.length; from += blockSeconds) {
                int to = Math.min(completed.length, from + blockSeconds);
                countsAndSeconds.add(
                        new double[] {Arrays.stream(completed, from, to).sum(), to - from});
            }
        }
        return new Blocks(countsAndSeconds.size(), chosen -> {
            double count = 0;
            double seconds = 0;
            for (int block : chosen) {
                count += countsAndSeconds.get(block)[0];
                seconds += countsAndSeconds.get(block)[1];
            }
            return seconds == 0 ? 0 : count / seconds * 60;
        });
    }

    /** A percentile of the response times of a type, milliseconds. */
    Blocks percentile(TransactionType type, double percent) {
        List<Histogram> blocks = new ArrayList<>();
        for (ComparedRun run : runs) {
            TreeMap<Integer, Histogram> ofRun = new TreeMap<>();
            for (HistogramLog.Interval interval : run.responses()) {
                if (interval.type() == type
                        && interval.startSeconds() >= 0
                        && interval.startSeconds() < run.seconds()) {
                    ofRun.computeIfAbsent((int) (interval.startSeconds() / blockSeconds), block -> growing())
                            .add(interval.histogram());
                }
            }
            blocks.addAll(ofRun.values());
        }
        return new Blocks(blocks.size(), new Percentile(blocks, percent / 100)::of);
    }

    private static Histogram growing() {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        return histogram;
    }

    /** Percentiles of any choice of blocks: one row of counts a block, one column a value that occurs in any of them. */
    private static final class Percentile {
        private final double share;
        private final double[] values;
        private final long[][] counts;

        Percentile(List<Histogram> blocks, double share) {
            this.share = share;
            TreeMap<Long, Integer> columns = new TreeMap<>();
            for (Histogram block : blocks) {
                block.recordedValues().forEach(value -> columns.put(value.getValueIteratedTo(), 0));
            }
            this.values = columns.keySet().stream()
                    .mapToDouble(micros -> micros / MICROS)
                    .toArray();
            int column = 0;
            for (var entry : columns.entrySet()) {
                entry.setValue(column++);
            }
            this.counts = new long[blocks.size()][values.length];
            for (int i = 0; i < counts.length; i++) {
                for (HistogramIterationValue value : blocks.get(i).recordedValues()) {
                    counts[i][columns.getOrDefault(value.getValueIteratedTo(), 0)] = value.getCountAtValueIteratedTo();
                }
            }
        }

        double of(int[] chosen) {
            long[] sums = new long[values.length];
            long total = 0;
            for (int block : chosen) {
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += counts[block][i];
                    total += counts[block][i];
                }
            }
            long rank = Math.max(1, (long) Math.ceil(total * share));
            for (int i = 0; i < sums.length; i++) {
                rank -= sums[i];
                if (rank <= 0) {
                    return values[i];
                }
            }
            return Double.NaN;
        }
    }
}
