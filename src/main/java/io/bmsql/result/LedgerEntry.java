package io.bmsql.result;

import io.bmsql.tpcc.Cents;
import io.bmsql.tpcc.Outcome;
import java.util.List;

/** How one transaction ended, as the ledger has it, and when the load generator knew, in milliseconds of the epoch. */
public sealed interface LedgerEntry {
    Outcome outcome();

    long endedEpochMillis();

    int warehouse();

    /** A New-Order; order and total are 0 when it came to none, or when nobody heard the number of an unknown one. */
    record NewOrder(
            Outcome outcome,
            long endedEpochMillis,
            int warehouse,
            int district,
            int order,
            int customer,
            int lines,
            int totalCents)
            implements LedgerEntry {
        /** True of one of unknown outcome whose number nobody heard. */
        public boolean isBlind() {
            return outcome == Outcome.UNKNOWN && order == 0;
        }
    }

    /** A Payment; customer 0 when nobody heard whom the last name of an unknown one meant. */
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

        /** What is known of it without its customer. */
        public Payment withoutCustomer() {
            return new Payment(
                    Outcome.COMMITTED, 0, warehouse, district, customerWarehouse, customerDistrict, 0, cents);
        }

        /** A number that is the same for a payment and its row in the history, whatever is known of it, and differs for most others. */
        public int spread() {
            int key = ((warehouse * 31 + district) * 31 + customerWarehouse) * 31 + customerDistrict;
            key = key * 31 + cents;
            return (key ^ key >>> 16) * 0x45D9F3B;
        }

        @Override
        public String toString() {
            return "Payment w=" + warehouse + " d=" + district + " customer " + customerWarehouse + "/"
                    + customerDistrict + "/" + (customer == 0 ? "?" : customer) + " amount " + Cents.toDecimal(cents);
        }
    }

    /** A Delivery: the orders of districts 1..10, 0 for a skipped one, negative when nobody heard those of an unknown one. */
    record Delivery(Outcome outcome, long endedEpochMillis, int warehouse, int carrier, List<Integer> orders)
            implements LedgerEntry {
        /** True of one of unknown outcome whose orders nobody heard. */
        public boolean isBlind() {
            return outcome == Outcome.UNKNOWN && orders.get(0) < 0;
        }
    }
}
