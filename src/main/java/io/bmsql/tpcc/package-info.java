/**
 * TPC-C itself: its numbers and rules, each with the clause of revision 5.11, its random numbers, and the initial
 * population of clause 4.3.3.1, in which every value is a pure function of (seed, table, warehouse, district, row).
 *
 * <p>{@link io.bmsql.tpcc.RandomStream} is the only randomness of data and runs. A {@link io.bmsql.tpcc.Population}
 * writes typed columns to a {@link io.bmsql.tpcc.RowSink} and hands out no row objects: the same call gives the same
 * bytes to COPY, CSV and batches.
 *
 * <p>May import {@code common}. Read {@link io.bmsql.tpcc.Scale} and {@link io.bmsql.tpcc.TpccTransaction} first.
 */
@NullMarked
package io.bmsql.tpcc;

import org.jspecify.annotations.NullMarked;
