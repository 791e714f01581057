package io.bmsql.check;

import io.bmsql.result.LedgerEntry;

import io.bmsql.check.LedgerFindings.Rule;
import io.bmsql.tpcc.Outcome;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one part of the ledgers knows about orders, while they are compared; its payments are compared as it is read. */
final class LedgerPart implements LedgerParts.Reader {
    private final Map<Long, DistrictState> districts;
    private final Coverage coverage;
    private final LedgerFindings findings;
    private final Set<Long> unknownSeen;
    private final PaymentIndex payments = new PaymentIndex();
    private final Map<Long, LedgerEntry.NewOrder> made = new HashMap<>();
    private final Map<Long, Delivered> deliveries = new HashMap<>();

    record Delivered(Outcome outcome, int carrier) {}

    private LedgerPart(
            Map<Long, DistrictState> districts, Coverage coverage, LedgerFindings findings, Set<Long> unknownSeen) {
        this.districts = districts;
        this.coverage = coverage;
        this.findings = findings;
        this.unknownSeen = unknownSeen;
    }

    /**
     * Reads a part; all its payments are compared then.
     *
     * @param unknownSeen takes the orders, by {@link #key}, that a Delivery of unknown outcome did deliver
     */
    static LedgerPart read(
            LedgerParts parts,
            int part,
            Map<Long, DistrictState> districts,
            Coverage coverage,
            LedgerFindings findings,
            Set<Long> unknownSeen)
            throws IOException {
        LedgerPart read = new LedgerPart(districts, coverage, findings, unknownSeen);
        parts.read(part, read);
        read.payments.finish(findings);
        return read;
    }

    static long key(int warehouse, int district, int order) {
        return RunStart.place(warehouse, district) << Integer.SIZE | order;
    }

    private DistrictState state(int warehouse, int district) {
        // Entries and rows of other districts are in no part.
        return Objects.requireNonNull(districts.get(RunStart.place(warehouse, district)));
    }

    @Override
    public void made(LedgerEntry.NewOrder entry) {
        DistrictState state = state(entry.warehouse(), entry.district());
        boolean isCommitted = entry.outcome() == Outcome.COMMITTED;
        if (entry.order() < state.baseline.nextOrderId()) {
            if (isCommitted) {
                findings.violated(
                        Rule.DUPLICATES,
                        () -> state.name(entry.order())
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
                    () -> state.name(entry.order()) + ": the number was given out twice, to customers "
                            + there.customer() + " and " + entry.customer()
                            + ", both committed: one of the two is lost");
        } else if (isCommitted || there == null || there.outcome() == Outcome.FAILED) {
            made.put(key, entry);
        }
    }

    @Override
    public void delivered(Outcome outcome, int warehouse, int district, int order, int carrier) {
        DistrictState state = state(warehouse, district);
        if (order < state.baseline.oldestOpenOrderId()) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> state.name(order) + ": it was delivered before the run and again by carrier " + carrier);
            return;
        }
        long key = key(warehouse, district, order);
        Delivered there = deliveries.get(key);
        if (there == null || there.outcome() != Outcome.COMMITTED) {
            deliveries.put(key, new Delivered(outcome, carrier));
        } else if (outcome == Outcome.COMMITTED) {
            findings.violated(
                    Rule.DUPLICATES,
                    () -> state.name(order) + ": it was delivered twice, both committed: one of the two is lost");
        }
    }

    @Override
    public void paid(LedgerEntry.Payment entry) {
        payments.add(entry);
    }

    @Override
    public void historyRow(LedgerEntry.Payment row) {
        payments.row(row, coverage, findings, state(row.warehouse(), row.district())::paid);
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
