/**
 * The ACID tests on a loaded database. Clauses 3.2 and 3.4: two sessions, each stopped before its commit while the other
 * goes on. Clause 3.5: the server is killed under load and must still have every commit. Leaves the database consistent.
 *
 * <p>May import {@code time}, {@code random}, {@code spec}, {@code config}, {@code dialect}, {@code db}, {@code workload},
 * {@code result}, {@code measure}, {@code terminal} and {@code ledger}.
 * Read {@link io.bmsql.acid.AcidTests} first.
 */
@NullMarked
package io.bmsql.acid;

import org.jspecify.annotations.NullMarked;
