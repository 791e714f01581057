package io.bmsql.workload;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.StatementForm;
import io.bmsql.dialect.StatementId;
import io.bmsql.testing.stub.StubAnswer;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which statements each transaction sends, in which order and with which values: benchmarksql-formats.md, Transactions. */
class StatementOrderTest extends StubTransactions {
    StatementOrderTest() {
        super(StatementForm.PLAIN);
    }

    /** What was sent, without the names of several lines of the same kind in a row. */
    private List<String> names(List<String> log) {
        return log.stream().map(line -> line.split(" ", 2)[0]).toList();
    }

    private void newOrderOfTwo() {
        newOrder(new int[] {2, 100, 1, 5}, new int[] {1, 200, 4, 7});
    }

    @Test
    void newOrder() throws Exception {
        newOrderOfTwo();

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(server.takeLog())
                .containsExactly(
                        "NewOrder.district 1 2",
                        "NewOrder.customer 1 2 3",
                        "NewOrder.nextOrderId 1 2",
                        "NewOrder.insertOrder 1 2 3001 3 2 0 " + new Timestamp(NOW),
                        "NewOrder.insertNewOrder 1 2 3001",
                        "NewOrder.item 100",
                        "NewOrder.stock 1 100",
                        "NewOrder.item 200",
                        "NewOrder.stock 4 200",
                        "NewOrder.updateStock 1 100 45 5 0",
                        "NewOrder.updateStock 4 200 43 7 1",
                        "NewOrder.insertOrderLine 1 2 3001 2 100 1 5 61.70 district info 2",
                        "NewOrder.insertOrderLine 1 2 3001 1 200 4 7 86.38 district info 2",
                        "commit");
        assertThat(input.orderId).isEqualTo(3_001);
        // 148.08 x (1 - 0.25) x (1 + 0.10 + 0.05)
        assertThat(input.totalCents).isEqualTo(12_772);
    }

    @Test
    void thePlannedRollbackDoesEverythingBeforeAndIsNoError() throws Exception {
        newOrderOfTwo();
        input.plannedRollback = true;
        input.itemIds[1] = InputGenerator.UNUSED_ITEM_ID;

        assertThat(execute()).isEqualTo(Outcome.ROLLED_BACK);

        assertThat(names(server.takeLog()))
                .containsExactly(("NewOrder.district NewOrder.customer NewOrder.nextOrderId NewOrder.insertOrder "
                                + "NewOrder.insertNewOrder NewOrder.item NewOrder.stock NewOrder.item NewOrder.updateStock "
                                + "NewOrder.insertOrderLine rollback")
                        .split(" "));
    }

    @Test
    void stockIsRefilledWhenItWouldFallBelowTenAndAnOrderOfHomeLinesIsAllLocal() throws Exception {
        newOrderOfTwo();
        input.supplyWarehouseIds[1] = 1;
        input.remoteLines = 0;
        server.answer(StatementId.NEW_ORDER_STOCK, call ->
                new Object[][] {{call.number(2) == 100 ? 15 : 16, "", "", "", "", "", "", "", "", "", "", ""}});

        execute();

        assertThat(server.takeLog())
                .as("15 - 5 stays 10; 16 - 7 would be 9 and becomes 9 + 91")
                .contains("NewOrder.updateStock 1 100 10 5 0", "NewOrder.updateStock 1 200 100 7 0")
                .anyMatch(line -> line.startsWith("NewOrder.insertOrder 1 2 3001 3 2 1 "));
    }

    @Test
    void aMissingRowIsAnErrorOfTheTransactionAndRollsItBack() {
        newOrderOfTwo();
        server.answer(StatementId.NEW_ORDER_STOCK, StubAnswer.NOTHING);
        assertMissing("no stock of item 100 in warehouse 1");
        server.answer(StatementId.NEW_ORDER_ITEM, StubAnswer.NOTHING);
        assertMissing("no item 100");
    }

    private void payment(int customerId) {
        input.keyPayment(1, 2, customerId, 12_305);
        input.customerWarehouseId = 3;
        input.customerDistrictId = 4;
        input.lastName = "BARBARBAR";
    }

    @Test
    void paymentById() throws Exception {
        payment(7);

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(server.takeLog())
                .containsExactly(
                        "Payment.updateDistrict 1 2 123.05",
                        "Payment.district 1 2",
                        "Payment.updateWarehouse 1 123.05",
                        "Payment.warehouse 1",
                        "Payment.customer 3 4 7",
                        "Payment.updateCustomer 3 4 7 123.05",
                        "Payment.insertHistory 7 4 3 2 1 " + new Timestamp(NOW) + " 123.05 warehouse    district",
                        "commit");
    }

