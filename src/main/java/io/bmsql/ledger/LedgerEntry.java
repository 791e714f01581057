package io.bmsql.ledger;

import io.bmsql.spec.Outcome;
import java.util.List;

/** How one transaction ended, as the ledger has it. */
public sealed interface LedgerEntry {
    Outcome outcome();

    int warehouse();

    /** A New-Order; order 0 when it came to none. */
    record NewOrder(Outcome outcome, int warehouse, int district, int order, int customer, int lines, int totalCents)
            implements LedgerEntry {}

    /** A Payment. */
    record Payment(
            Outcome outcome,
            int warehouse,
            int district,
            int customerWarehouse,
            int customerDistrict,
            int customer,
            int cents)
            implements LedgerEntry {}

    /** A Delivery: the orders of districts 1..10, 0 for a skipped one. */
    record Delivery(Outcome outcome, int warehouse, int carrier, List<Integer> orders) implements LedgerEntry {}
}
