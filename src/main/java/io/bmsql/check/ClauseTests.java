package io.bmsql.check;

import io.bmsql.check.AcidTests.AcidFailure;
import io.bmsql.check.AcidTests.AcidPlace;
import io.bmsql.common.ParallelWork;
import io.bmsql.dialect.StatementId;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;

/**
 * Clause 3.2: a Payment takes place as a whole, or leaves nothing. Clause 3.4.2: T1 is stopped before its end, T2 starts and
 * either waits or continues; then T1 ends. Neither may see what the other does in between.
 */
final class ClauseTests {
    private static final int CENTS = 12_345;
    private static final int CARRIER = 7;
    private static final int NONE = 0;

    /** A transaction that is not done by then waits for somebody. */
    private static final long WAIT_MILLIS = 1_500;

    /** Longer than any server lets a lock be waited for by default. */
    private static final long LONGEST_WAIT_MILLIS = 120_000;

    private ClauseTests() {}

    /** T2 begins while T1 is open; T1 continues when T2 is done, or seems to wait for it. True when it waited. */
    private static boolean overlap(ParallelWork.Work t2, ParallelWork.Work restOfT1) throws Exception {
        try (ParallelWork running = ParallelWork.start("acid-t2", t2)) {
            boolean waits = waits(running);
            restOfT1.run();
            running.join(LONGEST_WAIT_MILLIS);
            return waits;
        }
    }

