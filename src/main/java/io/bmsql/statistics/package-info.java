/**
 * Ground floor: what repeats, pairs and resampled seconds say of a ratio, and where a series changed its level. Plain numbers
 * in, intervals out; the page that explains the methods to users is {@code docs/numbers.md}.
 *
 * <p>Imports {@code random}; Commons Statistics lives behind this door. Read {@link io.bmsql.statistics.RatioInterval} first.
 */
@NullMarked
package io.bmsql.statistics;

import org.jspecify.annotations.NullMarked;
