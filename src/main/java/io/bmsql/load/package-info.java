/**
 * Fills the tables, or writes CSV files, from generated rows: one population, many sinks. {@link io.bmsql.load.LoadPlan}
 * cuts the work into units of a few megabytes, {@link io.bmsql.load.Loader} hands them to workers, and each worker writes
 * through its own {@link io.bmsql.load.LoadTargets.LoadTarget}: PostgreSQL's COPY, MySQL's LOAD DATA LOCAL, batches of
 * inserts, or files.
 *
 * <p>May import {@code time}, {@code spec}, {@code config}, {@code dialect}, {@code db} and {@code datagen};
 * the door of pgjdbc's COPY. Read {@link io.bmsql.load.Loader} first.
 */
@NullMarked
package io.bmsql.load;

import org.jspecify.annotations.NullMarked;
