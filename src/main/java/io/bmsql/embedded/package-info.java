/**
 * A real PostgreSQL server without an installation, for the quickstart and the tests. The library that carries the binaries
 * stays behind this door.
 *
 * <p>Its statements are the files under {@code ownServer} of the SQL folders that the program carries: they belong to this
 * one server, whatever dialect a benchmark on it uses.
 *
 * <p>Imports nothing of ours. Read {@link io.bmsql.embedded.EmbeddedServer} first.
 */
@NullMarked
package io.bmsql.embedded;

import org.jspecify.annotations.NullMarked;
