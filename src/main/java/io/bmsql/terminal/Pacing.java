package io.bmsql.terminal;

import io.bmsql.config.MixConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;

/**
 * Decides when a terminal's next transaction is due: a pure function of its arguments, so safe for use by any thread. All
 * moments are nanoseconds of the run's clock.
 */
public sealed interface Pacing permits FlatOut, ThinkTime, RateLimited {
    /**
     * When a terminal's first transaction is due.
     *
     * @param terminal its number, from 0
     * @param earliestNanos when the terminal starts
     */
    long firstDueNanos(int terminal, long earliestNanos, RandomStream random);

    /**
     * When the next one is due.
     *
     * @param previousDueNanos when the one just done was due
     * @param endNanos when it ended
     * @param done its type
     * @param next the type drawn for the next one
     */
    long nextDueNanos(
            int terminal,
            long previousDueNanos,
            long endNanos,
            TransactionType done,
            TransactionType next,
            RandomStream random);

    /** The pacing of a run that starts now: a total rate when one is set, else think times, else none. */
    static Pacing of(RunConfig run, MixConfig mix, long startNanos) {
        RunConfig.Pace pace = run.pace();
        return switch (pace.mode()) {
            case RATE -> new RateLimited(startNanos, pace.limitTxnsPerMin(), run.terminals());
            case ARRIVAL_RATE -> new RateLimited(startNanos, pace.arrivalRate(), run.terminals());
            case THINK_TIME -> new ThinkTime(pace.keyingTimeMultiplier(), pace.thinkTimeMultiplier(), mix);
            case FLAT_OUT -> new FlatOut();
        };
    }
}
