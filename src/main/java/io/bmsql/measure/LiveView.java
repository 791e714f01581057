package io.bmsql.measure;

import io.bmsql.result.Outage;
import io.bmsql.spec.RunPhase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the console and the live page show of a run under way; cheap to get. Remaining seconds are infinite while
 * unknown; errors are failed attempts of the whole run; figures are a second old at most.
 */
public record LiveView(
        RunPhase phase,
        double elapsedSeconds,
        double rampupSeconds,
        double remainingSeconds,
        long errors,
        Figures figures) {
    /** New-Orders and all transactions completed a minute. */
    public record Speed(double tpmC, double tpmTotal) {
        static final Speed NONE = new Speed(0, 0);
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
        static final Figures NONE = new Figures(Speed.NONE, Speed.NONE, 0, 0, 0, 0, 0, List.of());

        /** The outage in which the server is now; null while it is there. */
        public @Nullable Outage outage() {
            Outage last = outages.isEmpty() ? null : outages.get(outages.size() - 1);
            return last == null || last.firstCommitSeconds() != null ? null : last;
        }
    }
}
