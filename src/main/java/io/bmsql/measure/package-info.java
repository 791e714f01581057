/**
 * What a run counts: latency histograms, per-second series, errors, outages, the ledger's entries,
 * and the summary made of them. Never sees JDBC.
 *
 * <p>May import {@code analysis}, {@code result}, {@code workload} (inputs), {@code dialect} (error classes),
 * {@code config}, {@code tpcc} and {@code common}. Libraries: HdrHistogram, Jackson. Read
 * {@link io.bmsql.measure.Measurement} and {@link io.bmsql.measure.Recording} first.
 */
@NullMarked
package io.bmsql.measure;

import org.jspecify.annotations.NullMarked;
