package io.bmsql.result;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.Outcome;

/** Rows of {@code result.csv} on their way to the disk, in arrays that are used again; for one thread at a time. */
public final class ResultBatch {
    public static final int CAPACITY = 4096;

    final long[] elapsedMillis = new long[CAPACITY];
    final int[] latencyMillis = new int[CAPACITY];
    final int[] serviceMillis = new int[CAPACITY];
    final byte[] types = new byte[CAPACITY];
    final byte[] outcomes = new byte[CAPACITY];
    final byte[] skipped = new byte[CAPACITY];
    private int size;

    /** Adds a row; the batch must not be full. */
    public void add(
            long elapsedMillis,
            long latencyMillis,
            long serviceMillis,
            TransactionType type,
            Outcome outcome,
            int skippedDeliveries) {
        int row = size++;
        this.elapsedMillis[row] = elapsedMillis;
        this.latencyMillis[row] = (int) Math.min(latencyMillis, Integer.MAX_VALUE);
        this.serviceMillis[row] = (int) Math.min(serviceMillis, Integer.MAX_VALUE);
        types[row] = (byte) type.ordinal();
        outcomes[row] = (byte) outcome.ordinal();
        skipped[row] = (byte) skippedDeliveries;
    }

    public void clear() {
        size = 0;
    }

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public boolean isFull() {
        return size == CAPACITY;
    }
}
