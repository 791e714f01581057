package io.bmsql.check;

import io.bmsql.result.LedgerEntry;

import io.bmsql.check.LedgerFindings.Rule;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** The payments that a part of the ledgers knows, as often as it knows them; each row of the history takes one away. */
final class PaymentIndex {
    private final Map<LedgerEntry.Payment, Counts> payments = new HashMap<>();
    private long rows;

    private static final class Counts {
        private int committed;
        private int unknown;
        private int failed;
        private int known;
    }

    void add(LedgerEntry.Payment entry) {
        Counts counts = payments.computeIfAbsent(entry.key(), unseen -> new Counts());
        switch (entry.outcome()) {
            case COMMITTED -> {
                counts.committed++;
                counts.known++;
            }
            case UNKNOWN -> {
                counts.unknown++;
                counts.known++;
            }
            case FAILED, ROLLED_BACK -> counts.failed++;
        }
    }

    /** Compares a history row; a payment of unknown outcome that happened gives its cents on. */
    void row(LedgerEntry.Payment key, Coverage coverage, LedgerFindings findings, LongConsumer happened) {
        rows++;
        Counts counts = payments.get(key);
        if (counts != null && counts.committed > 0) {
            counts.committed--;
        } else if (counts != null && counts.unknown > 0) {
            counts.unknown--;
            happened.accept(key.cents());
            findings.resolved(true, key::toString);
        } else if (!coverage.canTellAll()) {
            findings.open(Rule.PHANTOMS);
        } else if (counts != null && counts.known > 0) {
            findings.violated(Rule.DUPLICATES, () -> key + ": it is stored once more than it was paid");
        } else if (counts != null && counts.failed > 0) {
            findings.violated(Rule.PHANTOMS, () -> "phantom " + key + ": it failed, but it is stored");
        } else {
            findings.violated(Rule.PHANTOMS, () -> "phantom " + key + ": no run made it");
        }
    }

    /** After the last row: what is left was lost. */
    void finish(LedgerFindings findings) {
        findings.checked(Rule.PHANTOMS, rows);
        payments.forEach((key, counts) -> {
            for (int lost = 0; lost < counts.committed; lost++) {
                findings.violated(Rule.PAYMENTS, () -> "lost " + key);
            }
            for (int gone = 0; gone < counts.unknown; gone++) {
                findings.resolved(false, key::toString);
            }
        });
    }
}
