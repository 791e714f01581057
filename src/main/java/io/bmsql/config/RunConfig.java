package io.bmsql.config;

import io.bmsql.common.UsageException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the timed run does.
 *
 * @param workers serve the terminals ({@code sutThreads}), each with its own connection
 * @param virtualThreads true for workers on virtual threads, which need Java 21
 * @param thresholds bounds that the figures must keep, or the run has failed
 * @param connections how long workers keep theirs
 */
public record RunConfig(
        Inputs inputs,
        int terminals,
        int workers,
        boolean virtualThreads,
        Length length,
        Pace pace,
        RetryLimits retryLimits,
        StatementForm statementForm,
        boolean checkAfterRun,
        List<Threshold> thresholds,
        Connections connections) {
    /**
     * What one agent does of this. What only all of them can show together, the thresholds and the check after the run,
     * is none of it.
     *
     * @throws UsageException when there is not something to do for each agent
     */
    public RunConfig of(AgentShare share) throws UsageException {
        if (share.isWhole()) {
            return this;
        }
        share.require(terminals, workers, Math.max(pace.limitTxnsPerMin, pace.arrivalRate));
        if (length.longestRampupMinutes > 0) {
            throw UsageException.about(
                    "steadyRampupMaxMins",
                    "=" + length.longestRampupMinutes
                            + " cannot be used with several agents, which must begin to measure together: set rampupMins");
        }
        return new RunConfig(
                inputs,
                share.of(terminals),
                share.of(workers),
                virtualThreads,
                length,
                pace.of(share, terminals),
                retryLimits,
                statementForm,
                false,
                List.of(),
                connections);
    }

    /**
     * What inputs are drawn from. The home warehouses of this agent's terminals are first to last (6.x {@code
     * useWarehouseFrom}); remote lines and payments go to 1 to {@code warehouses}.
     */
    public record Inputs(
            int warehouses,
            int firstWarehouse,
            int lastWarehouse,
            boolean terminalWarehouseFixed,
            double rollbackPercent,
            long seed) {}

    /**
     * How long the run lasts. Exactly one of {@code runMinutes} and {@code transactionsPerTerminal} is above 0.
     *
     * @param runMinutes measured minutes; fractions are allowed
     * @param transactionsPerTerminal in the foreground
     * @param rampupMinutes run before the measurement, left out of the results
     * @param rampupDelaySeconds between the starts of two terminals (5.2 {@code rampupDelay})
     * @param longestRampupMinutes until throughput is steady; 0 for a ramp-up that does not wait for it
     */
    public record Length(
            double runMinutes,
            int transactionsPerTerminal,
            double rampupMinutes,
            double rampupDelaySeconds,
            double longestRampupMinutes) {
        public boolean isTimed() {
            return runMinutes > 0;
        }
    }

    /**
     * When terminals send: one of the two rates is above 0, or a multiplier is, or nothing makes them wait.
     *
     * @param limitTxnsPerMin cap on the rate of all terminals together, 0 for none
     * @param arrivalRate transactions due a minute for all terminals together, whatever the server does; 0 for none
     * @param keyingTimeMultiplier scales the keying times of clause 5.2.5.2, 0 for none
     * @param thinkTimeMultiplier scales the think times of clause 5.2.5.4, 0 for none
     * @param profile how the arrival rate or the number of terminals at work changes; null when neither does
     */
    public record Pace(
            int limitTxnsPerMin,
            int arrivalRate,
            double keyingTimeMultiplier,
            double thinkTimeMultiplier,
            @Nullable LoadProfile profile) {
        Pace of(AgentShare share, int terminals) {
            return new Pace(
                    share.ofRate(limitTxnsPerMin, terminals),
                    share.ofRate(arrivalRate, terminals),
                    keyingTimeMultiplier,
                    thinkTimeMultiplier,
                    profile == null ? null : share.of(profile, terminals));
        }

        public PacingMode mode() {
            if (arrivalRate > 0 || profile != null && profile.unit() == LoadProfile.Unit.RATE) {
                return PacingMode.ARRIVAL_RATE;
            }
            if (limitTxnsPerMin > 0) {
                return PacingMode.RATE;
            }
            return keyingTimeMultiplier > 0 || thinkTimeMultiplier > 0 ? PacingMode.THINK_TIME : PacingMode.CLOSED_LOOP;
        }
    }

    /**
     * How long a worker keeps a connection.
     *
     * @param perTransaction it opens one for each transaction
     * @param maxAgeNanos after which it is renewed; 0 for never
     */
    public record Connections(boolean perTransaction, long maxAgeNanos) {
        public static final Connections LASTING = new Connections(false, 0);
    }

    /**
     * How long the run tries.
     *
     * @param maxRetries attempts of a transaction after the first one
     */
    public record RetryLimits(int maxRetries, int maxOutageSeconds) {
        public long maxOutageNanos() {
            return maxOutageSeconds * 1_000_000_000L;
        }
    }
}
