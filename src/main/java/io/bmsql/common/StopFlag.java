package io.bmsql.common;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Ends threads at their next look or pause; an interrupt could harm a driver. Set once and for good; any thread. */
public final class StopFlag {
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile boolean set;

    public StopFlag(RunClock clock) {
        this.clock = clock;
    }

    public void set() {
        lock.lock();
        try {
            set = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Costs one volatile read. */
    public boolean isSet() {
        return set;
    }

    /** Pauses until a moment of the run's clock, or until the flag is set; true when it is set. */
    public boolean pauseUntil(long untilNanos) throws InterruptedException {
        lock.lock();
        try {
            while (!set && untilNanos - clock.nanoTime() > 0) {
                clock.awaitUntil(changed, untilNanos);
            }
            return set;
        } finally {
            lock.unlock();
        }
    }

    /** The same for a thread that ends when it is interrupted: an interrupt sets the flag. */
    public void await(long untilNanos) {
        try {
            pauseUntil(untilNanos);
        } catch (InterruptedException e) {
            set();
            Thread.currentThread().interrupt();
        }
    }
}
