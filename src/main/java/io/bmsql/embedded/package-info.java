/**
 * A real PostgreSQL server without an installation, for the quickstart and the tests. The library that carries the binaries
 * stays behind this door.
 *
 * <p>Imports nothing of ours. Read {@link io.bmsql.embedded.EmbeddedServer} first.
 */
@NullMarked
package io.bmsql.embedded;

import org.jspecify.annotations.NullMarked;
