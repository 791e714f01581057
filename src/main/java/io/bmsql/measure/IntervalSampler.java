package io.bmsql.measure;

import io.bmsql.result.RunPhase;
import java.util.ArrayList;
import java.util.List;

/** Reads all meters at each full second of the window's clock, and at its end, for the sinks. One thread at a time. */
final class IntervalSampler {
    private static final long OPEN = Long.MAX_VALUE;

    /** Takes the intervals of a reading in the order of the phases. */
    interface Sink {
        void accept(PhaseInterval interval);

        default void flush() {
            // For sinks that keep nothing.
        }

        /** The window of a run that waits to be steady begins earlier than was planned: earlier intervals count from there. */
        default void windowMoved(double laterSeconds) {
            // For sinks that keep no moments.
        }
    }

    private final RunWindow window;
    private final List<PhaseSampler> phases = new ArrayList<>();
    private final List<Sink> sinks;
    private long boundaryNanos;
    private long shiftNanos;

    IntervalSampler(RunWindow window, SharedMeasurement measurement, List<Sink> sinks) {
        this.window = window;
        this.sinks = List.copyOf(sinks);
        this.boundaryNanos = window.startNanos() - window.originNanos();
        this.shiftNanos = window.shiftNanos();
        for (RunPhase phase : RunPhase.values()) {
            phases.add(new PhaseSampler(phase, window, measurement.meters(phase)));
        }
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
        for (PhaseSampler phase : phases) {
            phase.read(boundary, now).ifPresent(interval -> sinks.forEach(sink -> sink.accept(interval)));
        }
        sinks.forEach(Sink::flush);
        long shift = window.shiftNanos();
        if (shift != shiftNanos) {
            double laterSeconds = RunWindow.seconds(shift - shiftNanos);
            shiftNanos = shift;
            sinks.forEach(sink -> sink.windowMoved(laterSeconds));
        }
    }

    PhaseSampler phase(RunPhase phase) {
        return phases.get(phase.ordinal());
    }
}
