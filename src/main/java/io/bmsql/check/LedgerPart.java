package io.bmsql.check;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.result.LedgerEntry;
import io.bmsql.tpcc.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one part of the ledgers knows: its payments are compared as it is read, its orders by {@link OrderCheck}. */
final class LedgerPart {
    final Coverage coverage;
    final LedgerFindings findings;
    private final Map<Long, DistrictState> districts;
    private final Set<Long> unknownSeen;
    private final Map<Long, LedgerEntry.NewOrder> made = new HashMap<>();
    private final Map<Long, Delivered> deliveries = new HashMap<>();
    /** By what a row of the history holds; each row takes one away. */
    private final Map<LedgerEntry.Payment, Counts> payments = new HashMap<>();

    private long historyRows;

    record Delivered(Outcome outcome, int carrier) {}

    private static final class Counts {
        private int committed;
        private int unknown;
        private int failed;
        private int known;
    }

    /** @param unknownSeen takes the orders, by {@link #key}, that a Delivery of unknown outcome did deliver */
    LedgerPart(Map<Long, DistrictState> districts, Coverage coverage, LedgerFindings findings, Set<Long> unknownSeen) {
        this.districts = districts;
        this.coverage = coverage;
        this.findings = findings;
        this.unknownSeen = unknownSeen;
    }

    static long key(int warehouse, int district, int order) {
        return RunStart.place(warehouse, district) << Integer.SIZE | order;
    }

    private DistrictState state(int warehouse, int district) {
        // Entries and rows of other districts are in no part.
        return Objects.requireNonNull(districts.get(RunStart.place(warehouse, district)));
    }

    void made(LedgerEntry.NewOrder entry) {
        DistrictState state = state(entry.warehouse(), entry.district());
        boolean isCommitted = entry.outcome() == Outcome.COMMITTED;
        if (entry.order() < state.baseline.nextOrderId()) {
            if (isCommitted) {
                findings.violated(
                        Rule.DUPLICATES,
                        state.name(entry.order())
                                + ": the number was given out before the run and again to customer "
                                + entry.customer());
            }
            return;
        }
        long key = key(entry.warehouse(), entry.district(), entry.order());
        LedgerEntry.NewOrder there = made.get(key);
        if (there != null && there.outcome() == Outcome.COMMITTED && isCommitted) {
            findings.violated(
                    Rule.DUPLICATES,
                    state.name(entry.order()) + ": the number was given out twice, to customers "
                            + there.customer() + " and " + entry.customer()
                            + ", both committed: one of the two is lost");
        } else if (isCommitted || there == null || there.outcome() == Outcome.FAILED) {
            made.put(key, entry);
        }
    }

    void delivered(Outcome outcome, int warehouse, int district, int order, int carrier) {
        DistrictState state = state(warehouse, district);
        if (order < state.baseline.oldestOpenOrderId()) {
            findings.violated(
                    Rule.DUPLICATES,
                    state.name(order) + ": it was delivered before the run and again by carrier " + carrier);
            return;
        }
        long key = key(warehouse, district, order);
        Delivered there = deliveries.get(key);
        if (there == null || there.outcome() != Outcome.COMMITTED) {
            deliveries.put(key, new Delivered(outcome, carrier));
        } else if (outcome == Outcome.COMMITTED) {
            findings.violated(
                    Rule.DUPLICATES,
                    state.name(order) + ": it was delivered twice, both committed: one of the two is lost");
        }
    }

    void paid(LedgerEntry.Payment entry) {
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

    /** Compares a row of the history with the payments, all of which are known by then. */
    void historyRow(LedgerEntry.Payment key) {
        historyRows++;
        Counts counts = payments.get(key);
        if (counts != null && counts.committed > 0) {
            counts.committed--;
        } else if (counts != null && counts.unknown > 0) {
            counts.unknown--;
            state(key.warehouse(), key.district()).paid(key.cents());
            findings.resolved(true, key.toString());
        } else if (!coverage.canTellAll()) {
            findings.open(Rule.PHANTOMS);
        } else if (counts != null && counts.known > 0) {
            findings.violated(Rule.DUPLICATES, key + ": it is stored once more than it was paid");
        } else if (counts != null && counts.failed > 0) {
            findings.violated(Rule.PHANTOMS, "phantom " + key + ": it failed, but it is stored");
        } else {
            findings.violated(Rule.PHANTOMS, "phantom " + key + ": no run made it");
        }
    }

    /** After the last row: what is left of the payments was lost. */
    void finish() {
        findings.checked(Rule.PHANTOMS, historyRows);
        payments.forEach((key, counts) -> {
            for (int lost = 0; lost < counts.committed; lost++) {
                findings.violated(Rule.PAYMENTS, "lost " + key);
            }
            for (int gone = 0; gone < counts.unknown; gone++) {
                findings.resolved(false, key.toString());
            }
        });
    }

    LedgerEntry.@Nullable NewOrder made(DistrictState district, int order) {
        return made.get(key(district.warehouse, district.baseline.id(), order));
    }

    @Nullable
    Delivered delivered(DistrictState district, int order) {
        return deliveries.get(key(district.warehouse, district.baseline.id(), order));
    }

    /** An order was delivered by a Delivery of unknown outcome. */
    void sawUnknown(DistrictState district, int order) {
        unknownSeen.add(key(district.warehouse, district.baseline.id(), order));
    }
}
