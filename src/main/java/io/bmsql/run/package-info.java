/**
 * One timed run, from settings to result directory: it connects, drives, collects, keeps the ledger, checks
 * afterwards and serves the live page. Prints nothing and exits nowhere: a listener gets everything. May be called
 * any number of times in one JVM.
 *
 * <p>May import {@code benchmark}, {@code report} (the live page), {@code check}, {@code terminal}, {@code replicas}, {@code collector},
 * {@code measure}, {@code schema}, {@code workload}, {@code script}, {@code analysis}, {@code result}, {@code db},
 * {@code dialect}, {@code config}, {@code tpcc} and {@code common}. Read {@link io.bmsql.run.RunSession} first.
 */
@NullMarked
package io.bmsql.run;

import org.jspecify.annotations.NullMarked;
