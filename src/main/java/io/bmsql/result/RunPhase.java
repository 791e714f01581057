package io.bmsql.result;

/** Where in the run a transaction ended. */
public enum RunPhase {
    /** Before the measurement window: seen in the series, not in the summary. */
    RAMPUP,
    /** Inside the window: what all results count. */
    MEASURE,
    /** After the window: transactions under way at its end finish. */
    DRAIN
}
