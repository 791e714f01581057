package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reads all meters at each full second of the window's clock, and at its end, for the sinks. One thread at a time. */
final class IntervalSampler {
    private static final long OPEN = Long.MAX_VALUE;
    private static final long STRAGGLER_NANOS = 5 * RunWindow.SECOND_NANOS;

    /** Takes each reading, whose intervals are in the order of the phases. */
    interface Sink {
        void take(Reading reading);

        /** The window of a run that waits to be steady begins earlier than was planned: earlier intervals count from there. */
        default void windowMoved(double laterSeconds) {
            // For sinks that keep no moments.
        }
    }

    private final RunWindow window;
    private final SharedMeasurement measurement;
    private final TransactionMeter.Totals[][] totals;
    private final long[] lastNanos = new long[RunPhase.values().length];
    private final List<Sink> sinks;
    private LongSupplier backlog = () -> RunSummary.UNKNOWN;
    private long boundaryNanos;
    private long shiftNanos;

    IntervalSampler(RunWindow window, SharedMeasurement measurement, List<Sink> sinks) {
        this.window = window;
        this.measurement = measurement;
        this.totals = new TransactionMeter.Totals[RunPhase.values().length][measurement.types.size()];
        this.sinks = List.copyOf(sinks);
        this.boundaryNanos = window.startNanos() - window.originNanos();
        this.shiftNanos = window.shiftNanos();
        Arrays.fill(lastNanos, Long.MIN_VALUE);
        for (RunPhase phase : RunPhase.values()) {
            Arrays.setAll(totals[phase.ordinal()], type -> new TransactionMeter.Totals());
        }
    }

    /** Each reading from now on also has the backlog: transactions that are due and not begun. */
    void follow(LongSupplier transactionsBehind) {
        backlog = transactionsBehind;
    }

    /** When the next reading is due, on the run's clock. */
    long nextNanos() {
        long nextSecond = (Math.floorDiv(boundaryNanos, RunWindow.SECOND_NANOS) + 1) * RunWindow.SECOND_NANOS;
        long end = window.endSinceOriginNanos();
        return window.originNanos() + (end > boundaryNanos ? Math.min(nextSecond, end) : nextSecond);
    }

    /** Reads what was due by now; a reading that comes late covers all seconds up to now. */
    void sample(long nowNanos) {
        long due = nextNanos();
        while (due - nowNanos <= 0) {
            boundaryNanos = due - window.originNanos();
            due = nextNanos();
        }
        read(boundaryNanos, nowNanos);
    }

    /** Reads what is left, whatever the time. */
    void sampleLast(long nowNanos) {
        read(OPEN, nowNanos);
    }

    private void read(long boundary, long nowNanos) {
        long now = nowNanos - window.originNanos();
        List<PhaseInterval> intervals = new ArrayList<>();
        for (RunPhase phase : RunPhase.values()) {
            PhaseInterval interval = read(phase, boundary, now);
            if (interval != null && !(interval.isStragglers() && interval.isEmpty())) {
                intervals.add(interval);
            }
        }
        take(measurement.reading(intervals, backlog.getAsLong(), boundary == OPEN));
    }

    /** Null for a phase that begins when this reading was due: a late thread does not split its first second. */
    private @Nullable PhaseInterval read(RunPhase phase, long boundary, long now) {
        // Each phase begins where the one before it ends.
        long[] edges = {
            window.startNanos() - window.originNanos(), window.shiftNanos(), window.endSinceOriginNanos(), OPEN
        };
        long begin = edges[phase.ordinal()];
        long end = edges[phase.ordinal() + 1];
        long last = lastNanos[phase.ordinal()];
        // Stragglers come within milliseconds; later ones wait for the last reading.
        boolean isLongOver = boundary != OPEN && end != OPEN && last > end + STRAGGLER_NANOS;
        if (boundary <= begin || isLongOver) {
            return null;
        }
        lastNanos[phase.ordinal()] = now;
        boolean isOver = Math.max(last, begin) >= end;
        long from = isOver ? end : Math.max(last, begin);
        long until = Math.max(from, Math.min(now, end));
        long shift = window.shiftNanos();
        return new PhaseInterval(
                phase,
                (int) Math.floorDiv((isOver ? end - 1 : from) - shift, RunWindow.SECOND_NANOS),
                from - shift,
                until - shift,
                Arrays.stream(measurement.meters(phase))
                        .map(TransactionMeter::read)
                        .toArray(TransactionMeter.Totals[]::new));
    }

    /** Hands a reading on, of these meters or of others. */
    void take(Reading reading) {
        for (PhaseInterval interval : reading.intervals()) {
            for (TransactionType type : measurement.types) {
                totals(interval.phase(), type).add(interval.reading(type));
            }
        }
        sinks.forEach(sink -> sink.take(reading));
        long shift = window.shiftNanos();
        if (shift != shiftNanos) {
            double laterSeconds = RunWindow.seconds(shift - shiftNanos);
            shiftNanos = shift;
            sinks.forEach(sink -> sink.windowMoved(laterSeconds));
        }
    }

    /** Sums the whole phase so far. */
    TransactionMeter.Totals totals(RunPhase phase, TransactionType type) {
        return totals[phase.ordinal()][type.ordinal()];
    }
}
