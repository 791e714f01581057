/**
 * The same data again: {@link io.bmsql.reset.Reset} brings a database back to its loaded state without loading, and {@link
 * io.bmsql.reset.Fingerprint} shows whether it is there. Both rest on the generator, which makes every loaded value again
 * from the seed in {@code bmsql_config}.
 *
 * <p>May import {@code time}, {@code spec}, {@code config}, {@code dialect}, {@code db}, {@code datagen} and {@code schema}.
 * Read {@link io.bmsql.reset.Reset} first.
 */
@NullMarked
package io.bmsql.reset;

import org.jspecify.annotations.NullMarked;
