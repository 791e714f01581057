package io.bmsql.check;

import io.bmsql.check.TrialResult.UnprovenException;
import io.bmsql.check.TrialResult.WrongException;
import io.bmsql.common.ParallelWork;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import java.util.Arrays;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.function.FailableRunnable;

/**
 * Clause 3.2: a Payment takes place as a whole, or leaves nothing. Clause 3.4.2: T1 is stopped before its end, T2 starts and
 * either waits or continues; then T1 ends. Neither may see what the other does in between.
 */
final class ClauseTrials {
    private static final int CENTS = 12_345;
    private static final int CARRIER = 7;
    private static final int NONE = 0;

    /** A transaction that is not done by then waits for somebody. */
    private static final long WAIT_MILLIS = 3_000;

    /** One that waited for T1 is done so soon after its end; else it waited for somebody else. */
    private static final long DONE_MILLIS = 10_000;

    /** Longer than any server lets a lock be waited for by default. */
    private static final long LONGEST_WAIT_MILLIS = 120_000;

    private static final int SPAN = 1_000;

    private final TestSession one;
    private final TestSession two;
    private final boolean commit;
    private final int w;
    private final int d;
    private final int c;
    private final int itemX;
    private final int itemY;

    /** T1 and T2, and whether T1 commits, at a place that is drawn. */
    ClauseTrials(TestSession one, TestSession two, boolean commit, RandomStream random, int warehouses) {
        this.one = one;
        this.two = two;
        this.commit = commit;
        itemX = random.uniform(1, Scale.ITEMS - SPAN);
        w = random.uniform(1, warehouses);
        d = random.uniform(1, Scale.DISTRICTS_PER_WAREHOUSE);
        c = random.uniform(1, Scale.CUSTOMERS_PER_DISTRICT);
        itemY = itemX + random.uniform(10, SPAN);
    }

    /** Where it takes place. */
    @Override
    public String toString() {
        return "w=" + w + " d=" + d + " c=" + c;
    }

    /** T2 begins while T1 is open; T1 continues to its end when T2 is done, or seems to wait for it. True when it waited. */
    private static boolean overlap(FailableRunnable<Exception> t2, FailableRunnable<Exception> restOfT1)
            throws Exception {
        try (ParallelWork running = ParallelWork.start("acid-t2", t2)) {
            boolean waits = false;
            try {
                running.join(WAIT_MILLIS);
            } catch (TimeoutException e) {
                waits = true;
            }
            restOfT1.run();
            try {
                running.join(DONE_MILLIS);
            } catch (TimeoutException e) {
                running.join(LONGEST_WAIT_MILLIS);
                throw new UnprovenException("T2 was not done " + DONE_MILLIS
                        + " ms after T1 ended: it waits for somebody else, or the server is slow");
            }
            return waits;
        }
    }

    private void keyNewOrder(TestSession session) {
        session.input.keyNewOrder(w, d, c, itemX, itemX + 1, itemX + 2, itemX + 3, itemX + 4);
    }

    private int newestOrder() throws Exception {
        two.input.keyOrderStatus(w, d, c);
        two.runAndCommit();
        return two.input.orderId;
    }

    private static String waited(boolean waits) {
        return waits ? "T2 waited" : "T2 did not wait";
    }

    /** 3.2.2.1 and 3.2.2.2: a Payment shows in all its rows after its commit, and in none after its rollback. */
    String payment() throws Exception {
        long[] before = paidRows();
        one.input.keyPayment(w, d, c, CENTS);
        if (commit) {
            one.runAndCommit();
        } else {
            one.run();
            one.rollback();
        }
        long[] after = paidRows();
        long cents = commit ? CENTS : 0;
        long count = commit ? 1 : 0;
        // The customer's number of payments comes as cents too.
        long[] change = {cents, cents, -cents, cents, 100 * count, count};
        Arrays.setAll(change, i -> before[i] + change[i]);
        WrongException.unless(Arrays.equals(after, change), "before: " + shown(before) + "; after: " + shown(after));
        return commit ? "warehouse, district, customer and history show it" : "nothing of it is left";
    }

    /** All that a Payment changes: w_ytd, d_ytd, three columns of the customer in cents, and the rows of the history. */
    private long[] paidRows() throws Exception {
        long[] customer = two.cents(StatementId.ACID_CUSTOMER, 3, w, d, c);
        long[] rows = {
            two.cents(StatementId.ACID_WAREHOUSE, 1, w)[0],
            two.cents(StatementId.ACID_DISTRICT, 1, w, d)[0],
            customer[0],
            customer[1],
            customer[2],
            two.number(StatementId.ACID_PAYMENTS, 1, w, d, c)
        };
        two.commit();
        return rows;
    }

    private static String shown(long[] rows) {
        return "w_ytd " + rows[0] + ", d_ytd " + rows[1] + ", customer "
                + Arrays.toString(Arrays.copyOfRange(rows, 2, 5)) + " cents, history rows " + rows[5];
    }

    /** 3.4.2.1 and 3.4.2.2: Order-Status sees a New-Order after its commit, and never without one. */
    String orders() throws Exception {
        int before = newestOrder();
        keyNewOrder(one);
        one.run();
        int made = one.input.orderId;
        boolean waits = overlap(this::newestOrder, this::end);
        int seen = two.input.orderId;
        boolean right = seen == before || waits && commit && seen == made;
        WrongException.unless(right, "T2 saw order " + seen + "; before T1 it was " + before + ", T1 made " + made);
        int after = newestOrder();
        int wanted = commit ? made : before;
        WrongException.unless(after == wanted, "after T1 the newest order is " + after + " and should be " + wanted);
        return waited(waits) + " and saw order " + seen + ", afterwards " + after;
    }

