/**
 * What is run: TPC-C, or scripts of pgbench. A {@link io.bmsql.benchmark.Benchmark} builds its tables, takes them away, says how its
 * terminals and transactions are, how its data are checked and what its results are judged by. Another one needs an implementation,
 * and a {@link io.bmsql.benchmark.Benchmark.Provider} in {@code META-INF/services}; no run, check or report asks which one it is.
 * To TPC-C belong the analytic queries of CH-benCHmark: {@link io.bmsql.benchmark.Analytics}, whose text is in {@code workload.chbench}.
 *
 * <p>May import {@code check} (the ledger's start), {@code replicas}, {@code measure}, {@code load}, {@code schema}, {@code workload}, {@code script},
 * {@code result}, {@code db}, {@code dialect}, {@code config}, {@code tpcc} and {@code common}. Library: HdrHistogram. Read
 * {@link io.bmsql.benchmark.Benchmark} first.
 */
@NullMarked
package io.bmsql.benchmark;

import org.jspecify.annotations.NullMarked;
