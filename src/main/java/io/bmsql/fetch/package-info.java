/**
 * Jars out of a Maven repository: checked by their checksums, and in their folder whole or not at all.
 *
 * <p>May import {@code spec}. Read {@link io.bmsql.fetch.JarFetcher} first.
 */
@NullMarked
package io.bmsql.fetch;

import org.jspecify.annotations.NullMarked;
