package io.bmsql.run;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;

/** Says when the first transaction of a run may be due: for agents that begin at one instant. */
@FunctionalInterface
public interface StartGate {
    /** At once: for a load generator that is alone. */
    StartGate NOW = RunClock::nanoTime;

    /**
     * Called once, on the thread of the run, when all connections are open and all files are ready; waits as long as the others
     * need.
     *
     * @param clock of the run
     * @return the moment on this clock, now or later; the ramp-up begins then
     * @throws UsageException when the run was called off: everything that was made for it is then removed
     */
    long awaitStart(RunClock clock) throws UsageException, InterruptedException;
}
