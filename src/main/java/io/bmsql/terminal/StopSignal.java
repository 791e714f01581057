package io.bmsql.terminal;

import io.bmsql.time.RunClock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Tells everybody that the run ends now, and lets those who pause wake up for it. Safe for use by any thread. */
final class StopSignal {
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();
    private volatile boolean stopped;

    StopSignal(RunClock clock) {
        this.clock = clock;
    }

    /** Stops, once and for good. */
    void raise() {
        lock.lock();
        try {
            stopped = true;
            raised.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isRaised() {
        return stopped;
    }

    /**
     * Pauses until this moment or until the signal is raised.
     *
     * @return true when it is raised
     * @throws InterruptedException when the thread is interrupted
     */
    boolean pauseUntil(long deadlineNanos) throws InterruptedException {
        lock.lock();
        try {
            while (!stopped && deadlineNanos - clock.nanoTime() > 0) {
                clock.awaitUntil(raised, deadlineNanos);
            }
            return stopped;
        } finally {
            lock.unlock();
        }
    }
}
