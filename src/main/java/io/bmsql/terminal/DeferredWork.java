package io.bmsql.terminal;

/**
 * Work that terminals have asked for and do not wait for, such as TPC-C's deliveries (clause 2.7.2), first in, first out.
 *
 * <p>No thread waits here: a worker that adds work looks into this queue before it takes its next terminal, so that
 * what was added is always done, also at the end of the run. A ring of plain numbers that grows when it must; each call
 * holds the lock for a few nanoseconds.
 */
final class DeferredWork {
    private static final int FIRST_CAPACITY = 64;
    private static final int NUMBERS = 2;

    private long[] ring = new long[NUMBERS * FIRST_CAPACITY];
    private int head;
    private int size;

    /** A piece of it in the hands of a worker, which owns and reuses it. */
    static final class Piece {
        long work;
        /** When the terminal asked for it: response time counts from here (clause 2.7.2.2). */
        long queuedNanos;
    }

    synchronized void add(long work, long nowNanos) {
        if (NUMBERS * size == ring.length) {
            grow();
        }
        int tail = (head + NUMBERS * size) % ring.length;
        ring[tail] = nowNanos;
        ring[tail + 1] = work;
        size++;
    }

    synchronized boolean poll(Piece piece) {
        if (size == 0) {
            return false;
        }
        piece.queuedNanos = ring[head];
        piece.work = ring[head + 1];
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
