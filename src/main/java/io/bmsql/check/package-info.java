/**
 * Is the database right? The consistency conditions of clause 3.3.2, the ledger compared with the database, the ACID
 * tests of clauses 3.2, 3.4 and 3.5, and a vendor's test of a {@code sql.<db>} folder.
 *
 * <p>May import {@code terminal} (the ACID tests run under load), {@code collector}, {@code measure}, {@code load}, {@code schema}, {@code workload},
 * {@code result}, {@code db}, {@code dialect}, {@code config}, {@code tpcc} and {@code common}. Read
 * {@link io.bmsql.check.ConsistencyCheck} and {@link io.bmsql.check.LedgerVerifier} first.
 */
@NullMarked
package io.bmsql.check;

import org.jspecify.annotations.NullMarked;
