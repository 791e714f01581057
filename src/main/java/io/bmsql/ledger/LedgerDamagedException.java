package io.bmsql.ledger;

import java.io.IOException;

/** A part of a ledger that cannot be what was written; what stands before it is good. */
final class LedgerDamagedException extends IOException {
    private static final long serialVersionUID = 1;

    LedgerDamagedException(String message) {
        super(message);
    }
}
