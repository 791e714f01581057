package io.bmsql.result;

/** {@code data/*.hlog}: HdrHistogram interval logs, values in microseconds, tag = transaction type. */
public final class HistogramLog {
    private HistogramLog() {}
}
