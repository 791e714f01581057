package io.bmsql.terminal;

import io.bmsql.workload.TransactionInput;

/**
 * Deliveries that terminals have asked for and that run in the background (clause 2.7.2), first in, first out.
 *
 * <p>Nobody waits here: a worker that adds a delivery looks into this queue before it takes its next terminal, so that
 * what was added is always done, also at the end of the run. A ring of plain numbers that grows when it must; each call
 * holds the lock for a few nanoseconds.
 */
final class DeferredDeliveries {
    private static final int FIRST_CAPACITY = 64;

    private long[] queuedNanos = new long[FIRST_CAPACITY];
    private int[] warehouseIds = new int[FIRST_CAPACITY];
    private int[] carrierIds = new int[FIRST_CAPACITY];
    private int head;
    private int size;

    /** Queues what a terminal keyed in. */
    synchronized void add(TransactionInput delivery, long nowNanos) {
        if (size == queuedNanos.length) {
            grow();
        }
        int tail = (head + size) % queuedNanos.length;
        queuedNanos[tail] = nowNanos;
        warehouseIds[tail] = delivery.warehouseId();
        carrierIds[tail] = delivery.carrierId();
        size++;
    }

    /** Moves the oldest one into the delivery; false when there is none. */
    synchronized boolean poll(DeferredDelivery delivery) {
        if (size == 0) {
            return false;
        }
        delivery.set(warehouseIds[head], carrierIds[head], queuedNanos[head]);
        head = (head + 1) % queuedNanos.length;
        size--;
        return true;
    }

    /** How many wait. */
    synchronized int size() {
        return size;
    }

    private void grow() {
        int capacity = 2 * size;
        long[] moreNanos = new long[capacity];
        int[] moreWarehouses = new int[capacity];
        int[] moreCarriers = new int[capacity];
        for (int i = 0; i < size; i++) {
            int from = (head + i) % size;
            moreNanos[i] = queuedNanos[from];
            moreWarehouses[i] = warehouseIds[from];
            moreCarriers[i] = carrierIds[from];
        }
        queuedNanos = moreNanos;
        warehouseIds = moreWarehouses;
        carrierIds = moreCarriers;
        head = 0;
    }
}
