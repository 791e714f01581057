/**
 * Rows: loaded, set back to what was loaded, and summed up in a fingerprint. One population, many ways to write it: {@link
 * io.bmsql.load.LoadPlan} cuts the work into units of a few megabytes, {@link io.bmsql.load.Loader} hands them to workers, and each writes
 * through its own {@link io.bmsql.load.LoadTargets.LoadTarget}: COPY, LOAD DATA LOCAL, batches of inserts, or files. {@link
 * io.bmsql.load.Reset} makes the loaded state again from the seed in {@code bmsql_config}. The tables themselves are made by {@code schema}.
 *
 * <p>May import {@code schema}, {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db}, {@code result} and {@code script}.
 * Libraries: pgjdbc's COPY, Commons Codec, Commons IO. Read {@link io.bmsql.load.Loader} first.
 */
@NullMarked
package io.bmsql.load;

import org.jspecify.annotations.NullMarked;
