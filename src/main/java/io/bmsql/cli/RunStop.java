package io.bmsql.cli;

import io.bmsql.terminal.TerminalScheduler;
import org.jspecify.annotations.Nullable;

/**
 * What the first signal does to a run. Threads: the one that conducts the run, and the JVM's on which a signal arrives.
 *
 * <pre>
 * before the first transaction   takes back what was made and halts: nothing was measured
 * during the run                 stops the terminals; results are written
 * in the check after the run     breaks it off; halts when the server holds it for longer than {@link StopStrategy} waits
 * </pre>
 */
final class RunStop {
    private final Surroundings surroundings;
    private volatile @Nullable ExitCode signal;
    private Runnable withdrawal = () -> {};
    private Runnable onHalt = () -> {};
    private boolean isBegun;

    /** The thread that waits for the check after the run; null at other times. */
    private @Nullable Thread checking;

    RunStop(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** What must be done before the program halts, whoever halts it. */
    synchronized void onHalt(Runnable action) {
        onHalt = action;
    }

    /** What takes back all that was made for a run that did not begin. */
    synchronized void onWithdrawal(Runnable action) {
        withdrawal = action;
    }

    /** The first transaction is about to begin. */
    synchronized void begin() {
        isBegun = true;
    }

    /** The first signal. */
    synchronized void arrived(ExitCode code, TerminalScheduler scheduler) {
        signal = code;
        if (!isBegun) {
            say("Stopped before the run began" + Signals.by(code) + ".");
            withdrawal.run();
            halt(code);
        } else if (checking == null) {
            scheduler.stop();
            say("Stopping: transactions under way may finish, results are written. Once more stops at once.");
        } else {
            checking.interrupt();
            StopStrategy.afterPatience(surroundings.clock(), () -> haltCheck(code));
            say("Stopping: the check is broken off, the results of the run stay. Once more stops at once.");
        }
    }

    private void say(String sentence) {
        surroundings.console().err().println(sentence);
    }

    private synchronized void haltCheck(ExitCode code) {
        if (checking != null) {
            halt(code);
        }
    }

    private void halt(ExitCode code) {
        onHalt.run();
        Runtime.getRuntime().halt(code.status());
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