    @Test
    void paymentByNameTakesTheCustomerInTheMiddleRoundedUp() throws Exception {
        payment(0);
        input.byLastName = true;

        execute();

        assertThat(server.takeLog())
                .contains("Payment.customersByName 3 4 BARBARBAR", "Payment.customer 3 4 22")
                .containsSubsequence("Payment.warehouse 1", "Payment.customersByName 3 4 BARBARBAR");
        assertThat(input.foundCustomerId).as("2nd of 4").isEqualTo(22);
        server.answer(
                StatementId.PAYMENT_CUSTOMERS_BY_NAME,
                StubAnswer.rows(new Object[] {1}, new Object[] {2}, new Object[] {3}));
        execute();
        assertThat(input.foundCustomerId).as("2nd of 3").isEqualTo(2);
        server.answer(StatementId.PAYMENT_CUSTOMERS_BY_NAME, StubAnswer.row(9));
        execute();
        assertThat(input.foundCustomerId).as("the only one").isEqualTo(9);
    }

    @Test
    void paymentOfACustomerWithBadCreditPutsItselfInFrontOfTheData() throws Exception {
        payment(10);

        execute();

        List<String> log = server.takeLog();
        assertThat(names(log))
                .containsSubsequence("Payment.customer", "Payment.customerData", "Payment.updateBadCreditCustomer")
                .doesNotContain("Payment.updateCustomer");
        assertThat(log)
                .contains("Payment.updateBadCreditCustomer 3 4 10 123.05 C_ID=10 C_D_ID=4 C_W_ID=3 D_ID=2 W_ID=1"
                        + " H_AMOUNT=123.05   " + "d".repeat(400));
        server.answer(StatementId.PAYMENT_CUSTOMER_DATA, StubAnswer.row("x".repeat(500)));
        execute();
        assertThat(server.takeLog())
                .filteredOn(line -> line.startsWith("Payment.updateBad"))
                .singleElement()
                .satisfies(sent -> assertThat(sent.substring(sent.indexOf("C_ID=")))
                        .hasSize(500)
                        .endsWith("xxx"));
    }

    @Test
    void orderStatus() throws Exception {
        input.keyOrderStatus(1, 2, 0);
        input.byLastName = true;
        input.lastName = "ESEANTIOUGHT";

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(server.takeLog())
                .containsExactly(
                        "OrderStatus.customersByName 1 2 ESEANTIOUGHT",
                        "OrderStatus.customer 1 2 22",
                        "OrderStatus.lastOrder 1 2 22",
                        "OrderStatus.orderLines 1 2 2999",
                        "commit");
    }

    @Test
    void stockLevelReadsTheNextOrderNumberFirst() throws Exception {
        input.type = TpccTransaction.STOCK_LEVEL;
        input.warehouseId = 1;
        input.districtId = 2;
        input.threshold = 15;

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        assertThat(server.takeLog())
                .containsExactly("StockLevel.nextOrderId 1 2", "StockLevel.countLow 1 2 15 3001 2981", "commit");
        assertThat(input.lowStock).isEqualTo(3);
    }

    @Test
    void deliveryTakesTheOldestOrderOfEachDistrict() throws Exception {
        input.keyDeferredDelivery(1, 8);

        assertThat(execute()).isEqualTo(Outcome.COMMITTED);

        List<String> log = server.takeLog();
        assertThat(log.subList(0, 7))
                .containsExactly(
                        "Delivery.oldestNewOrder 1 1",
                        "Delivery.deleteNewOrder 1 1 2101",
                        "Delivery.updateOrder 1 1 2101 8",
                        "Delivery.customerOfOrder 1 1 2101",
                        "Delivery.updateOrderLines 1 1 2101 " + new Timestamp(NOW),
                        "Delivery.sumOrderLines 1 1 2101",
                        "Delivery.updateCustomer 1 1 77 123.45");
        assertThat(log).hasSize(71).endsWith("commit").contains("Delivery.oldestNewOrder 1 10");
        assertThat(input.skippedDistricts).isZero();
        assertThat(input.deliveredOrderIds[9]).isEqualTo(2_110);
        assertThat(input.deliveredCents[9]).isEqualTo(12_345);
    }

