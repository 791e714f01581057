package io.bmsql.collector;

import io.bmsql.common.NumberText;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** The run's window on the collectors' clock; its end is {@link Long#MAX_VALUE} while unknown, and for any thread. */
public record CollectorWindow(LongSupplier from, LongSupplier untilNanos, BooleanSupplier isProvisional) {
    private static final long NANOS_PER_MILLI = 1_000_000;
    static final long SECOND_NANOS = 1_000_000_000;

    /** Files in BenchmarkSQL's form hold the window alone: its scripts take the mean of all their lines. */
    boolean contains(long nanos) {
        long until = untilNanos.getAsLong();
        return nanos - from.getAsLong() >= 0 && (until == Long.MAX_VALUE || nanos - until <= 0);
    }

    public boolean isOver(long nanos) {
        long until = untilNanos.getAsLong();
        return until != Long.MAX_VALUE && nanos - until >= 0;
    }

    long elapsedMillis(long nanos) {
        return Math.floorDiv(nanos - from.getAsLong(), NANOS_PER_MILLI);
    }

    public double elapsedSecs(long nanos) {
        return (nanos - from.getAsLong()) / (double) SECOND_NANOS;
    }

    /** Minutes and seconds from the window's start, {@code 0:00} before it. */
    public String minutes(long nanos) {
        long seconds = Math.max(0, elapsedMillis(nanos) / 1000);
        return NumberText.format("%d:%02d", seconds / 60, seconds % 60);
    }
}