    /** Ends T1. */
    private void end() throws Exception {
        if (commit) {
            one.commit();
        } else {
            one.rollback();
        }
    }

    /** 3.4.2.3 and 3.4.2.4: two New-Orders of a district take different numbers, without a gap. */
    String twoNewOrders() throws Exception {
        int next = nextOrder();
        keyNewOrder(one);
        one.run();
        int first = one.input.orderId;
        keyNewOrder(two);
        boolean waits = overlap(two::runAndCommit, this::end);
        int second = two.input.orderId;
        int wanted = commit ? next + 1 : next;
        int after = nextOrder();
        WrongException.unless(
                waits && first == next && second == wanted && after == wanted + 1,
                waited(waits) + "; d_next_o_id was " + next + ", T1 took " + first + ", T2 took " + second
                        + ", d_next_o_id is " + after);
        return "T2 waited and took order " + second;
    }

    private int nextOrder() throws Exception {
        int next = two.number(StatementId.ACID_DISTRICT, 2, w, d);
        two.commit();
        return next;
    }

    /** 3.4.2.5 and 3.4.2.6: the balance shows a Payment and a Delivery of the same customer, or the Payment alone. */
    String balances() throws Exception {
        int order = two.number(StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, w, d);
        UnprovenException.unless(order != NONE, "district w=" + w + " d=" + d + " has no open order");
        int customer = two.number(StatementId.DELIVERY_CUSTOMER_OF_ORDER, 1, w, d, order);
        two.rollback();
        long before = balance(customer);
        one.input.keyDeferredDelivery(w, CARRIER);
        one.run();
        long delivered = one.input.deliveredCents[d - 1];
        two.input.keyPayment(w, d, customer, CENTS);
        boolean waits = overlap(two::runAndCommit, this::end);
        long after = balance(customer);
        long wanted = before - CENTS + (commit ? delivered : 0);
        WrongException.unless(
                waits && after == wanted,
                waited(waits) + "; the balance of customer " + customer + " is " + after + " cents and should be "
                        + wanted);
        return "T2 waited, the balance shows " + (commit ? "both" : "T2 alone");
    }

    private long balance(int customer) throws Exception {
        long balance = two.cents(StatementId.ACID_CUSTOMER, 1, w, d, customer)[0];
        two.commit();
        return balance;
    }

    /** 3.4.2.7: a New-Order reads the same prices twice while they are raised. T1 makes its reads alone and ends. */
    String prices() throws Exception {
        long x = price(two, itemX);
        long y = price(two, itemY);
        two.commit();
        long firstX = price(one, itemX);
        long[] again = new long[2];
        boolean waits;
        boolean areRaised;
        try {
            waits = overlap(() -> raise(x + x / 10 + 1, y + y / 10 + 1), () -> {
                again[0] = price(one, itemX);
                again[1] = price(one, itemY);
                one.rollback();
            });
            areRaised = price(two, itemX) > x && price(two, itemY) > y;
        } finally {
            two.rollback();
            raise(x, y);
        }
        WrongException.unless(
                firstX == x && again[0] == x && again[1] == y,
                waited(waits) + "; T1 read " + firstX + " and then " + again[0] + " cents for item " + itemX + ", "
                        + again[1] + " for item " + itemY + " which was " + y);
        UnprovenException.unless(areRaised, "the prices that T2 raised are as before");
        return waited(waits) + ", T1 read the same prices";
    }

    private static long price(TestSession session, int item) throws Exception {
        return session.cents(StatementId.NEW_ORDER_ITEM, 1, item)[0];
    }

    private void raise(long x, long y) throws Exception {
        two.setPrice(itemX, x);
        two.setPrice(itemY, y);
        two.commit();
    }

    /** 3.4.2.8: a Delivery that found no open order finds none again. The district is emptied in T1, which is rolled back. */
    String deliveryPhantom() throws Exception {
        one.update(StatementId.ACID_DELETE_NEW_ORDERS, w, d);
        int first = one.number(StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, w, d);
        keyNewOrder(two);
        int[] again = new int[1];
        boolean waits = overlap(two::runAndCommit, () -> {
            again[0] = one.number(StatementId.DELIVERY_OLDEST_NEW_ORDER, 1, w, d);
            one.rollback();
        });
        WrongException.unless(
                first == NONE && again[0] == NONE,
                waited(waits) + "; T1 found open order " + first + " and then " + again[0] + " (0: none)");
        int made = two.input.orderId;
        boolean isOpen = two.update(StatementId.DELIVERY_DELETE_NEW_ORDER, w, d, made) == 1;
        two.rollback();
        UnprovenException.unless(isOpen, "order " + made + ", which T2 made, is not open");
        return waited(waits) + ", T1 found no open order again";
    }

    /** 3.4.2.9: an Order-Status finds the same newest order again. */
    String orderStatusPhantom() throws Exception {
        int first = one.number(StatementId.ORDER_STATUS_LAST_ORDER, 1, w, d, c);
        keyNewOrder(two);
        int[] again = new int[1];
        boolean waits = overlap(two::runAndCommit, () -> {
            again[0] = one.number(StatementId.ORDER_STATUS_LAST_ORDER, 1, w, d, c);
            one.commit();
        });
        int made = two.input.orderId;
        WrongException.unless(
                first == again[0],
                waited(waits) + "; T1 saw order " + first + " and then " + again[0] + ", T2 made " + made);
        UnprovenException.unless(newestOrder() == made, "order " + made + ", which T2 made, is not there");
        return waited(waits) + ", T1 saw order " + first + " twice";
    }
}
