/**
 * What terminals ask for and how a worker does it: the five transactions of clause 2 over JDBC with the inputs that terminals key in,
 * or scripts. One call is one attempt; retries, waits and measuring are the business of {@code terminal}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db} and {@code script}. Read {@link
 * io.bmsql.workload.Workload} first.
 */
@NullMarked
package io.bmsql.workload;

import org.jspecify.annotations.NullMarked;
