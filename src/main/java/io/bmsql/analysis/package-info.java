/**
 * Holds judgements: figures in, verdicts, intervals and comparisons out. Writes no file and opens no connection.
 * {@code docs/numbers.md} (steadiness) and {@code docs/comparing.md} (intervals) explain the methods.
 *
 * May import {@code result}, {@code config}, {@code tpcc} and {@code common}. Libraries: Commons Statistics,
 * HdrHistogram, Jackson. Read {@link io.bmsql.analysis.Verdict} and {@link io.bmsql.analysis.Comparer} first.
 */
@NullMarked
package io.bmsql.analysis;

import org.jspecify.annotations.NullMarked;
