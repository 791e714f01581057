package io.bmsql.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.TransactionType;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ReplicaSummary.Reads;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import org.junit.jupiter.api.Test;

class ReadCountersTest {
    private static final long MILLI = 1_000_000;
    private static final int CUSTOMER = 7;

    private final RunWindow window = RunWindow.timed(new ManualClock(), 0, 60);
    private final long start = window.startNanos();
    private final AcknowledgedOrders orders = new AcknowledgedOrders(1, 1);
    private final ReadCounters reads = new ReadCounters(orders, window, 2);

    /** An order of district 1/1. */
    private void acknowledged(int order, int customer, long millis) {
        orders.add(0, order, customer, start + millis * MILLI);
    }

    private void read(int copy, TransactionType type, Outcome outcome, int shown, long fromMillis, long toMillis) {
        EndedTransaction ended = new EndedTransaction();
        ended.copy = copy;
        ended.type = type;
        ended.outcome = outcome;
        ended.warehouseId = 1;
        ended.districtId = 1;
        ended.customerId = CUSTOMER;
        ended.orderId = shown;
        ended.nextOrderId = shown;
        ended.dueNanos = start + fromMillis * MILLI;
        ended.beginNanos = ended.dueNanos;
        ended.endNanos = start + toMillis * MILLI;
        reads.count(ended);
    }

    private void stockLevel(int copy, int next, long fromMillis, long toMillis) {
        read(copy, TpccTransaction.STOCK_LEVEL, Outcome.COMMITTED, next, fromMillis, toMillis);
    }

    private void orderStatus(int copy, int lastOrder, long fromMillis, long toMillis) {
        read(copy, TpccTransaction.ORDER_STATUS, Outcome.COMMITTED, lastOrder, fromMillis, toMillis);
    }

    private Reads only(int copy) {
        assertThat(reads.of(copy)).hasSize(1);
        return reads.of(copy).get(0);
    }

    @Test
    void aStockLevelIsStaleByTheOldestOrderThatItsCounterDoesNotCount() {
        acknowledged(3001, 1, 10);
        acknowledged(3002, 1, 20);
        stockLevel(1, 3001, 15, 16);
        stockLevel(1, 3002, 15, 16);
        stockLevel(1, 3001, 9, 30);
        Reads found = only(1);
        assertThat(found.staleness().judged()).isEqualTo(3);
        assertThat(found.staleness().stale())
                .as("not what was acknowledged after its begin")
                .isEqualTo(1);
        assertThat(found.staleness().staleMillis().maxMs()).isBetween(4.99, 5.01);
        assertThat(found.staleness().stalePercent()).isBetween(33.0, 34.0);
    }

    @Test
    void anOrderStatusIsStaleByOrdersOfItsCustomerAlone() {
        acknowledged(3001, CUSTOMER, 10);
        acknowledged(3002, 8, 11);
        orderStatus(1, 3001, 20, 21);
        orderStatus(1, 2500, 20, 21);
        Reads found = only(1);
        assertThat(found.staleness().stale()).isEqualTo(1);
        assertThat(found.staleness().staleMillis().maxMs()).isBetween(9.99, 10.02);
    }

    @Test
    void whatAnEarlierReadOfTheSameCopyShowedMustStillBeThere() {
        acknowledged(3001, CUSTOMER, 1);
        stockLevel(1, 3010, 20, 21);
        stockLevel(1, 3005, 20, 22);
        assertThat(only(1).staleness().backwards())
                .as("they were under way together")
                .isZero();
        stockLevel(2, 3005, 30, 31);
        assertThat(only(2).staleness().backwards()).as("another copy").isZero();
        stockLevel(1, 3005, 30, 31);
        assertThat(only(1).staleness().backwards()).isEqualTo(1);
        orderStatus(1, 3001, 32, 33);
        assertThat(reads.of(1).get(0).staleness().backwards()).isZero();
        orderStatus(1, 2999, 32, 33);
        assertThat(reads.of(1).get(0).staleness().backwards())
                .as("order 3001 of this customer is below 3010")
                .isEqualTo(1);
    }

    @Test
    void failuresTheDatabaseItselfAndWhatCannotBeJudged() {
        acknowledged(3001, CUSTOMER, 1);
        stockLevel(0, 3000, 20, 22);
        read(1, TpccTransaction.STOCK_LEVEL, Outcome.FAILED, 0, 20, 60);
        stockLevel(1, 0, 20, 24);
        read(1, TpccTransaction.PAYMENT, Outcome.COMMITTED, 1, 20, 21);
        stockLevel(1, 3002, 59_990, 60_010);
        Reads found = only(1);
        assertThat(found.type()).isEqualTo("STOCK_LEVEL");
        assertThat(found.count()).as("one ended after the window").isEqualTo(1);
        assertThat(found.failed()).isEqualTo(1);
        assertThat(found.staleness().judged()).isZero();
        assertThat(found.response().maxMs()).isBetween(3.99, 4.01);
        assertThat(found.databaseResponse().maxMs()).isBetween(1.99, 2.01);
        assertThat(reads.of(2)).isEmpty();
    }
}
