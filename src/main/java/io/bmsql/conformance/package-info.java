/**
 * A vendor's test of a {@code sql.<db>} folder on a real server: a small build, every transaction in every form, errors that
 * are really provoked, the consistency conditions, and the removal of all that was made. It drives the same rooms that a
 * benchmark does, so that what passes here passes there.
 *
 * <p>May import {@code time}, {@code random}, {@code spec}, {@code config}, {@code dialect}, {@code db}, {@code load},
 * {@code schema}, {@code workload} and {@code result} (for check results). Read {@link
 * io.bmsql.conformance.Conformance} first.
 */
@NullMarked
package io.bmsql.conformance;

import org.jspecify.annotations.NullMarked;
