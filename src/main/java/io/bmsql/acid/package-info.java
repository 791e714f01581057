/**
 * The ACID tests of clauses 3.2 and 3.4 on a loaded database: two sessions, each stopped before its commit while the other
 * goes on. Leaves the database consistent.
 *
 * <p>May import {@code time}, {@code random}, {@code spec}, {@code dialect}, {@code db}, {@code workload} and {@code result}.
 * Read {@link io.bmsql.acid.AcidTests} first.
 */
@NullMarked
package io.bmsql.acid;

import org.jspecify.annotations.NullMarked;
