package io.bmsql.acid;

import io.bmsql.dialect.StatementId;
import java.util.Arrays;

/** Clause 3.2: a Payment takes place as a whole, or leaves nothing. */
final class AtomicityTests {
    private static final int CENTS = 12_345;

    private AtomicityTests() {}

    /** All rows that a Payment touches. */
    private record State(long warehouseCents, long districtCents, long[] customer, int payments) {
        static State read(AcidSession session, AcidPlace at) throws Exception {
            int w = at.warehouse();
            int d = at.district();
            State state = new State(
                    session.cents(StatementId.ACID_WAREHOUSE, 1, w)[0],
                    session.cents(StatementId.ACID_DISTRICT, 1, w, d)[0],
                    session.cents(StatementId.ACID_CUSTOMER, 3, w, d, at.customer()),
                    session.number(StatementId.ACID_PAYMENTS, 1, w, d, at.customer()));
            session.commit();
            return state;
        }

        /** What it must be after so many Payments of {@link #CENTS}. */
        boolean isAfter(State before, int times) {
            int cents = times * CENTS;
            return warehouseCents == before.warehouseCents + cents
                    && districtCents == before.districtCents + cents
                    && customer[0] == before.customer[0] - cents
                    && customer[1] == before.customer[1] + cents
                    // A count comes as cents as well.
                    && customer[2] == before.customer[2] + 100L * times
                    && payments == before.payments + times;
        }

        @Override
        public String toString() {
            return "w_ytd " + warehouseCents + ", d_ytd " + districtCents + ", customer " + Arrays.toString(customer)
                    + " cents, history rows " + payments;
        }
    }

    static String committed(AcidSession one, AcidSession two, AcidPlace at) throws Exception {
        State before = State.read(two, at);
        one.input().keyPayment(at.warehouse(), at.district(), at.customer(), CENTS);
        one.runAndCommit();
        State after = State.read(two, at);
        AcidTests.AcidFailure.unless(after.isAfter(before, 1), "before: " + before + "; after: " + after);
        return "warehouse, district, customer and history show it";
    }

    static String rolledBack(AcidSession one, AcidSession two, AcidPlace at) throws Exception {
        State before = State.read(two, at);
        one.input().keyPayment(at.warehouse(), at.district(), at.customer(), CENTS);
        one.run();
        one.rollback();
        State after = State.read(two, at);
        AcidTests.AcidFailure.unless(after.isAfter(before, 0), "before: " + before + "; after: " + after);
        return "nothing of it is left";
    }
}
