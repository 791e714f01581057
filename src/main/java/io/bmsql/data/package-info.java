/**
 * Holds the data as a whole: {@link io.bmsql.data.SchemaBuilder} builds the schema around the load, {@link
 * io.bmsql.data.LoadPlan} cuts the load into units, {@link io.bmsql.data.Loader} hands them to workers, {@link
 * io.bmsql.data.Reset} makes the loaded state again.
 *
 * May import {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db}, {@code result} and {@code
 * script}. Libraries: pgjdbc's COPY, Commons Codec. Read {@link io.bmsql.data.SchemaBuilder} and {@link
 * io.bmsql.data.Loader} first.
 */
@NullMarked
package io.bmsql.data;

import org.jspecify.annotations.NullMarked;
