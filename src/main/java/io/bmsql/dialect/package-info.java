/**
 * What is special about a database, as data: the {@code sql.*} folders with their scripts, named statements and
 * {@code dialect.properties}. Nothing here opens a connection.
 *
 * <p>May import {@code spec}. Read {@link io.bmsql.dialect.DialectFolders} (where a file is found) and {@link
 * io.bmsql.dialect.Dialect} first.
 */
@NullMarked
package io.bmsql.dialect;

import org.jspecify.annotations.NullMarked;
