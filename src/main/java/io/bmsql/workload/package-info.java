/**
 * The five transactions of clause 2 over JDBC, the inputs that terminals key in, and scripts in their place. One call is one attempt;
 * retries, waits and measuring are the business of {@code terminal}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db} and {@code script}. Read {@link
 * io.bmsql.workload.TransactionSet} first.
 */
@NullMarked
package io.bmsql.workload;

import org.jspecify.annotations.NullMarked;
