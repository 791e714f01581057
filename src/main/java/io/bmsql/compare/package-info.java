/**
 * Sets runs against runs: what was different, and what each figure allows to claim. Takes what the readers of result
 * directories give, whichever program wrote them; never meets a database.
 *
 * <p>May import {@code random}, {@code spec}, {@code statistics}, {@code result}, {@code chart} and {@code page}. Read
 * {@link io.bmsql.compare.Comparison} (what is found) and {@link io.bmsql.compare.Comparer} (how) first.
 */
@NullMarked
package io.bmsql.compare;

import org.jspecify.annotations.NullMarked;
