package io.bmsql.measure;

import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.util.List;

/**
 * What one reading of the meters brought, for those who watch a run: usually one second of one phase. Transactions that
 * were recorded after their phase was read for the last time come in a reading without length.
 *
 * @param second that it belongs to, from the start of the window; negative in the ramp-up
 * @param lengthSeconds that it covers; 0 for stragglers, more than 1 when the reading came late
 * @param types what each type did, by ordinal
 * @param newOrderP50Ms response time of completed New-Orders; 0 without any
 * @param newOrderP90Ms likewise
 * @param newOrderP99Ms likewise
 */
public record LiveSecond(
        RunPhase phase,
        int second,
        double lengthSeconds,
        List<Counts> types,
        double newOrderP50Ms,
        double newOrderP90Ms,
        double newOrderP99Ms) {

    public LiveSecond {
        types = List.copyOf(types);
    }

    /**
     * What one type did.
     *
     * @param committed transactions; a queued delivery counts when it was queued
     * @param rolledBack as planned
     * @param failed given up
     * @param unknown their connection broke during the commit
     * @param retries attempts after the first ones
     * @param responseSumSeconds of the completed ones, about
     * @param responses of the completed ones by bucket, see {@link ResponseBuckets}
     */
    public record Counts(
            long committed,
            long rolledBack,
            long failed,
            long unknown,
            long retries,
            double responseSumSeconds,
            List<Long> responses) {
        public Counts {
            responses = List.copyOf(responses);
        }

        /** Committed or rolled back as planned. */
        public long completed() {
            return committed + rolledBack;
        }
    }

    /** What a type did. */
    public Counts of(TransactionType type) {
        return types.get(type.ordinal());
    }

    /** Completed transactions of the types that terminals wait for. */
    public long foreground() {
        long sum = 0;
        for (TransactionType type : TransactionType.values()) {
            sum += type.isForeground() ? of(type).completed() : 0;
        }
        return sum;
    }
}
