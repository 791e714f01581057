/**
 * Ground floor: the one place that reads the clocks. Everything that needs time gets a {@link io.bmsql.time.RunClock}
 * handed in, so that a whole run can be replayed on a manual clock.
 *
 * <p>Imports nothing of ours. Read {@link io.bmsql.time.RunClock} first.
 */
@NullMarked
package io.bmsql.time;

import org.jspecify.annotations.NullMarked;
