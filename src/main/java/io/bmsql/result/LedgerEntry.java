package io.bmsql.result;

import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import java.util.List;

/** How one transaction ended, as the ledger has it, and when the load generator knew, in milliseconds of the epoch. */
public sealed interface LedgerEntry {
    Outcome outcome();

    long endedEpochMillis();

    int warehouse();

    /** A New-Order; order 0 when it came to none. */
    record NewOrder(
            Outcome outcome,
            long endedEpochMillis,
            int warehouse,
            int district,
            int order,
            int customer,
            int lines,
            int totalCents)
            implements LedgerEntry {}

    record Payment(
            Outcome outcome,
            long endedEpochMillis,
            int warehouse,
            int district,
            int customerWarehouse,
            int customerDistrict,
            int customer,
            int cents)
            implements LedgerEntry {
        /** All that a row of the history holds about it: the same whatever its outcome and time. */
        public Payment key() {
            return new Payment(
                    Outcome.COMMITTED, 0, warehouse, district, customerWarehouse, customerDistrict, customer, cents);
        }

        /** A number that is the same for a payment and its row in the history, whatever the outcome, and differs for most others. */
        public int spread() {
            int key = ((warehouse * 31 + district) * 31 + customerWarehouse) * 31 + customerDistrict;
            key = (key * 31 + customer) * 31 + cents;
            return (key ^ key >>> 16) * 0x45D9F3B;
        }

        @Override
        public String toString() {
            return "Payment w=" + warehouse + " d=" + district + " customer " + customerWarehouse + "/"
                    + customerDistrict + "/" + customer + " amount " + Cents.toDecimal(cents);
        }
    }

    /** A Delivery: the orders of districts 1..10, 0 for a skipped one. */
    record Delivery(Outcome outcome, long endedEpochMillis, int warehouse, int carrier, List<Integer> orders)
            implements LedgerEntry {}
}
