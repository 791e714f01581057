/**
 * Copies of the database, held against the orders that were acknowledged: how far they are behind, and whether all show one order of
 * commits.
 *
 * <p>{@code d_next_o_id} counts the commits of New-Order in a district. {@link io.bmsql.replicas.AcknowledgedOrders} knows when each order
 * was acknowledged to its terminal; {@link io.bmsql.replicas.Replicas} reads the counters of some districts on each copy ten times a
 * second, and {@link io.bmsql.replicas.CopyLag} holds them against what had been acknowledged before the read began. Nothing is written
 * for it, and one clock measures everything. Two readings of which each is ahead of the other in some district cannot both be beginnings
 * of one history: a long fork ({@link io.bmsql.replicas.CommitOrder}). {@link io.bmsql.replicas.ReadCounters} judges the reads that went
 * to copies.
 *
 * <p>May import {@code collector}, {@code measure}, {@code schema}, {@code workload}, {@code result}, {@code db}, {@code dialect},
 * {@code config}, {@code tpcc} and {@code common}. Library: HdrHistogram. Read {@link io.bmsql.replicas.Replicas} first.
 */
@NullMarked
package io.bmsql.replicas;

import org.jspecify.annotations.NullMarked;
