/**
 * The settings of a props file: read, checked all at once, and handed on as immutable records.
 *
 * <p>May import {@code common} and {@code tpcc}. Read {@link io.bmsql.config.PropertyKey}, the catalogue of every
 * key with its default, first, then {@link io.bmsql.config.ConfigLoader}.
 */
@NullMarked
package io.bmsql.config;

import org.jspecify.annotations.NullMarked;
