/**
 * Checks before a run whether host, server and settings are fit for it ({@code bmsql doctor}). Changes nothing; with
 * {@code --try-rights} it creates a table, and drops it.
 *
 * May import {@code common}, {@code config}, {@code dialect}, {@code db}, {@code result}, {@code data}, {@code
 * script}, {@code collector}, {@code run} and {@code agents}. Read {@link io.bmsql.preflight.PreflightChecks} first.
 */
@NullMarked
package io.bmsql.preflight;

import org.jspecify.annotations.NullMarked;
