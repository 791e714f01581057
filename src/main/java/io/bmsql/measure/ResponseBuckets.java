package io.bmsql.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Response times in a few buckets, for those who collect many runs' figures; the limits of clause 5.2.5.7 are among them. */
public final class ResponseBuckets {
    private static final double MICROS_PER_SECOND = 1e6;

    private static final List<Double> BOUNDS =
            List.of(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 80.0);

    private ResponseBuckets() {}

    /** Upper bounds, inclusive, in seconds and ascending. One more bucket takes what is longer. */
    public static List<Double> boundsSeconds() {
        return BOUNDS;
    }

    /** How many values of microseconds lie in each bucket. */
    static List<Long> counts(Histogram micros) {
        if (micros.getTotalCount() == 0) {
            return Collections.nCopies(BOUNDS.size() + 1, 0L);
        }
        long[] counts = new long[BOUNDS.size() + 1];
        int bucket = 0;
        for (HistogramIterationValue value : micros.recordedValues()) {
            double seconds = value.getValueIteratedTo() / MICROS_PER_SECOND;
            while (bucket < BOUNDS.size() && seconds > BOUNDS.get(bucket)) {
                bucket++;
            }
            counts[bucket] += value.getCountAtValueIteratedTo();
        }
        List<Long> list = new ArrayList<>(counts.length);
        for (long count : counts) {
            list.add(count);
        }
        return list;
    }
}
