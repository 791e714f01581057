/**
 * Holds copies of the database, and the analytic queries of CH-benCHmark ({@link io.bmsql.replicas.Analytics}),
 * against the orders that were acknowledged.
 *
 * {@code d_next_o_id} counts the commits of New-Order in a district: {@link io.bmsql.replicas.CopyLag} holds what a
 * copy shows against what had been acknowledged before the read. Two readings that are each ahead of the other in
 * some district are a long fork ({@link io.bmsql.replicas.CommitOrder}); {@link io.bmsql.replicas.ReadCounters}
 * judges reads of copies.
 *
 * May import {@code collector}, {@code measure}, {@code data}, {@code script}, {@code result}, {@code db}, {@code
 * dialect}, {@code config}, {@code tpcc} and {@code common}. Library: HdrHistogram. Read {@link
 * io.bmsql.replicas.Replicas} first.
 */
@NullMarked
package io.bmsql.replicas;

import org.jspecify.annotations.NullMarked;
