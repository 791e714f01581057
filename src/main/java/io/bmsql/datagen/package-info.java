/**
 * The initial population of clause 4.3.3.1: every value a pure function of (seed, table, warehouse, district, row). Never
 * sees JDBC.
 *
 * <p>A population writes typed columns to a {@link io.bmsql.datagen.RowSink} and hands out no row objects: one row goes to
 * COPY text, CSV or a batch without a copy in between, and the same call gives the same bytes everywhere.
 *
 * <p>May import {@code spec} and {@code random}. Read {@link io.bmsql.datagen.Population} and
 * {@link io.bmsql.datagen.RowSink} first.
 */
@NullMarked
package io.bmsql.datagen;

import org.jspecify.annotations.NullMarked;
