package io.bmsql.measure;

import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.result.RunPhase;
import java.util.ArrayList;
import java.util.List;

/**
 * The measurement window on the run's monotonic clock: {@code [measureFrom, measureUntil)}. The end of a counted or
 * interrupted run is set by {@link #close}. For any thread; only differences of nanoseconds mean something.
 */
public final class RunWindow {
    private static final long OPEN = Long.MAX_VALUE;
    public static final long SECOND_NANOS = 1_000_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<Runnable> settled = new ArrayList<>();
    private long startNanos;
    private long startEpochMillis;
    private long originNanos;
    private volatile long measureFromNanos;
    private volatile long measureUntilNanos;
    private volatile boolean isProvisional;
    private volatile boolean isSteady;

    /**
     * @param startEpochMillis the wall clock at that moment; all time stamps of the results derive from it
     * @param measureNanos length of the window, {@link Long#MAX_VALUE} when only {@link #close} decides
     */
    public RunWindow(long startNanos, long startEpochMillis, long rampupNanos, long measureNanos) {
        if (rampupNanos < 0 || measureNanos < 0) {
            throw new IllegalArgumentException("A run window needs lengths of 0 or more, not a ramp-up of "
                    + rampupNanos + " ns and a window of " + measureNanos + " ns");
        }
        this.startNanos = startNanos;
        this.startEpochMillis = startEpochMillis;
        this.originNanos = startNanos + rampupNanos;
        this.measureFromNanos = originNanos;
        this.measureUntilNanos = measureNanos == OPEN ? OPEN : measureFromNanos + measureNanos;
    }

    /** A window whose ramp-up begins now and which ends by the clock; seconds may be fractions. */
    public static RunWindow timed(RunClock clock, double rampupSeconds, double windowSeconds) {
        return new RunWindow(clock.nanoTime(), clock.epochMillis(), nanos(rampupSeconds), nanos(windowSeconds));
    }

    /** A window whose ramp-up begins now and ends when {@link #advance} says so, or after so many seconds at the latest. */
    public static RunWindow onceSteady(RunClock clock, double longestRampupSeconds, double windowSeconds) {
        RunWindow window = timed(clock, longestRampupSeconds, windowSeconds);
        window.isProvisional = true;
        return window;
    }

    /** A window whose ramp-up begins now and which stays open until {@link #close}. */
    public static RunWindow untilClosed(RunClock clock, double rampupSeconds) {
        return new RunWindow(clock.nanoTime(), clock.epochMillis(), nanos(rampupSeconds), OPEN);
    }

    /** A window of a run that is over by this clock, and began to measure at that time of some wall clock. */
    public static RunWindow ended(
            RunClock clock, long measureFromEpochMillis, double rampupSeconds, double windowSeconds) {
        long rampupNanos = nanos(rampupSeconds);
        long windowNanos = nanos(windowSeconds);
        return new RunWindow(
                clock.nanoTime() - rampupNanos - windowNanos,
                measureFromEpochMillis - rampupNanos / NANOS_PER_MILLI,
                rampupNanos,
                windowNanos);
    }

    /** Starts the window at this moment, now or later: opening files is not the run's time. Before any other thread has it. */
    public synchronized void beginAt(long nanos, RunClock clock) {
        long later = nanos - startNanos;
        startNanos += later;
        startEpochMillis = clock.epochMillis() + Math.round((double) (nanos - clock.nanoTime()) / NANOS_PER_MILLI);
        originNanos += later;
        measureFromNanos = originNanos;
        if (hasEnd()) {
            measureUntilNanos += later;
        }
    }

    /** True while the window may still begin earlier than now planned. */
    public boolean isProvisional() {
        return isProvisional;
    }

    /** True when the window began because throughput was steady. */
    public boolean isSteady() {
        return isSteady;
    }

    /** Calls this once the beginning of a provisional window is known; only before any other thread has the window. */
    public void onSettled(Runnable action) {
        settled.add(action);
    }

