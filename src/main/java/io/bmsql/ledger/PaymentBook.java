package io.bmsql.ledger;

import io.bmsql.ledger.LedgerFindings.Rule;
import io.bmsql.spec.Cents;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/** The payments that a ledger knows, as often as it knows them; each row of the history takes one away. */
final class PaymentBook {
    private final Map<Key, Counts> payments = new HashMap<>();

    /** All that a row of the history holds about a payment. */
    record Key(int warehouse, int district, int customerWarehouse, int customerDistrict, int customer, int cents) {
        @Override
        public String toString() {
            return "w=" + warehouse + " d=" + district + " customer " + customerWarehouse + "/" + customerDistrict + "/"
                    + customer + " amount " + Cents.toDecimal(cents);
        }
    }

    private static final class Counts {
        private int committed;
        private int unknown;
        private int failed;
        private int known;
    }

    /** Enters a payment. */
    void add(LedgerEntry.Payment entry, LedgerFindings findings) {
        Key key = new Key(
                entry.warehouse(),
                entry.district(),
                entry.customerWarehouse(),
                entry.customerDistrict(),
                entry.customer(),
                entry.cents());
        Counts counts = payments.computeIfAbsent(key, unseen -> new Counts());
        switch (entry.outcome()) {
            case COMMITTED -> {
                counts.committed++;
                counts.known++;
                findings.checked(Rule.PAYMENTS, 1);
            }
            case UNKNOWN -> {
                counts.unknown++;
                counts.known++;
            }
            case FAILED, ROLLED_BACK -> counts.failed++;
        }
    }

    /**
     * Holds a row of the history against the book.
     *
     * @param happened gets the cents of a payment of unknown outcome that turns out to have happened
     */
    void row(Key key, Coverage coverage, LedgerFindings findings, LongConsumer happened) {
        findings.checked(Rule.PHANTOMS, 1);
        Counts counts = payments.get(key);
        if (counts != null && counts.committed > 0) {
            counts.committed--;
        } else if (counts != null && counts.unknown > 0) {
            counts.unknown--;
            happened.accept(key.cents());
            findings.resolved(true, () -> "Payment " + key);
        } else if (!coverage.canTellAll()) {
            findings.open(Rule.PHANTOMS, 1);
        } else if (counts != null && counts.known > 0) {
            findings.violated(Rule.DUPLICATES, () -> "Payment " + key + ": it is stored once more than it was paid");
        } else if (counts != null && counts.failed > 0) {
            findings.violated(Rule.PHANTOMS, () -> "phantom Payment " + key + ": it failed, but it is stored");
        } else {
            findings.violated(Rule.PHANTOMS, () -> "phantom Payment " + key + ": no run made it");
        }
    }

    /** After the last row: what is left was lost. */
    void finish(LedgerFindings findings) {
        payments.forEach((key, counts) -> {
            for (int lost = 0; lost < counts.committed; lost++) {
                findings.violated(Rule.PAYMENTS, () -> "lost Payment " + key);
            }
            for (int gone = 0; gone < counts.unknown; gone++) {
                findings.resolved(false, () -> "Payment " + key);
            }
        });
    }
}
