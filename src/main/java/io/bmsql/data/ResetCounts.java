package io.bmsql.data;

import io.bmsql.tpcc.Table;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Rows that a reset deleted and restored so far. Threads: any. */
final class ResetCounts {
    private final AtomicLongArray deleted = new AtomicLongArray(Table.values().length);
    private final LongAdder restored = new LongAdder();

    void addDeleted(Table table, int rows) {
        deleted.addAndGet(table.ordinal(), rows);
    }

    void addRestored(int rows) {
        restored.add(rows);
    }

    long deleted(Table table) {
        return deleted.get(table.ordinal());
    }

    long deleted() {
        long sum = 0;
        for (int i = 0; i < deleted.length(); i++) {
            sum += deleted.get(i);
        }
        return sum;
    }

    long restored() {
        return restored.sum();
    }
}
