/**
 * Holds what is special about a database as data: {@code sql.*} folders with scripts, named statements and {@code
 * dialect.properties}. Scripts may be templates ({@link io.bmsql.dialect.SqlTemplate}). Nothing here opens a
 * connection.
 *
 * May import {@code common}, {@code tpcc} and {@code config}. Read {@link io.bmsql.dialect.DialectFolders} and {@link
 * io.bmsql.dialect.Dialect} first.
 */
@NullMarked
package io.bmsql.dialect;

import org.jspecify.annotations.NullMarked;
