/**
 * The five transactions of clause 2 over JDBC, and the inputs that terminals key in. One call is one attempt;
 * retries, waits and measuring are the business of {@code terminal}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect} and {@code db}. Read {@link
 * io.bmsql.workload.TransactionSet} first.
 */
@NullMarked
package io.bmsql.workload;

import org.jspecify.annotations.NullMarked;
