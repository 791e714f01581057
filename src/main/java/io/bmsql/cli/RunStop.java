package io.bmsql.cli;

import io.bmsql.terminal.TerminalScheduler;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * What the first signal does to a run: it stops the terminals, and breaks off the check after them. Threads: the one that
 * conducts the run, and the JVM's on which a signal arrives.
 */
final class RunStop {
    private volatile @Nullable ExitCode signal;
    private final PrintStream complaints;

    /** The thread that waits for the check after the run; null at other times. */
    private @Nullable Thread checking;

    RunStop(PrintStream complaints) {
        this.complaints = complaints;
    }

    /** The first signal. */
    void arrived(ExitCode code, TerminalScheduler scheduler) {
        scheduler.stop();
        synchronized (this) {
            signal = code;
            if (checking != null) {
                checking.interrupt();
            }
        }
        complaints.println(
                "Stopping: transactions under way may finish, results are written. Once more stops at once.");
    }

    /** The status that the signal stands for; null when none came. */
    @Nullable
    ExitCode signal() {
        return signal;
    }

    /** Lets a signal interrupt this thread from now on; false when one came before. */
    synchronized boolean beginCheck() {
        checking = Thread.currentThread();
        return signal == null;
    }

    /** Ends what {@link #beginCheck} began. */
    synchronized void endCheck() {
        checking = null;
        // A signal in the last moment of the check: the interrupt has nothing left to stop.
        boolean late = Thread.interrupted();
        if (late && signal == null) {
            Thread.currentThread().interrupt();
        }
    }
}
