/**
 * Ground floor: the only randomness of the program. A {@link io.bmsql.random.RandomStream} is found by its address (seed,
 * table, warehouse, district, row), so that every value is a pure function of its address.
 *
 * <p>Imports nothing of ours.
 */
@NullMarked
package io.bmsql.random;

import org.jspecify.annotations.NullMarked;
