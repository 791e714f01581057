/**
 * What the client knows about every commit, and whether the database still knows it too. The writing side is part of the
 * run: {@link io.bmsql.ledger.LedgerWriter} with one {@link io.bmsql.ledger.WorkerLedger} for each worker. The reading side,
 * {@link io.bmsql.ledger.LedgerVerifier}, holds {@code data/ledger.bin} against the database.
 *
 * <p>May import {@code time}, {@code spec}, {@code dialect}, {@code db}, {@code workload} and {@code result}. Read {@link
 * io.bmsql.ledger.LedgerFormat} (the file) and {@link io.bmsql.ledger.LedgerVerifier} first.
 */
@NullMarked
package io.bmsql.ledger;

import org.jspecify.annotations.NullMarked;
