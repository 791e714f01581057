package io.bmsql.measure;

import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.tpcc.TransactionType;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/** New-Orders, Payments and failures by home warehouse. Safe for use by any thread; counting allocates nothing. */
final class WarehouseCounters {
    private static final int NEW_ORDERS = 0;
    private static final int PAYMENTS = 1;
    private static final int FAILED = 2;
    private static final int KINDS = 3;

    private final int warehouses;
    private final AtomicLongArray counts;

    WarehouseCounters(int warehouses) {
        this.warehouses = warehouses;
        this.counts = new AtomicLongArray((warehouses + 1) * KINDS);
    }

    void count(TransactionType type, boolean completed, int warehouseId) {
        if (warehouseId < 1 || warehouseId > warehouses) {
            return;
        }
        if (!completed) {
            counts.incrementAndGet(warehouseId * KINDS + FAILED);
        } else if (type == TransactionType.NEW_ORDER) {
            counts.incrementAndGet(warehouseId * KINDS + NEW_ORDERS);
        } else if (type == TransactionType.PAYMENT) {
            counts.incrementAndGet(warehouseId * KINDS + PAYMENTS);
        }
    }

    /** By warehouse, from 1 on. */
    List<long[]> counts() {
        return IntStream.rangeClosed(1, warehouses)
                .mapToObj(warehouse -> IntStream.range(0, KINDS)
                        .mapToLong(kind -> counts.get(warehouse * KINDS + kind))
                        .toArray())
                .toList();
    }

    /** Adds the {@link #counts} of another load generator. */
    void add(List<long[]> others) {
        for (int warehouse = 1; warehouse <= Math.min(warehouses, others.size()); warehouse++) {
            for (int kind = 0; kind < KINDS; kind++) {
                counts.addAndGet(warehouse * KINDS + kind, others.get(warehouse - 1)[kind]);
            }
        }
    }

    /** The text of {@code warehouse_heat.csv}: every warehouse, those without a transaction too. */
    String csv() {
        StringBuilder csv = new StringBuilder(WarehouseCounts.CSV.header());
        for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
            csv.append(WarehouseCounts.CSV.line(new WarehouseCounts(
                    warehouse,
                    counts.get(warehouse * KINDS + NEW_ORDERS),
                    counts.get(warehouse * KINDS + PAYMENTS),
                    counts.get(warehouse * KINDS + FAILED))));
        }
        return csv.toString();
    }
}
