package io.bmsql.measure;

import io.bmsql.common.UsageException;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import org.jspecify.annotations.Nullable;

/** Something that takes part in a run beside its terminals. All calls come from the thread that conducts the run. */
public interface Participant extends AutoCloseable {
    /**
     * The first transaction is about to begin.
     *
     * @return where the workers report from now on, {@code measurement} or something before it
     */
    default Measurement begin(Measurement measurement, @Nullable ResultDirectory directory) throws UsageException {
        return measurement;
    }

    /** Takes what the database acknowledged; null without one. */
    default @Nullable LedgerWriter ledger() {
        return null;
    }

    /**
     * The last transaction has ended.
     *
     * @param leftBehind workers that did not end
     */
    default void end(int leftBehind) throws InterruptedException {}

    /**
     * Adds what it found to the summary, with a window that is over; may wait.
     *
     * @param isPlanned whether the run reached its planned end
     */
    default RunSummary addTo(RunSummary summary, boolean isPlanned) throws InterruptedException {
        return summary;
    }

    /** Ends what {@link #end} did not: nothing of it writes to the directory any more. */
    @Override
    void close();
}
