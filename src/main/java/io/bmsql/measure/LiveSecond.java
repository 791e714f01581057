package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.SeriesRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one reading of the meters brought by type, for those who watch a run: usually one second of one phase.
 * Stragglers, recorded after their phase was read for the last time, come in a reading without length.
 */
public record LiveSecond(List<SeriesRow> rows, List<Responses> responses) {
    /**
     * Upper bounds of buckets, inclusive and ascending; one more bucket takes what is longer. The limits of clause 5.2.5.7 are among
     * them.
     */
    public static final List<Double> BOUNDS_SECONDS =
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 80.0);

    /** Response times of completed transactions in the buckets of {@link #BOUNDS_SECONDS}; the sum is about right. */
    public record Responses(double sumSeconds, List<Long> buckets) {
        static Responses of(Histogram micros) {
            long[] upTo = new long[BOUNDS_SECONDS.size() + 1];
            long count = micros.getTotalCount();
            if (count > 0) {
                Arrays.setAll(
                        upTo,
                        at -> at == BOUNDS_SECONDS.size()
                                ? count
                                : micros.getCountBetweenValues(0, Math.round(BOUNDS_SECONDS.get(at) * 1e6)));
            }
            List<Long> buckets = new ArrayList<>();
            for (int at = 0; at < upTo.length; at++) {
                buckets.add(upTo[at] - (at == 0 ? 0 : upTo[at - 1]));
            }
            return new Responses(count == 0 ? 0 : micros.getMean() * count / 1e6, buckets);
        }
    }

    static LiveSecond of(PhaseInterval interval, TransactionTypes types) {
        return new LiveSecond(
                types.stream().map(interval::row).toList(),
                types.stream()
                        .map(type -> Responses.of(interval.reading(type).response()))
                        .toList());
    }

    public SeriesRow of(TransactionType type) {
        return rows.get(type.ordinal());
    }

    /** Completed transactions of the types that terminals wait for. */
    public long foreground() {
        return rows.stream()
                .filter(row -> row.type().isForeground())
                .mapToLong(SeriesRow::completed)
                .sum();
    }
}
