/**
 * What is special about a database, as data: the {@code sql.*} folders with their scripts, named statements and
 * {@code dialect.properties}. Nothing here opens a connection.
 *
 * <p>Scripts are templates where they hold loops, conditions or placeholders, so that DDL for any number of
 * partitions and shards, and with or without an option of the schema, is one text ({@link
 * io.bmsql.dialect.SqlTemplate} has the list). Which {@link io.bmsql.config.Layout#OPTIONS} a database knows, and
 * their defaults, is in its {@code dialect.properties}.
 *
 * <p>May import {@code common}, {@code tpcc} and {@code config}. Read {@link io.bmsql.dialect.DialectFolders} (where
 * a file is found) and {@link io.bmsql.dialect.Dialect} first.
 */
@NullMarked
package io.bmsql.dialect;

import org.jspecify.annotations.NullMarked;
