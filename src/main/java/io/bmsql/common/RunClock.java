package io.bmsql.common;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;

/** The clocks of a run, for any thread. Latency is never taken from the wall clock, which may jump. */
public interface RunClock {
    /** The clocks of this host. */
    RunClock SYSTEM = new RunClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long epochMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            long remainingNanos = deadlineNanos - System.nanoTime();
            while (remainingNanos > 0 && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(this, remainingNanos);
                remainingNanos = deadlineNanos - System.nanoTime();
            }
        }

        @Override
        public void awaitUntil(Condition condition, long deadlineNanos) throws InterruptedException {
            long remainingNanos = deadlineNanos - System.nanoTime();
            if (remainingNanos > 0) {
                condition.await(remainingNanos, TimeUnit.NANOSECONDS);
            }
        }
    };

    /** Monotonic nanoseconds with an arbitrary origin; only differences mean something. */
    long nanoTime();

    /** Wall-clock milliseconds since 1970-01-01 UTC, for time stamps that people read. */
    long epochMillis();

    default double secondsSince(long startNanos) {
        return (nanoTime() - startNanos) / 1e9;
    }

    /** The wall clock in this host's zone. */
    default ZonedDateTime now() {
        return Instant.ofEpochMilli(epochMillis()).atZone(ZoneId.systemDefault());
    }

    /** The wall clock in UTC to the second, such as {@code 2026-08-01T12:00:00Z}. */
    default String moment() {
        return Instant.ofEpochMilli(epochMillis())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }

    /**
     * When the next of regular samples is due after the one of {@code dueNanos}, which ended now. A late one leaves moments out: the
     * next stays on the grid, and at least half an interval away, since a rate over less is chance.
     */
    static long nextDueNanos(long dueNanos, long intervalNanos, long nowNanos) {
        long lateNanos = Math.max(0, nowNanos - dueNanos);
        return dueNanos
                + intervalNanos * Math.max(1, (lateNanos + intervalNanos / 2 + intervalNanos - 1) / intervalNanos);
    }

    /**
     * Blocks until {@link #nanoTime()} has reached the deadline, or the thread is interrupted (the status stays set).
     */
    void parkUntil(long deadlineNanos);

    default void sleep(long nanos) throws InterruptedException {
        parkUntil(nanoTime() + nanos);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** Waits on a condition, whose lock the caller holds; may wake early, so the caller re-checks what it waits for. */
    void awaitUntil(Condition condition, long deadlineNanos) throws InterruptedException;

    /** This clock as one that is wrong shows it, in both of its readings. */
    default RunClock ahead(long nanos) {
        RunClock right = this;
        return new RunClock() {
            @Override
            public long nanoTime() {
                return right.nanoTime() + nanos;
            }

            @Override
            public long epochMillis() {
                return right.epochMillis() + TimeUnit.NANOSECONDS.toMillis(nanos);
            }

            @Override
            public void parkUntil(long deadlineNanos) {
                right.parkUntil(deadlineNanos - nanos);
            }

            @Override
            public void awaitUntil(Condition condition, long deadlineNanos) throws InterruptedException {
                right.awaitUntil(condition, deadlineNanos - nanos);
            }
        };
    }
}
