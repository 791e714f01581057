package io.bmsql.measure;

import io.bmsql.result.RunSummary.Outage;
import io.bmsql.spec.RunPhase;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the console and the live page show of a run under way; cheap to get.
 *
 * @param remainingSeconds to the end of the window, infinite when unknown, 0 after it
 * @param errors failed attempts of the whole run, retried ones included
 * @param figures a second old at most
 */
public record LiveView(RunPhase phase, double elapsedSeconds, double remainingSeconds, long errors, Figures figures) {
    /**
     * What the meters showed. "Now" is the last seconds, whatever the phase; averages are over the window so far.
     *
     * @param newOrderP90Ms response time over the last seconds, 0 without any
     * @param gaveUp transactions of the whole run that ended failed or unknown
     * @param outages so far; the last one lasts while it has no first commit
     */
    public record Figures(
            double tpmCNow,
            double tpmTotalNow,
            double tpmCAverage,
            double tpmTotalAverage,
            double newOrderP90Ms,
            double newOrderP99Ms,
            long foreground,
            long gaveUp,
            long retries,
            List<Outage> outages) {
        static final Figures NONE = new Figures(0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

        public Figures {
            outages = List.copyOf(outages);
        }

        /** The outage in which the server is now; null while it is there. */
        public @Nullable Outage outage() {
            Outage last = outages.isEmpty() ? null : outages.get(outages.size() - 1);
            return last == null || last.firstCommitSeconds() != null ? null : last;
        }
    }
}
