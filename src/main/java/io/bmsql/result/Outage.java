package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * Is more than a second without a commit while connections broke, in seconds from the start of the window, negative
 * in the ramp-up. What failed counts from a second before the last commit to a second after the first one, and
 * belongs to the nearer of two outages.
 *
 * @param firstCommitSeconds null when the run ended before
 * @param commitsPerSecondBefore in up to 30 s before; 0 when nothing was before
 * @param to95PercentSeconds from the last commit before until three seconds reach 95% of that rate; null when not
 */
public record Outage(
        double lastCommitSeconds,
        long lastCommitEpochMillis,
        @Nullable Double firstCommitSeconds,
        @Nullable Long firstCommitEpochMillis,
        double outageSeconds,
        double commitsPerSecondBefore,
        @Nullable Double to95PercentSeconds,
        @JsonUnwrapped Failures failures) {

    /** Unknown is the outcome of a transaction whose commit was under way when the connection broke. */
    public record Failures(long failed, long unknown, long connectionErrors) {}
}
