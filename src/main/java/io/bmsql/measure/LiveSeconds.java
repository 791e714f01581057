package io.bmsql.measure;

import io.bmsql.common.TransactionTypes;
import io.bmsql.config.LoadProfile;
import io.bmsql.result.Outage;
import io.bmsql.result.RunPhase;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Keeps the last seconds for the console. Fed by the sampling thread; {@link #view} is for any thread. */
final class LiveSeconds implements IntervalSampler.Sink {
    private static final int READINGS = 5;

    private final RunWindow window;
    private final TransactionTypes types;
    private final Supplier<List<Outage>> outages;
    private final Second[] ring = new Second[READINGS];
    private final Histogram merged = new Histogram(TransactionMeter.SIGNIFICANT_DIGITS);
    private int next;
    private long windowCounted;
    private long windowForeground;
    private long allForeground;
    private double windowSeconds;
    private long gaveUp;
    private long retries;
    private volatile LiveView.Figures latest;
    private volatile @Nullable LoadProfile profile;

    private static final class Second {
        /** Responses of the types that the metric counts. */
        final Histogram counted = new Histogram(TransactionMeter.SIGNIFICANT_DIGITS);

        long foreground;
        double seconds;

        void clear() {
            counted.reset();
            foreground = 0;
            seconds = 0;
        }
    }

    /**
     * @param outages so far; must have taken a reading before this takes it
     */
    LiveSeconds(RunWindow window, TransactionTypes types, Supplier<List<Outage>> outages) {
        this.window = window;
        this.types = types;
        this.latest = new LiveView.Figures(speed(0, 0, 0), speed(0, 0, 0), 0, 0, 0, 0, 0, List.of());
        this.outages = outages;
        Arrays.setAll(ring, i -> new Second());
    }

    /** Names the step of this profile in which the run is. */
    void follow(LoadProfile shape) {
        profile = shape;
    }

    @Override
    public void take(Reading reading) {
        reading.intervals().forEach(this::add);
        merged.reset();
        double seconds = 0;
        long foreground = 0;
        for (Second each : ring) {
            merged.add(each.counted);
            seconds += each.seconds;
            foreground += each.foreground;
        }
        latest = new LiveView.Figures(
                speed(merged.getTotalCount(), foreground, seconds),
                speed(windowCounted, windowForeground, windowSeconds),
                merged.getValueAtPercentile(90) / 1e3,
                merged.getValueAtPercentile(99) / 1e3,
                allForeground,
                gaveUp,
                retries,
                outages.get());
        next = (next + 1) % READINGS;
        ring[next].clear();
    }

    private void add(PhaseInterval interval) {
        Second second = ring[next];
        long foreground = interval.foreground(types);
        for (TransactionMeter.Totals meter : interval.readings()) {
            gaveUp += meter.ended() - meter.completed();
            retries += meter.count(TransactionMeter.Count.RETRIES);
        }
        types.inMetric()
                .map(type -> interval.reading(type).response())
                .filter(responses -> responses.getTotalCount() > 0)
                .forEach(second.counted::add);
        second.foreground += foreground;
        allForeground += foreground;
        second.seconds += interval.untilSeconds() - interval.fromSeconds();
        if (interval.phase() == RunPhase.MEASURE) {
            windowCounted += types.inMetric()
                    .mapToLong(type -> interval.reading(type).completed())
                    .sum();
            windowForeground += foreground;
            windowSeconds = Math.max(windowSeconds, interval.untilSeconds());
        }
    }

    private LiveView.Speed speed(long counted, long foreground, double seconds) {
        double minutes = seconds / 60;
        return new LiveView.Speed(
                types.metric(), minutes > 0 ? counted / minutes : 0, minutes > 0 ? foreground / minutes : 0);
    }

    LiveView view(long nowNanos) {
        double remaining = window.hasEnd()
                ? Math.max(0, RunWindow.seconds(window.measureUntilNanos() - nowNanos))
                : Double.POSITIVE_INFINITY;
        RunPhase phase = window.phase(nowNanos);
        LoadProfile shape = profile;
        return new LiveView(
                phase,
                RunWindow.seconds(nowNanos - window.startNanos()),
                window.rampupSeconds(),
                remaining,
                latest,
                shape == null || phase != RunPhase.MEASURE
                        ? null
                        : LiveView.Step.of(shape, nowNanos - window.measureFromNanos()));
    }
}
