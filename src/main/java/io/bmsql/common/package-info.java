/**
 * Small things that every package may use: where the program works, the clock, hiding of secrets, numbers and
 * times as text, threads, and the error that a user can fix. The only package that reads a clock.
 *
 * <p>Imports no package of ours. Read {@link io.bmsql.common.RunClock} and {@link io.bmsql.common.UsageException}
 * first.
 */
@NullMarked
package io.bmsql.common;

import org.jspecify.annotations.NullMarked;
