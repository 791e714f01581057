/**
 * The data as a whole: schema built step by step around the load, rows loaded or restored, checked, fingerprinted
 * and taken away again. One population, many ways to write it: {@link io.bmsql.data.LoadPlan} cuts the work into
 * units of a few megabytes, {@link io.bmsql.data.Loader} hands them to workers, and each writes through its own
 * {@link io.bmsql.data.LoadTargets.LoadTarget}: COPY, LOAD DATA LOCAL, batches of inserts, or files. {@link
 * io.bmsql.data.Reset} makes the loaded state again from the seed in {@code bmsql_config}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db}, {@code result} and {@code script}.
 * Libraries: pgjdbc's COPY, Commons Codec. Read {@link io.bmsql.data.SchemaBuilder} and {@link io.bmsql.data.Loader} first.
 */
@NullMarked
package io.bmsql.data;

import org.jspecify.annotations.NullMarked;