    @Test
    void districtsWithoutOpenOrdersAreSkippedAndCounted() throws Exception {
        Object[][] one = {{2_101}};
        Object[][] none = {};
        server.answer(
                StatementId.DELIVERY_OLDEST_NEW_ORDER, call -> call.number(2) == 3 || call.number(2) == 5 ? none : one);
        input.keyDeferredDelivery(1, 8);

        execute();

        assertThat(input.skippedDistricts).isEqualTo(2);
        assertThat(input.deliveredOrderIds[2]).isZero();
        assertThat(server.takeLog()).noneMatch(line -> line.startsWith("Delivery.deleteNewOrder 1 3"));
    }

    @Test
    void deliveryLooksAgainWhenSomebodyElseTookTheOrder() throws Exception {
        AtomicInteger deletes = new AtomicInteger();
        server.answer(StatementId.DELIVERY_DELETE_NEW_ORDER, call ->
                new Object[][] {{deletes.getAndIncrement() == 0 ? 0 : 1}});
        input.keyDeferredDelivery(1, 8);

        execute();

        assertThat(server.takeLog().subList(0, 5))
                .containsExactly(
                        "Delivery.oldestNewOrder 1 1",
                        "Delivery.deleteNewOrder 1 1 2101",
                        "Delivery.oldestNewOrder 1 1",
                        "Delivery.deleteNewOrder 1 1 2102",
                        "Delivery.updateOrder 1 1 2102 8");
    }

    @Test
    void deliveryEndsUnderASnapshotThatAlwaysShowsTheSameOrder() {
        server.answer(StatementId.DELIVERY_OLDEST_NEW_ORDER, StubAnswer.row(2_101));
        server.answer(StatementId.DELIVERY_DELETE_NEW_ORDER, StubAnswer.row(0));
        input.keyDeferredDelivery(1, 8);

        assertThatThrownBy(this::execute).isInstanceOfSatisfying(SQLException.class, e -> assertThat(
                        database.dialect().errors().classify(e).isRetryable())
                .isTrue());
        assertThat(server.takeLog()).endsWith("rollback");
    }

    /** Without a state the connection breaks. A server that refuses the commit has rolled back. */
    @ParameterizedTest
    @CsvSource({
        "commit, , true, 0",
        "commit, 40003, true, 0",
        "commit, 40001, false, 1",
        "NewOrder.insertOrderLine, , false, 0"
    })
    void theOutcomeIsOpenWhenNobodySaysWhatTheCommitDid(
            String where, @Nullable String state, boolean isOpen, int rollbacks) {
        newOrderOfTwo();
        if (state == null) {
            server.breakNext(where);
        } else {
            server.failNext(where, state);
        }

        assertThatThrownBy(this::execute)
                .isInstanceOf(isOpen ? CommitOutcomeUnknownException.class : SQLException.class)
                .hasMessageContaining(state == null ? "connection gone as told" : "failed as told");

        assertThat(connection.isUsable()).isEqualTo(state != null);
        assertThat(server.takeLog())
                .doesNotContain("commit")
                .filteredOn("rollback"::equals)
                .hasSize(rollbacks);
    }

    @Test
    void batchesOfAFailedAttemptAreNotSentWithTheNext() throws Exception {
        newOrderOfTwo();
        server.failNext("NewOrder.updateStock", "40P01");
        assertThatThrownBy(this::execute).isInstanceOf(SQLException.class);
        server.takeLog();

        execute();

        assertThat(server.takeLog().stream().filter(line -> line.startsWith("NewOrder.updateStock")))
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Delivery.updateOrder", "Delivery.updateOrderLines", "Delivery.deleteNewOrder"})
    void batchesOfAFailedDeliveryAreNotSentWithTheNext(String failing) throws Exception {
        inBatches();
        input.keyDeferredDelivery(1, 5);
        execute();
        assertThat(server.takeBatchSizes()).containsExactly(1, 1, 1, 1);

        server.failNext(failing, "40P01");
        assertThatThrownBy(this::execute).isInstanceOf(SQLException.class);
        server.takeBatchSizes();
        execute();

        assertThat(server.takeBatchSizes()).containsExactly(1, 1, 1, 1);
    }

    private void inBatches() throws SQLException {
        use(StatementForm.BATCH);
        server.answer(
                        StatementId.BATCH_OPEN_ORDER,
                        StubAnswer.row(decimal("0.1000"), 3_001, decimal("0.2500"), decimal("0.0500")))
                .answer(
                        StatementId.BATCH_STOCKS,
                        StubAnswer.rows(
                                new Object[] {1, 100, 50, "info", decimal("12.34")},
                                new Object[] {4, 200, 50, "info", decimal("12.34")}))
                .answer(StatementId.BATCH_PAY, StubAnswer.row("district", "warehouse"))
                .answer(StatementId.BATCH_PAY_CUSTOMER, StubAnswer.row(22))
                .answer(StatementId.BATCH_OLDEST_NEW_ORDERS, StubAnswer.row(4, 2_101))
                .answer(StatementId.BATCH_CUSTOMERS_OF_ORDERS, StubAnswer.row(4, 77))
                .answer(StatementId.BATCH_SUM_LINES, StubAnswer.row(4, decimal("123.45")));
    }

    @Test
    void singleStatementsPrepareNoneOfTheBatchedForm() throws Exception {
        assertThat(server.prepared()).isNotEmpty().noneMatch(id -> id.sqlName().startsWith("Batch."));
        inBatches();
        assertThat(server.prepared()).contains(StatementId.BATCH_UPDATE_STOCKS, StatementId.BATCH_PAY);
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text);
    }

