package io.bmsql.collector.database;

/** What becomes of the numbers that a query shows. */
enum MetricKind {
    /** As they are. */
    GAUGE,
    /** Counters: their growth a second. */
    RATE,
    /** Counters: their growth since the sample before. */
    DELTA,
    /** Counters: the share of the first column's growth in that of all, percent. */
    SHARE
}
