/**
 * What a run counts: latency histograms, per-second series, errors, outages, the ledger's entries,
 * and the summary made of them. Never sees JDBC.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect} (error classes), {@code workload}
 * (inputs), {@code result} and {@code analysis}. Library: HdrHistogram. Read {@link io.bmsql.measure.Measurement}
 * and {@link io.bmsql.measure.Recording} first.
 */
@NullMarked
package io.bmsql.measure;

import org.jspecify.annotations.NullMarked;
