/**
 * What is special about a database, as data: the {@code sql.*} folders with their scripts, named statements and
 * {@code dialect.properties}. Nothing here opens a connection.
 *
 * <p>Scripts are templates where they hold loops or placeholders, so that DDL for any number of partitions and shards is text
 * too: {@code -- for each partition}, {@code -- for each shard} and {@code -- end} on lines of their own, <code>{partitions}
 * </code>, <code>{remainder}</code> and <code>{shard}</code> in statements ({@link io.bmsql.dialect.SqlTemplate} has the
 * list). With {@code partitions=N} the scripts of a sub-folder {@code partitioned/} go before the plain ones of the same
 * folder.
 *
 * <p>May import {@code spec}. Read {@link io.bmsql.dialect.DialectFolders} (where a file is found) and {@link
 * io.bmsql.dialect.Dialect} first.
 */
@NullMarked
package io.bmsql.dialect;

import org.jspecify.annotations.NullMarked;
