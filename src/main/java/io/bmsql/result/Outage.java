package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * More than a second without a commit while connections broke or could not be opened, as the client saw
 * it. Only commits of transactions that write count. Seconds are counted from the start of the window, exact to the
 * millisecond, negative in the ramp-up.
 *
 * <p>What failed counts from a second before the last commit, as others may still finish, to a second after the first one,
 * as others may learn of it later; what is between two outages belongs to the nearer one, so that nothing counts twice.
 * It counts in ramp-up and drain as well, where the figures of the types do not; those in turn have what failed outside
 * of outages.
 *
 * @param firstCommitSeconds null when the run ended before; then the outage lasts to the end of the window
 * @param commitsPerSecondBefore transactions committed a second in up to 30 s before; 0 when nothing was before
 * @param to95PercentSeconds from the last commit before to the first full second from which on three seconds together
 *     reach 95% of that rate; null when they did not before the next outage or the end
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
