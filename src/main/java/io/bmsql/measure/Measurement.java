package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.workload.EndedTransaction;
import java.util.function.Consumer;

/** What all workers report to, on any thread; {@link #record} allocates nothing. Moments are of the run's clock. */
public interface Measurement {
    /** One transaction has ended. Response time is {@code end - due}, service time {@code end - begin}. */
    void record(EndedTransaction transaction);

    void error(Failure failure);

    /** A worker has opened a connection, which took so long. */
    default void connected(long nanos, long atNanos) {
        // Only a summary shows it.
    }

    /** The same behind another one, who hears of each transaction first. */
    default Measurement after(Consumer<EndedTransaction> other) {
        Measurement own = this;
        return new Measurement() {
            @Override
            public void record(EndedTransaction ended) {
                other.accept(ended);
                own.record(ended);
            }

            @Override
            public void error(Failure failure) {
                own.error(failure);
            }

            @Override
            public void connected(long nanos, long atNanos) {
                own.connected(nanos, atNanos);
            }
        };
    }

    /** An attempt that failed; its first message is kept as the sample, and no other follows when it gave up. */
    record Failure(
            TransactionType type,
            ErrorClass errorClass,
            String sqlState,
            int vendorCode,
            String message,
            boolean gaveUp,
            long nanos) {}
}
