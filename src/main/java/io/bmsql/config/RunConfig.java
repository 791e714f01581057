package io.bmsql.config;

import io.bmsql.spec.StatementForm;

/**
 * What the timed run does. Exactly one of {@code runMinutes} and {@code transactionsPerTerminal} is above 0.
 *
 * @param warehouses the scale that the run uses, 1..loaded
 * @param firstWarehouse first home warehouse of this driver's terminals (6.x {@code useWarehouseFrom}), 1..warehouses
 * @param lastWarehouse last home warehouse, firstWarehouse..warehouses
 * @param terminals emulated users
 * @param sutThreads workers, each with a connection of its own
 * @param runMinutes measured minutes, 0 when the run is limited by count; fractions are allowed
 * @param transactionsPerTerminal foreground transactions of each terminal, 0 when the run is limited by time
 * @param rampupMinutes run before the measurement, left out of the results
 * @param rampupDelaySeconds between the starts of two terminals (5.2 {@code rampupDelay})
 * @param limitTxnsPerMin total rate, 0 for none
 * @param terminalWarehouseFixed false: a new random warehouse for each transaction
 * @param keyingTimeMultiplier scales clause 5.2.5.2's keying times; with both multipliers 0 the terminals never wait
 * @param thinkTimeMultiplier scales clause 5.2.5.4's think times
 * @param rollbackPercent share of New-Orders that end in the planned rollback
 * @param maxRetries attempts after the first one
 * @param maxOutageSeconds a server that stays away longer ends the run
 * @param checkAfterRun run the consistency conditions at the end
 * @param seed of all inputs
 * @param statementForm how transactions are sent
 */
public record RunConfig(
        int warehouses,
        int firstWarehouse,
        int lastWarehouse,
        int terminals,
        int sutThreads,
        double runMinutes,
        int transactionsPerTerminal,
        double rampupMinutes,
        double rampupDelaySeconds,
        int limitTxnsPerMin,
        boolean terminalWarehouseFixed,
        double keyingTimeMultiplier,
        double thinkTimeMultiplier,
        double rollbackPercent,
        int maxRetries,
        int maxOutageSeconds,
        boolean checkAfterRun,
        long seed,
        StatementForm statementForm) {

    /** True when terminals wait as clause 5.2.5 says, so that the bound of 12.86 tpmC a warehouse applies. */
    public boolean hasThinkTimes() {
        return keyingTimeMultiplier > 0 || thinkTimeMultiplier > 0;
    }

    /** True for a run that ends by the clock. */
    public boolean isTimed() {
        return runMinutes > 0;
    }
}
