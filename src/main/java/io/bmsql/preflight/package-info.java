/**
 * Checks before a long run whether host, server and settings are fit for it ({@code bmsql doctor}): one finding for
 * each thing, what is wrong with it and what to do. Changes nothing; only with {@code --try-rights} it creates a
 * table, and drops it.
 *
 * <p>May import {@code common}, {@code config}, {@code dialect}, {@code db}, {@code result}, {@code benchmark}, {@code schema}, {@code
 * script}, {@code collector}, {@code run} and {@code agents}. Read {@link io.bmsql.preflight.PreflightChecks} first.
 */
@NullMarked
package io.bmsql.preflight;

import org.jspecify.annotations.NullMarked;
