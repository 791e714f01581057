package io.bmsql.measure;

import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes each reading to a watcher; does nothing without one. */
final class SecondWatch implements IntervalSampler.Sink {
    private static final Logger LOG = LoggerFactory.getLogger(SecondWatch.class);
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;

    private volatile @Nullable Consumer<LiveSecond> watcher;

    void tell(Consumer<LiveSecond> newWatcher) {
        watcher = newWatcher;
    }

    @Override
    public void accept(PhaseInterval interval) {
        Consumer<LiveSecond> to = watcher;
        if (to == null) {
            return;
        }
        try {
            to.accept(second(interval));
        } catch (RuntimeException e) {
            // Whoever only looks on must not cost anybody the series of a run.
            watcher = null;
            LOG.error("The live figures stopped because of an error in the program ({}); the run continues", e, e);
        }
    }

    @Override
    public void flush() {
        // Each interval was passed on when it came.
    }

    private static LiveSecond second(PhaseInterval interval) {
        List<LiveSecond.Counts> types = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            types.add(counts(interval.reading(type)));
        }
        Histogram newOrders = interval.reading(TransactionType.NEW_ORDER).response();
        return new LiveSecond(
                interval.phase(),
                interval.second(),
                interval.untilSeconds() - interval.fromSeconds(),
                types,
                newOrders.getValueAtPercentile(50) / MICROS_PER_MILLI,
                newOrders.getValueAtPercentile(90) / MICROS_PER_MILLI,
                newOrders.getValueAtPercentile(99) / MICROS_PER_MILLI);
    }

    private static LiveSecond.Counts counts(TransactionMeter.Reading meter) {
        Histogram response = meter.response();
        long completed = meter.completed();
        return new LiveSecond.Counts(
                completed - meter.counts().rolledBack(),
                meter.counts().rolledBack(),
                meter.counts().failed(),
                meter.counts().unknown(),
                meter.counts().retries(),
                completed == 0 ? 0 : response.getMean() * completed / MICROS_PER_SECOND,
                ResponseBuckets.counts(response));
    }
}
