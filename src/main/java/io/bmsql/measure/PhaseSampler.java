package io.bmsql.measure;

import io.bmsql.result.RunPhase;
import java.util.Arrays;
import java.util.Optional;

/** Reads the meters of one phase and sums them up. Used by the sampling thread. */
final class PhaseSampler {
    private static final long OPEN = Long.MAX_VALUE;
    private static final long STRAGGLER_NANOS = 5 * RunWindow.SECOND_NANOS;

    private final RunPhase phase;
    private final RunWindow window;
    private final TransactionMeter[] meters;
    private long lastNanos = Long.MIN_VALUE;

    PhaseSampler(RunPhase phase, RunWindow window, TransactionMeter[] meters) {
        this.phase = phase;
        this.window = window;
        this.meters = meters;
    }

    /** A phase that begins when this reading was due is not read: a late thread does not split its first second. */
    Optional<PhaseInterval> read(long boundaryNanos, long nowNanos) {
        long begin = beginNanos();
        if (boundaryNanos <= begin || isLongOver(boundaryNanos)) {
            return Optional.empty();
        }
        TransactionMeter.Totals[] readings =
                Arrays.stream(meters).map(TransactionMeter::read).toArray(TransactionMeter.Totals[]::new);
        PhaseInterval interval = interval(begin, nowNanos, readings);
        lastNanos = nowNanos;
        return interval.isStragglers() && interval.isEmpty() ? Optional.empty() : Optional.of(interval);
    }

    /** Stragglers come within milliseconds; later ones wait for the last reading. */
    private boolean isLongOver(long boundaryNanos) {
        long end = endNanos();
        return boundaryNanos != OPEN && end != OPEN && lastNanos > end + STRAGGLER_NANOS;
    }

    private PhaseInterval interval(long begin, long nowNanos, TransactionMeter.Totals[] readings) {
        long end = endNanos();
        long from = Math.max(lastNanos, begin);
        return from < end
                ? interval(second(from), from, Math.max(from, Math.min(nowNanos, end)), readings)
                : interval(second(end - 1), end, end, readings);
    }

    private PhaseInterval interval(int second, long from, long until, TransactionMeter.Totals[] readings) {
        long shift = window.shiftNanos();
        return new PhaseInterval(phase, second, from - shift, until - shift, readings);
    }

    private int second(long nanos) {
        return (int) Math.floorDiv(nanos - window.shiftNanos(), RunWindow.SECOND_NANOS);
    }

    private long beginNanos() {
        return switch (phase) {
            case RAMPUP -> window.startNanos() - window.originNanos();
            case MEASURE -> window.shiftNanos();
            case DRAIN -> window.endSinceOriginNanos();
        };
    }

    private long endNanos() {
        return switch (phase) {
            case RAMPUP -> window.shiftNanos();
            case MEASURE -> window.endSinceOriginNanos();
            case DRAIN -> OPEN;
        };
    }
}
