/**
 * The analytic queries of CH-benCHmark beside the transactions: streams of 22 queries, each on a thread and a connection of its own,
 * against the database or a copy, and what their answers lack of the orders that were acknowledged meanwhile. The queries are in
 * {@code workload.chbench}.
 *
 * <p>May import {@code replicas}, {@code measure}, {@code data}, {@code script}, {@code result}, {@code db}, {@code dialect}, {@code config},
 * {@code tpcc} and {@code common}. Library: HdrHistogram. Read {@link io.bmsql.analytics.Analytics} first.
 */
@NullMarked
package io.bmsql.analytics;

import org.jspecify.annotations.NullMarked;
