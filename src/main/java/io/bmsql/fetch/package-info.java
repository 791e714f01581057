/**
 * Jars out of a Maven repository: resolved with what they need, checked by their checksums, and in their folder whole or
 * not at all.
 *
 * <p>May import {@code spec}. The library behind its door is MIMA, which is Maven's own resolver with the user's
 * {@code settings.xml}. Read {@link io.bmsql.fetch.JarFetcher} first.
 */
@NullMarked
package io.bmsql.fetch;

import org.jspecify.annotations.NullMarked;
