package io.bmsql.terminal;

import io.bmsql.workload.TransactionInput;

/**
 * Deliveries that terminals have asked for and that run in the background (clause 2.7.2), first in, first out.
 *
 * <p>No thread waits here: a worker that adds a delivery looks into this queue before it takes its next terminal, so that
 * what was added is always done, also at the end of the run. A ring of plain numbers that grows when it must; each call
 * holds the lock for a few nanoseconds.
 */
final class DeferredDeliveries {
    private static final int FIRST_CAPACITY = 64;
    private static final int NUMBERS = 3;

    private long[] ring = new long[NUMBERS * FIRST_CAPACITY];
    private int head;
    private int size;

    /** One of them in the hands of a worker, which owns and reuses it. */
    static final class Delivery {
        final TransactionInput input = new TransactionInput();
        /** When the terminal asked for it: response time counts from here (clause 2.7.2.2). */
        long queuedNanos;

        Delivery set(int warehouseId, int carrierId, long nanos) {
            input.keyDeferredDelivery(warehouseId, carrierId);
            queuedNanos = nanos;
            return this;
        }
    }

    synchronized void add(TransactionInput delivery, long nowNanos) {
        if (NUMBERS * size == ring.length) {
            grow();
        }
        int tail = (head + NUMBERS * size) % ring.length;
        ring[tail] = nowNanos;
        ring[tail + 1] = delivery.warehouseId;
        ring[tail + 2] = delivery.carrierId;
        size++;
    }

    synchronized boolean poll(Delivery delivery) {
        if (size == 0) {
            return false;
        }
        delivery.set((int) ring[head + 1], (int) ring[head + 2], ring[head]);
        head = (head + NUMBERS) % ring.length;
        size--;
        return true;
    }

    synchronized int size() {
        return size;
    }

    private void grow() {
        long[] more = new long[2 * ring.length];
        System.arraycopy(ring, head, more, 0, ring.length - head);
        System.arraycopy(ring, 0, more, ring.length - head, head);
        ring = more;
        head = 0;
    }
}
