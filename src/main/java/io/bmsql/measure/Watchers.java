package io.bmsql.measure;

import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Those who look on at each reading, on the sampling thread; added by any thread. */
final class Watchers implements IntervalSampler.Sink {
    private static final Consumer<PhaseInterval> NOBODY = interval -> {};

    private volatile Consumer<PhaseInterval> all = NOBODY;

    synchronized void add(Consumer<PhaseInterval> more) {
        all = all.andThen(more);
    }

    @Override
    public void accept(PhaseInterval interval) {
        try {
            all.accept(interval);
        } catch (RuntimeException e) {
            // Whoever only looks on must not cost anybody the series of a run.
            all = NOBODY;
            LoggerFactory.getLogger(Watchers.class)
                    .error("The live figures stopped because of an error in the program ({}); the run continues", e, e);
        }
    }
}