    @Test
    void aBatchedNewOrderUpdatesTheStockOfDifferentItemsByOneStatement() throws Exception {
        inBatches();
        newOrderOfTwo();

        execute();

        assertThat(server.takeLog())
                .as("warehouse, item, quantity left, quantity ordered; the last line again and again")
                .contains("Batch.updateStocks 1 1 100 45 5" + " 4 200 43 7".repeat(14))
                .noneMatch(line -> line.startsWith("NewOrder.updateStock"));

        SameWork.line(input, 1, 1, 100, 4, 7);
        server.answer(
                StatementId.BATCH_STOCKS,
                StubAnswer.rows(
                        new Object[] {1, 100, 50, "info", decimal("12.34")},
                        new Object[] {4, 100, 50, "info", decimal("12.34")}));
        execute();
        assertThat(server.takeLog())
                .as("one item twice")
                .contains("NewOrder.updateStock 1 100 45 5 0", "NewOrder.updateStock 4 100 43 7 1")
                .noneMatch(line -> line.startsWith("Batch.updateStocks"));
    }

    @Test
    void aPaymentInTwoStatementsSaysWhatItHasNotFound() throws Exception {
        inBatches();
        payment(7);
        execute();
        assertThat(server.takeLog())
                .containsExactly(
                        "Batch.pay 1 2 123.05",
                        "Batch.payCustomer 3 4 7  123.05 1 2 " + new Timestamp(NOW) + " warehouse    district",
                        "commit");

        server.answer(StatementId.BATCH_PAY_CUSTOMER, StubAnswer.NOTHING);
        assertThatThrownBy(this::execute).hasMessage("no customer 7 in warehouse 3, district 4");
        input.byLastName = true;
        assertThatThrownBy(this::execute).hasMessage("no customer BARBARBAR in warehouse 3, district 4");
        server.answer(StatementId.BATCH_PAY, StubAnswer.NOTHING);
        assertThrown(MissingRowException.class, this::execute, "no district 2");
    }

    @Test
    void aBatchedNewOrderMeetsTheUnusedItemByItsMissingStock() throws Exception {
        inBatches();
        newOrderOfTwo();
        SameWork.line(input, 1, 1, InputGenerator.UNUSED_ITEM_ID, 4, 7);
        input.plannedRollback = true;

        assertThat(execute()).isEqualTo(Outcome.ROLLED_BACK);
        assertThat(server.takeLog())
                .endsWith("rollback")
                .filteredOn(line -> line.startsWith("NewOrder.") || line.startsWith("Batch.updateStocks"))
                .hasSize(2);

        input.plannedRollback = false;
        assertMissing("no stock of item 999999 in warehouse 4");
        server.answer(StatementId.BATCH_STOCKS, StubAnswer.row(1, 100, 50, "info", null));
        assertMissing("no item 100");
    }

    @Test
    void amountsAreExactDecimalsAndLinesOfOneItemTakeFromItsStockOneAfterTheOther() throws Exception {
        newOrderOfTwo();
        SameWork.line(input, 1, 1, 100, 1, 7);
        server.answer(StatementId.NEW_ORDER_ITEM, StubAnswer.row(new BigDecimal("99.99"), "", ""));

        execute();

        assertThat(server.takeLog())
                .anyMatch(line -> line.contains(" 499.95 "))
                .anyMatch(line -> line.contains(" 699.93 "))
                .contains("NewOrder.updateStock 1 100 45 5 0", "NewOrder.updateStock 1 100 38 7 0");
    }

    private void assertMissing(String message) {
        assertThatThrownBy(this::execute)
                .isInstanceOf(MissingRowException.class)
                .hasMessage(message);
        assertThat(server.takeLog()).endsWith("rollback");
    }
}
