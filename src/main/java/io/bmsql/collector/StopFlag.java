package io.bmsql.collector;

import io.bmsql.time.RunClock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Ends a collecting thread at its next pause, without an interrupt that a driver under way could take amiss. Any thread. */
public final class StopFlag {
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean set;

    public StopFlag(RunClock clock) {
        this.clock = clock;
    }

    /** Ends all pauses, these and later ones. */
    public void set() {
        lock.lock();
        try {
            set = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    public boolean isSet() {
        lock.lock();
        try {
            return set;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a moment of the run's clock, or until the end; an interrupt counts as the end. */
    public void await(long untilNanos) {
        lock.lock();
        try {
            while (!set && clock.nanoTime() - untilNanos < 0) {
                clock.awaitUntil(changed, untilNanos);
            }
        } catch (InterruptedException e) {
            set = true;
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
