/**
 * Judgements: figures in, verdicts, intervals and comparisons out. Writes no file and opens no connection.
 *
 * <p>{@link io.bmsql.analysis.RatioInterval} (what repeats say of a ratio), {@link io.bmsql.analysis.ChangePoint}
 * (where the seconds of a run changed their level) and {@code EDivisive} (where runs did) know numbers only; {@link io.bmsql.analysis.Verdict} judges one run, {@link
 * io.bmsql.analysis.Comparer} sets runs against runs. The pages that explain the methods to users are
 * {@code docs/numbers.md} (steadiness) and {@code docs/comparing.md} (intervals).
 *
 * <p>May import {@code result}, {@code config}, {@code tpcc} and {@code common}. Libraries: Commons Statistics,
 * HdrHistogram, Jackson. Read {@link io.bmsql.analysis.Verdict} and {@link io.bmsql.analysis.Comparer} first.
 */
@NullMarked
package io.bmsql.analysis;

import org.jspecify.annotations.NullMarked;
