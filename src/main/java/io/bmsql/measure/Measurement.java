package io.bmsql.measure;

import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.TransactionType;

/**
 * What all workers report to. Every method may be called by any number of threads at once; none of them blocks for
 * long, and {@link #record} allocates nothing. All moments are {@link io.bmsql.time.RunClock#nanoTime} values.
 */
public interface Measurement {

    /**
     * One transaction has ended, all its attempts taken together. Response time is {@code end - due}, service time
     * {@code end - begin}; both over all attempts.
     *
     * @param attempts 1 or more
     * @param skippedDeliveries districts without an open order, DELIVERY_BG only, else 0
     * @param dueNanos when it should have started
     * @param beginNanos when its first attempt started
     * @param endNanos when its last attempt ended; decides whether it counts
     */
    void record(
            TransactionType type,
            Outcome outcome,
            int attempts,
            int skippedDeliveries,
            long dueNanos,
            long beginNanos,
            long endNanos);

    /**
     * One attempt ended in an error.
     *
     * @param sqlState as the driver gave it, {@code -} when it gave none
     * @param message its first occurrence is kept as the sample
     * @param gaveUp true when no further attempt follows
     * @param nowNanos decides whether it counts as inside the window
     */
    void error(
            TransactionType type,
            ErrorClass errorClass,
            String sqlState,
            int vendorCode,
            String message,
            boolean gaveUp,
            long nowNanos);

    /** The lines of a completed New-Order and how many of them came from another warehouse (clause 2.4.1.5). */
    void newOrderLines(int lines, int remoteLines, long endNanos);

    /** A completed Payment; remote: the customer belongs to another warehouse (clause 2.5.1.2). */
    void payment(boolean remote, long endNanos);

    /**
     * Where a transaction was at home that {@link #record} has counted.
     *
     * @param completed false when it failed or is unknown
     */
    default void atWarehouse(TransactionType type, boolean completed, int warehouseId, long endNanos) {
        // Only a recording of a whole run tells warehouses apart.
    }

    /** How a completed Payment or Order-Status chose its customer (clauses 2.5.1.2, 2.6.1.2). */
    void customerSelected(boolean byName, long endNanos);
}
