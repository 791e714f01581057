package io.bmsql.measure;

import io.bmsql.workload.EndedTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long terminals waited for a commit: for all answers since their last one together, without the time in which they thought or
 * keyed. {@link #ended} is for the worker that serves the terminal just then: it allocates nothing and waits for nobody.
 */
final class TerminalWaits {
    private static final long MILLI_NANOS = 1_000_000;
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private final RunWindow window;

    /** Counts for each terminal since its last commit; one worker at a time has a terminal. */
    private final long[] waitedNanos;

    /**
     * The longest wait that ended since the last reading: milliseconds, and in the lower half when it ended, in those since the start
     * of the run. When reading and writing meet, a shorter one is lost.
     */
    private final AtomicLongArray longest;

    /** @param terminals more than the highest number of one */
    TerminalWaits(RunWindow window, int terminals) {
        this.window = window;
        waitedNanos = new long[terminals];
        longest = new AtomicLongArray(terminals);
    }

    /** A transaction has ended; {@code isCommit} when that shows that the server takes commits, which ends a wait. */
    void ended(EndedTransaction ended, boolean isCommit) {
        if (ended.terminal >= 0 && (isCommit || !ended.outcome.isCompleted())) {
            waitedNanos[ended.terminal] += ended.endNanos - ended.dueNanos;
            if (isCommit) {
                end(ended.terminal, ended.endNanos);
            }
        }
    }

    private void end(int terminal, long nanos) {
        long millis = waitedNanos[terminal] / MILLI_NANOS;
        waitedNanos[terminal] = 0;
        if (millis > CommitGaps.SHORTEST_NANOS / MILLI_NANOS) {
            long wait = millis << Integer.SIZE | (nanos - window.startNanos()) / MILLI_NANOS;
            if (wait > longest.get(terminal)) {
                longest.set(terminal, wait);
            }
        }
    }

    /**
     * Takes the longest wait of each terminal since the last call, if it was longer than {@link CommitGaps#SHORTEST_NANOS}: the
     * terminal's number, and begin and end of the wait in milliseconds from the origin of the window.
     *
     * @param isLast no worker is left: who still waits has waited until the end
     */
    List<long[]> take(boolean isLast) {
        long startMillis = (window.startNanos() - window.originNanos()) / MILLI_NANOS;
        List<long[]> taken = new ArrayList<>();
        for (int terminal = 0; terminal < waitedNanos.length; terminal++) {
            if (isLast) {
                end(terminal, window.originNanos() + window.endSinceOriginNanos());
            }
            long wait = longest.get(terminal) == 0 ? 0 : longest.getAndSet(terminal, 0);
            if (wait > 0) {
                long untilMillis = startMillis + (wait & LOWER_HALF);
                taken.add(new long[] {terminal, untilMillis - (wait >>> Integer.SIZE), untilMillis});
            }
        }
        return taken;
    }
}