    /** Begins the window at this moment, which is still to come and a whole number of seconds before the latest one. */
    void advance(long nanos) {
        synchronized (this) {
            if (!isProvisional || isOver(nanos) || nanos - measureFromNanos >= 0) {
                return;
            }
            // The end first: between the two the window is only shorter.
            measureUntilNanos = nanos + lengthNanos();
            measureFromNanos = nanos;
            isSteady = true;
        }
        settle();
    }

    /** The window begins as planned. */
    void settle() {
        if (isProvisional) {
            isProvisional = false;
            settled.forEach(Runnable::run);
        }
    }

    /** What moments are counted from that must not change their meaning: the latest beginning of the window. */
    long originNanos() {
        return originNanos;
    }

    /** How much the window begins after {@link #originNanos}, 0 or less. */
    long shiftNanos() {
        return measureFromNanos - originNanos;
    }

    static double seconds(long nanos) {
        return nanos / (double) SECOND_NANOS;
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND_NANOS);
    }

    public long startNanos() {
        return startNanos;
    }

    public long measureFromNanos() {
        return measureFromNanos;
    }

    /** The first moment that no longer counts, {@link Long#MAX_VALUE} while unknown. */
    public long measureUntilNanos() {
        return measureUntilNanos;
    }

    public boolean hasEnd() {
        return measureUntilNanos != OPEN;
    }

    /** Ends the window at this moment, unless it ends earlier anyway; a window never becomes longer. */
    public synchronized void close(long nanos) {
        isProvisional = false;
        if (!hasEnd() || nanos - measureUntilNanos < 0) {
            measureUntilNanos = nanos - measureFromNanos < 0 ? measureFromNanos : nanos;
        }
    }

    public boolean isOver(long nanos) {
        long until = measureUntilNanos;
        return until != OPEN && nanos - until >= 0;
    }

    /** The end belongs to it too: files in BenchmarkSQL's form hold the window alone, as its scripts take the mean of all their lines. */
    public boolean contains(long nanos) {
        long until = measureUntilNanos;
        return nanos - measureFromNanos >= 0 && (until == OPEN || nanos - until <= 0);
    }

    /** Counts from the start of the window, negative before it. */
    public long elapsedMillis(long nanos) {
        return Math.floorDiv(nanos - measureFromNanos, NANOS_PER_MILLI);
    }

    public double elapsedSecs(long nanos) {
        return seconds(nanos - measureFromNanos);
    }

    /** Minutes and seconds from the window's start, {@code 0:00} before it. */
    public String minutes(long nanos) {
        long seconds = Math.max(0, elapsedMillis(nanos) / 1000);
        return NumberText.format("%d:%02d", seconds / 60, seconds % 60);
    }

    /** Gives this moment, or the end of the window when that comes first. */
    public long untilEnd(long nanos) {
        return isOver(nanos) ? measureUntilNanos : nanos;
    }

    public RunPhase phase(long endNanos) {
        if (endNanos - measureFromNanos < 0) {
            return RunPhase.RAMPUP;
        }
        return isOver(endNanos) ? RunPhase.DRAIN : RunPhase.MEASURE;
    }

    /** The whole window, {@link Long#MAX_VALUE} while its end is unknown. */
    long lengthNanos() {
        long until = measureUntilNanos;
        return until == OPEN ? OPEN : until - measureFromNanos;
    }

    /** The end of the window, from {@link #originNanos}; {@link Long#MAX_VALUE} while unknown. */
    long endSinceOriginNanos() {
        long until = measureUntilNanos;
        return until == OPEN ? OPEN : until - originNanos;
    }

    /** How much of the window has passed at this moment, 0 before its start, its whole length after its end. */
    public double measuredSeconds(long nowNanos) {
        return seconds(measuredNanos(nowNanos));
    }

    public long measuredNanos(long nowNanos) {
        return Math.max(0, untilEnd(nowNanos) - measureFromNanos);
    }

    public double rampupSeconds() {
        return seconds(measureFromNanos - startNanos);
    }

    /** The wall-clock time of a moment of this run, free of jumps of the system's clock. */
    public long epochMillis(long nanos) {
        return startEpochMillis + Math.floorDiv(nanos - startNanos, NANOS_PER_MILLI);
    }
}
