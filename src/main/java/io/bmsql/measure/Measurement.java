package io.bmsql.measure;

import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.TransactionType;

/** What all workers report to, on any thread; {@link #record} allocates nothing. Moments are of the run's clock. */
public interface Measurement {
    /** One transaction has ended. Response time is {@code end - due}, service time {@code end - begin}. */
    void record(EndedTransaction transaction);

    void error(Failure failure);

    /**
     * An attempt that failed.
     *
     * @param message its first occurrence is kept as the sample
     * @param gaveUp true when no further attempt follows
     */
    record Failure(
            TransactionType type,
            ErrorClass errorClass,
            String sqlState,
            int vendorCode,
            String message,
            boolean gaveUp,
            long nanos) {}
}
