/**
 * TPC-C's own facts: cardinalities, transaction types, NURand, last names, outcomes. Every constant cites the clause of
 * revision 5.11 that it comes from.
 * Beside them what several rooms must agree on about a run: {@link io.bmsql.spec.Threshold} and {@link
 * io.bmsql.spec.LoadProfile}.
 *
 * <p>May import {@code random}. Read {@link io.bmsql.spec.Scale} and {@link io.bmsql.spec.TransactionType} first.
 */
@NullMarked
package io.bmsql.spec;

import org.jspecify.annotations.NullMarked;
