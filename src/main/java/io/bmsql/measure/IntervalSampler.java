package io.bmsql.measure;

import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.tpcc.TransactionType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/** Reads all meters at each full second of the window's clock, and at its end, for the sinks. One thread at a time. */
final class IntervalSampler {
    private static final long OPEN = Long.MAX_VALUE;

    /** Takes the intervals of a reading in the order of the phases. */
    interface Sink {
        void accept(PhaseInterval interval);

        default void flush(Counted counted) {
            // For sinks that keep nothing.
        }

        /** The window of a run that waits to be steady begins earlier than was planned: earlier intervals count from there. */
        default void windowMoved(double laterSeconds) {
            // For sinks that keep no moments.
        }
    }

    private static final int TYPES = TransactionType.values().length;

    private final RunWindow window;
    private final SharedMeasurement measurement;
    private final List<PhaseSampler> phases = new ArrayList<>();
    private final TransactionMeter.Totals[][] totals = new TransactionMeter.Totals[RunPhase.values().length][TYPES];
    private final List<Sink> sinks;
    private LongSupplier backlog = () -> RunSummary.UNKNOWN;
    private long boundaryNanos;
    private long shiftNanos;

    IntervalSampler(RunWindow window, SharedMeasurement measurement, List<Sink> sinks) {
        this.window = window;
        this.measurement = measurement;
        this.sinks = List.copyOf(sinks);
        this.boundaryNanos = window.startNanos() - window.originNanos();
        this.shiftNanos = window.shiftNanos();
        for (RunPhase phase : RunPhase.values()) {
            phases.add(new PhaseSampler(phase, window, measurement.meters(phase)));
            Arrays.setAll(totals[phase.ordinal()], type -> new TransactionMeter.Totals());
        }
    }

    /** What is due and not yet begun is of each reading. */
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
        List<PhaseInterval> intervals = phases.stream()
                .flatMap(phase -> phase.read(boundary, now).stream())
                .toList();
        take(new Reading(intervals, measurement.news(backlog.getAsLong(), boundary == OPEN)));
    }

    /** Hands a reading on, of these meters or of others. */
    void take(Reading reading) {
        for (PhaseInterval interval : reading.intervals()) {
            for (TransactionType type : TransactionType.values()) {
                totals(interval.phase(), type).add(interval.reading(type));
            }
            sinks.forEach(sink -> sink.accept(interval));
        }
        sinks.forEach(sink -> sink.flush(reading.counted()));
        long shift = window.shiftNanos();
        if (shift != shiftNanos) {
            double laterSeconds = RunWindow.seconds(shift - shiftNanos);
            shiftNanos = shift;
            sinks.forEach(sink -> sink.windowMoved(laterSeconds));
        }
    }

    /** Of the whole phase so far. */
    TransactionMeter.Totals totals(RunPhase phase, TransactionType type) {
        return totals[phase.ordinal()][type.ordinal()];
    }
}
