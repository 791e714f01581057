package io.bmsql.terminal;

import io.bmsql.workload.TransactionInput;

/** A deferred delivery in the hands of a worker, which owns and reuses it. */
final class DeferredDelivery {
    private final TransactionInput input = new TransactionInput();
    private long queuedNanos;

    void set(int warehouseId, int carrierId, long nanos) {
        input.keyDeferredDelivery(warehouseId, carrierId);
        queuedNanos = nanos;
    }

    TransactionInput input() {
        return input;
    }

    /** When the terminal asked for it: response time counts from here (clause 2.7.2.2). */
    long queuedNanos() {
        return queuedNanos;
    }
}
