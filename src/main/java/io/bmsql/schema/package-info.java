/**
 * Tables, keys and what is known of their rows: built step by step around the load, prepared for a run, locked while a command works on
 * them, and taken away again. {@link io.bmsql.schema.DataState} keeps in {@code bmsql_config} what happened to the rows. Who writes the rows
 * is in {@code load}.
 *
 * <p>May import {@code common}, {@code tpcc}, {@code config}, {@code dialect}, {@code db} and {@code result}. Read
 * {@link io.bmsql.schema.SchemaBuilder} (the steps) and {@link io.bmsql.schema.DataState} (what is noted) first.
 */
@NullMarked
package io.bmsql.schema;

import org.jspecify.annotations.NullMarked;