    /** True when T2 does not end while T1 is open. */
    private static boolean waits(ParallelWork t2) throws Exception {
        try {
            t2.join(WAIT_MILLIS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    private static void keyNewOrder(AcidSession session, AcidPlace at) {
        session.input.keyNewOrder(at.warehouse(), at.district(), at.customer(), at.items());
    }

    private static int newestOrder(AcidSession session, AcidPlace at) throws Exception {
        session.input.keyOrderStatus(at.warehouse(), at.district(), at.customer());
        session.runAndCommit();
        return session.input.orderId;
    }

    private static String waited(boolean waits) {
        return waits ? "T2 waited" : "T2 did not wait";
    }

    private static void require(boolean holds, String otherwise) throws AcidFailure {
        if (!holds) {
            throw new AcidFailure(otherwise);
        }
    }

    /** 3.2.2.1 and 3.2.2.2: a Payment shows in all its rows after its commit, and in none after its rollback. */
    static String payment(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        PaidRows before = PaidRows.read(two, at);
        one.input.keyPayment(at.warehouse(), at.district(), at.customer(), CENTS);
        if (commit) {
            one.runAndCommit();
        } else {
            one.run();
            one.rollback();
        }
        PaidRows after = PaidRows.read(two, at);
        require(after.isAfter(before, commit ? 1 : 0), "before: " + before + "; after: " + after);
        return commit ? "warehouse, district, customer and history show it" : "nothing of it is left";
    }

    private record PaidRows(long warehouseCents, long districtCents, long[] customer, int payments) {
        static PaidRows read(AcidSession session, AcidPlace at) throws Exception {
            int w = at.warehouse();
            int d = at.district();
            PaidRows rows = new PaidRows(
                    session.cents(StatementId.ACID_WAREHOUSE, 1, w)[0],
                    session.cents(StatementId.ACID_DISTRICT, 1, w, d)[0],
                    session.cents(StatementId.ACID_CUSTOMER, 3, w, d, at.customer()),
                    session.number(StatementId.ACID_PAYMENTS, 1, w, d, at.customer()));
            session.commit();
            return rows;
        }

        /** What it must be after so many Payments of {@link #CENTS}. */
        boolean isAfter(PaidRows before, int times) {
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

    /** 3.4.2.1 and 3.4.2.2: Order-Status sees a New-Order after its commit, and never without one. */
    static String orders(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        int before = newestOrder(two, at);
        keyNewOrder(one, at);
        one.run();
        int made = one.input.orderId;
        boolean waits = overlap(() -> newestOrder(two, at), () -> end(one, commit));
        int seen = two.input.orderId;
        boolean right = seen == before || waits && commit && seen == made;
        require(right, "T2 saw order " + seen + "; before T1 it was " + before + ", T1 made " + made);
        int after = newestOrder(two, at);
        int wanted = commit ? made : before;
        require(after == wanted, "after T1 the newest order is " + after + " and should be " + wanted);
        return waited(waits) + " and saw order " + seen + ", afterwards " + after;
    }

    private static void end(AcidSession session, boolean commit) throws Exception {
        if (commit) {
            session.commit();
        } else {
            session.rollback();
        }
    }

    /** 3.4.2.3 and 3.4.2.4: two New-Orders of a district take different numbers, without a gap. */
    static String twoNewOrders(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        int next = nextOrder(two, at);
        keyNewOrder(one, at);
        one.run();
        int first = one.input.orderId;
        keyNewOrder(two, at);
        boolean waits = overlap(two::runAndCommit, () -> end(one, commit));
        int second = two.input.orderId;
        int wanted = commit ? next + 1 : next;
        int after = nextOrder(two, at);
        require(
                waits && first == next && second == wanted && after == wanted + 1,
                waited(waits) + "; d_next_o_id was " + next + ", T1 took " + first + ", T2 took " + second
                        + ", d_next_o_id is " + after);
        return "T2 waited and took order " + second;
    }

    private static int nextOrder(AcidSession session, AcidPlace at) throws Exception {
        int next = session.number(StatementId.ACID_DISTRICT, 2, at.warehouse(), at.district());
        session.commit();
        return next;
    }

    /** 3.4.2.5 and 3.4.2.6: the balance shows a Payment and a Delivery of the same customer, or the Payment alone. */
    static String balances(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        int w = at.warehouse();
        int d = at.district();
        int order = two.number(StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, w, d);
        require(order != NONE, "district w=" + w + " d=" + d + " has no open order");
        int customer = two.number(StatementId.DELIVERY_CUSTOMER_OF_ORDER, 1, w, d, order);
        two.rollback();
        long before = balance(two, w, d, customer);
        one.input.keyDeferredDelivery(w, CARRIER);
        one.run();
        long delivered = one.input.deliveredCents[d - 1];
        two.input.keyPayment(w, d, customer, CENTS);
        boolean waits = overlap(two::runAndCommit, () -> end(one, commit));
        long after = balance(two, w, d, customer);
        long wanted = before - CENTS + (commit ? delivered : 0);
        require(
                waits && after == wanted,
                waited(waits) + "; the balance of customer " + customer + " is " + after + " cents and should be "
                        + wanted);
        return "T2 waited, the balance shows " + (commit ? "both" : "T2 alone");
    }

    private static long balance(AcidSession session, int w, int d, int customer) throws Exception {
        long balance = session.cents(StatementId.ACID_CUSTOMER, 1, w, d, customer)[0];
        session.commit();
        return balance;
    }

    /** 3.4.2.7: a New-Order reads the same prices twice while they are raised. T1 makes its reads alone and ends. */
    static String prices(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        long x = price(two, at.itemX());
        long y = price(two, at.itemY());
        two.commit();
        long firstX = price(one, at.itemX());
        long[] again = new long[2];
        boolean waits;
        try {
            waits = overlap(() -> raise(two, at, x + x / 10 + 1, y + y / 10 + 1), () -> {
                again[0] = price(one, at.itemX());
                again[1] = price(one, at.itemY());
                one.rollback();
            });
        } finally {
            two.rollback();
            raise(two, at, x, y);
        }
        require(
                firstX == x && again[0] == x && again[1] == y,
                waited(waits) + "; T1 read " + firstX + " and then " + again[0] + " cents for item " + at.itemX() + ", "
                        + again[1] + " for item " + at.itemY() + " which was " + y);
        return waited(waits) + ", T1 read the same prices";
    }

    private static long price(AcidSession session, int item) throws Exception {
        return session.cents(StatementId.NEW_ORDER_ITEM, 1, item)[0];
    }

    private static void raise(AcidSession session, AcidPlace at, long x, long y) throws Exception {
        session.setPrice(at.itemX(), x);
        session.setPrice(at.itemY(), y);
        session.commit();
    }

    /** 3.4.2.8: a Delivery that found no open order finds none again. The district is emptied in T1, which is rolled back. */
    static String deliveryPhantom(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        int w = at.warehouse();
        int d = at.district();
        one.update(StatementId.ACID_DELETE_NEW_ORDERS, w, d);
        int first = one.number(StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, w, d);
        keyNewOrder(two, at);
        int[] again = new int[1];
        boolean waits = overlap(two::runAndCommit, () -> {
            again[0] = one.number(StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, w, d);
            one.rollback();
        });
        require(
                first == NONE && again[0] == NONE,
                waited(waits) + "; T1 found open order " + first + " and then " + again[0] + " (0: none)");
        return waited(waits) + ", T1 found no open order again";
    }

    /** 3.4.2.9: an Order-Status finds the same newest order again. */
    static String orderStatusPhantom(AcidSession one, AcidSession two, AcidPlace at, boolean commit) throws Exception {
        int w = at.warehouse();
        int d = at.district();
        int first = one.number(StatementId.ORDER_STATUS_LAST_ORDER, 1, w, d, at.customer());
        keyNewOrder(two, at);
        int[] again = new int[1];
        boolean waits = overlap(two::runAndCommit, () -> {
            again[0] = one.number(StatementId.ORDER_STATUS_LAST_ORDER, 1, w, d, at.customer());
            one.commit();
        });
        require(
                first == again[0],
                waited(waits) + "; T1 saw order " + first + " and then " + again[0] + ", T2 made " + two.input.orderId);
        return waited(waits) + ", T1 saw order " + first + " twice";
    }
}
