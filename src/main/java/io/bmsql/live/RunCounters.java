package io.bmsql.live;

import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.ResponseBuckets;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;

/** Sums of the whole run, ramp-up and drain included; they only grow. Written by one thread, read by any. */
final class RunCounters {
    private final List<TypeSums> types = new ArrayList<>();

    /**
     * One type's sums.
     *
     * @param responses by bucket, one more than there are bounds
     */
    record TypeSums(
            long committed,
            long rolledBack,
            long failed,
            long unknown,
            long retries,
            double responseSumSeconds,
            long[] responses) {
        TypeSums plus(LiveSecond.Counts more) {
            long[] sums = responses.clone();
            for (int i = 0; i < sums.length; i++) {
                sums[i] += more.responses().get(i);
            }
            return new TypeSums(
                    committed + more.committed(),
                    rolledBack + more.rolledBack(),
                    failed + more.failed(),
                    unknown + more.unknown(),
                    retries + more.retries(),
                    responseSumSeconds + more.responseSumSeconds(),
                    sums);
        }
    }

    RunCounters() {
        int buckets = ResponseBuckets.boundsSeconds().size() + 1;
        for (int i = 0; i < TransactionType.values().length; i++) {
            types.add(new TypeSums(0, 0, 0, 0, 0, 0, new long[buckets]));
        }
    }

    synchronized void add(LiveSecond second) {
        for (TransactionType type : TransactionType.values()) {
            types.set(type.ordinal(), types.get(type.ordinal()).plus(second.of(type)));
        }
    }

    /** All types at one moment, by ordinal. */
    synchronized List<TypeSums> sums() {
        return List.copyOf(types);
    }
}
