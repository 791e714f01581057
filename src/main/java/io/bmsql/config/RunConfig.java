package io.bmsql.config;

import io.bmsql.common.UsageException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what the timed run does; {@code workers} serve the terminals ({@code sutThreads}), each with a connection. */
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
        List<Threshold> thresholds) {

    /** Gives what one agent does of this, without thresholds and the check, which only all of them can show. */
    public RunConfig of(AgentShare share) throws UsageException {
        if (share.isWhole()) {
            return this;
        }
        share.require(terminals, workers, Math.max(pace.limitTxnsPerMin, pace.arrivalRate));
        if (length.longestRampupMinutes > 0) {
            throw new UsageException("steadyRampupMaxMins=" + length.longestRampupMinutes
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
                List.of());
    }

    /**
     * Says what inputs are drawn from: homes are first to last, remote lines and payments go to 1 to {@code
     * warehouses}.
     */
    public record Inputs(
            int warehouses,
            int firstWarehouse,
            int lastWarehouse,
            boolean terminalWarehouseFixed,
            double rollbackPercent,
            long seed) {}

    /**
     * Says how long the run lasts: one of {@code runMinutes} and {@code transactionsPerTerminal} is above 0.
     *
     * @param rampupMinutes before the measurement, left out of the results
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
     * Says when terminals send: one of the two rates, for all terminals and 0 for none, or a multiplier.
     *
     * @param limitTxnsPerMin cap on the rate
     * @param arrivalRate transactions due a minute, whatever the server does
     * @param profile how the arrival rate or the number of terminals changes; null when neither does
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

    public record RetryLimits(int maxRetries, int maxOutageSeconds) {
        public long maxOutageNanos() {
            return maxOutageSeconds * 1_000_000_000L;
        }
    }
}
