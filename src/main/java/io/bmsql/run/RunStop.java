package io.bmsql.run;

import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import io.bmsql.result.EndingCause;
import io.bmsql.result.EndingCause.Kind;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.run.RunListener.Stage;
import io.bmsql.terminal.HopelessTypes.EveryOneFailedException;
import io.bmsql.terminal.RunEnd;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request to stop does to a run. Threads: the one that conducts the run, and any that asks it to stop.
 *
 * <pre>
 * before the first transaction   removes what was made: nothing was measured; interrupts the wait for the start
 * during the run                 stops the terminals; results are written
 * in the check after the run     interrupts it
 * </pre>
 */
public final class RunStop {
    private final RunListener listener;
    private volatile @Nullable String stoppedBy;
    private Runnable withdrawal = () -> {};
    private @Nullable Runnable running;
    private @Nullable Thread waiting;
    private @Nullable Thread checking;

    public RunStop(RunListener listener) {
        this.listener = listener;
    }

    /** What removes all that was made for a run that did not begin. */
    public synchronized void onWithdrawal(Runnable action) {
        withdrawal = action;
    }

    /** Waits for the moment at which the first transaction may be due; refuses a run that is stopped meanwhile. */
    long awaitStart(StartGate gate, RunClock clock) throws UsageException, InterruptedException {
        synchronized (this) {
            refuseIfStopped();
            waiting = Thread.currentThread();
        }
        try {
            return gate.awaitStart(clock);
        } catch (InterruptedException e) {
            refuseIfStopped();
            throw e;
        } finally {
            synchronized (this) {
                waiting = null;
                if (stoppedBy != null) {
                    // A request in the last moment of the wait: the refusal that follows says all.
                    Thread.interrupted();
                }
            }
        }
    }

    private void refuseIfStopped() throws UsageException {
        if (stoppedBy != null) {
            throw new UsageException("Stopped before the run began" + stoppedBy + ".");
        }
    }

    /** For a failure before the first transaction, which the removal of what was made explains. */
    synchronized void refuseIfWithdrawn() throws UsageException {
        if (running == null) {
            refuseIfStopped();
        }
    }

    /** The first transaction is about to begin, which {@code noted} writes down; refuses a run that was stopped before. */
    public synchronized void begin(Runnable noted, Runnable ending) throws UsageException {
        refuseIfStopped();
        noted.run();
        running = ending;
    }

    public synchronized boolean hasBegun() {
        return running != null;
    }

    /** Stops the run, from any thread; {@code by} such as {@code " by Ctrl-C"}. */
    public synchronized void request(String by) {
        stoppedBy = by;
        if (running == null) {
            withdrawal.run();
            listener.stopping(Stage.BEFORE_START);
            if (waiting != null) {
                waiting.interrupt();
            }
        } else if (checking == null) {
            running.run();
            listener.stopping(Stage.RUNNING);
        } else {
            checking.interrupt();
            listener.stopping(Stage.CHECKING);
        }
    }

    /** Does this unless the check is over, which does not end meanwhile. */
    public synchronized void whileChecking(Runnable action) {
        if (checking != null) {
            action.run();
        }
    }

    /** Who stopped the run; null when it was not stopped. */
    public @Nullable String stoppedBy() {
        return stoppedBy;
    }

    /** Lets a request interrupt this thread from now on; false when one came before. */
    synchronized boolean beginCheck() {
        checking = Thread.currentThread();
        return stoppedBy == null;
    }

    /** Ends what {@link #beginCheck} began. */
    synchronized void endCheck() {
        checking = null;
        // A request in the last moment of the check: the interrupt has nothing left to stop.
        boolean late = Thread.interrupted();
        if (late && stoppedBy == null) {
            Thread.currentThread().interrupt();
        }
    }

    /** How the run ended, with the reason unless it reached its planned end; goes into files. */
    static Ending ending(RunEnd end, @Nullable String stoppedBy, SecretMask secrets) {
        String error = end.cause() == null
                ? ""
                : secrets.hide(String.valueOf(end.cause().getMessage()));
        return switch (end.reason()) {
            case PLANNED -> Ending.PLANNED;
            case STOPPED ->
                new Ending(
                        Status.INTERRUPTED, new EndingCause(Kind.STOPPED, Objects.requireNonNullElse(stoppedBy, "")));
            case SERVER_UNREACHABLE -> new Ending(Status.ABORTED, new EndingCause(Kind.SERVER_GONE, error));
            case FAILED -> new Ending(Status.ABORTED, new EndingCause(failure(end.cause()), error));
        };
    }

    private static Kind failure(@Nullable Throwable cause) {
        if (cause instanceof EveryOneFailedException) {
            return Kind.ALL_FAILED;
        }
        return cause != null && cause.getCause() instanceof UsageException ? Kind.SCRIPT_MISTAKE : Kind.PROGRAM_ERROR;
    }
}
