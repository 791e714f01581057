package io.bmsql.testing;

import io.bmsql.common.RunClock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;

/**
 * A clock that moves only when it is told to, or when somebody waits for a moment: waiting moves it there at once. Good
 * for one waiting thread, so that a whole run takes no time and always gives the same result.
 */
public class ManualClock implements RunClock {
    private final long epochMillisAtZero;
    private final AtomicLong nanos = new AtomicLong();

    /** Starts at 0 ns, on a fixed day. */
    public ManualClock() {
        this(1_767_225_600_000L);
    }

    /** Starts at 0 ns, at this wall-clock time. */
    public ManualClock(long epochMillis) {
        this.epochMillisAtZero = epochMillis;
    }

    /** Time passes. */
    public void advance(long byNanos) {
        nanos.addAndGet(byNanos);
    }

    @Override
    public long nanoTime() {
        return nanos.get();
    }

    @Override
    public long epochMillis() {
        return epochMillisAtZero + Math.floorDiv(nanos.get(), 1_000_000L);
    }

    @Override
    public void parkUntil(long deadlineNanos) {
        nanos.accumulateAndGet(deadlineNanos, Math::max);
    }

    @Override
    public void awaitUntil(Condition condition, long deadlineNanos) {
        parkUntil(deadlineNanos);
    }
}
