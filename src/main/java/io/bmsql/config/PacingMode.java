package io.bmsql.config;

/** What decides when a terminal's next transaction is due. The names are the words of {@code summary.json}. */
public enum PacingMode {
    /** No waits: the next one is due when the last one ends. */
    CLOSED_LOOP,
    /** Keying and think times (clause 5.2.5). */
    THINK_TIME,
    /** {@code limitTxnsPerMin}: a cap on the rate. A slow server lowers the rate, not the latency's start. */
    RATE,
    /** {@code arrivalRate}: due times fixed in advance. A slow server builds up a backlog, which the latency counts. */
    ARRIVAL_RATE
}
