package io.bmsql.measure;

import io.bmsql.common.Metric;
import io.bmsql.config.LoadProfile;
import io.bmsql.result.Outage;
import io.bmsql.result.RunPhase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the console and the live page show of a run under way; cheap to get. Remaining seconds are infinite while
 * unknown; figures are a second old at most. The step is null without a load profile and outside of the window.
 */
public record LiveView(
        RunPhase phase,
        double elapsedSeconds,
        double rampupSeconds,
        double remainingSeconds,
        Figures figures,
        @Nullable Step step) {
    /**
     * The step of a shaped load in which the run is; only in the window.
     *
     * @param number from 1
     * @param load what it asks for in all, such as {@code 4000 → 8000/min}
     * @param level that is asked for at this moment: transactions a minute, or terminals
     */
    public record Step(int number, int count, String load, double level, LoadProfile.Unit unit) {
        static Step of(LoadProfile profile, long nanos) {
            int at = profile.stepAt(nanos);
            LoadProfile.Step step = profile.steps().get(at);
            return new Step(
                    at + 1,
                    profile.steps().size(),
                    LoadProfile.label(step.from(), step.to(), profile.unit()),
                    Math.rint(step.level(Math.min(nanos, step.untilNanos()))),
                    profile.unit());
        }

        /** What is asked for now, such as {@code 6200/min}. */
        public String now() {
            return LoadProfile.label(level, level, unit);
        }
    }

    /**
     * What was completed a minute: the figure that the benchmark is judged by, and all transactions.
     */
    public record Speed(Metric metric, double perMinute, double tpmTotal) {
        public double rate() {
            return metric.inUnit(perMinute);
        }

        /** Is not a number where the figure is another one. */
        public double tpmC() {
            return metric.counted() == null ? Double.NaN : perMinute;
        }
    }

    /** What the meters showed: "now" is the last seconds, averages the window so far, the rest the whole run. */
    public record Figures(
            Speed now,
            Speed average,
            double newOrderP90Ms,
            double newOrderP99Ms,
            long foreground,
            long gaveUp,
            long retries,
            List<Outage> outages) {
        /** The outage in which the server is now; null while it is there. */
        public @Nullable Outage outage() {
            Outage last = outages.isEmpty() ? null : outages.get(outages.size() - 1);
            return last == null || last.firstCommitSeconds() != null ? null : last;
        }
    }
}
