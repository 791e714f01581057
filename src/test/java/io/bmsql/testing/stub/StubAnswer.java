package io.bmsql.testing.stub;

import io.bmsql.dialect.StatementId;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** What a query gives: rows of Integer, String, BigDecimal, Timestamp, null, or IntSupplier for numbers that change. */
@FunctionalInterface
public interface StubAnswer {
    /** No rows. */
    StubAnswer NOTHING = call -> new Object[0][];

    /** The rows for this call, made beforehand where nothing may be allocated. */
    Object[][] rows(StubStatement call);

    /** Always the same single row. */
    static StubAnswer row(Object... cells) {
        Object[][] rows = {cells};
        return call -> rows;
    }

    /** Always the same rows. */
    static StubAnswer rows(Object[]... rows) {
        return call -> rows;
    }

    /** Answers of a small imaginary database in which everything exists that should. */
    static Map<StatementId, StubAnswer> usual() {
        Map<StatementId, StubAnswer> all = new EnumMap<>(StatementId.class);
        newOrder(all);
        payment(all);
        orderStatus(all);
        delivery(all);
        all.put(StatementId.STOCK_LEVEL_NEXT_ORDER_ID, row(3_001));
        all.put(StatementId.STOCK_LEVEL_COUNT_LOW, row(3));
        return all;
    }

    private static void newOrder(Map<StatementId, StubAnswer> all) {
        AtomicInteger orders = new AtomicInteger(3_001);
        IntSupplier nextOrderId = orders::getAndIncrement;
        all.put(StatementId.NEW_ORDER_DISTRICT, row(new BigDecimal("0.1000"), nextOrderId));
        all.put(
                StatementId.NEW_ORDER_CUSTOMER,
                row(new BigDecimal("0.2500"), "BARBARBAR", "GC", new BigDecimal("0.0500")));
        Object[][] item = {{new BigDecimal("12.34"), "an item", "some data"}};
        Object[][] none = {};
        all.put(StatementId.NEW_ORDER_ITEM, call -> call.number(1) <= 100_000 ? item : none);
        Object[] stock = new Object[12];
        stock[0] = 50;
        stock[1] = "some data";
        for (int district = 1; district <= 10; district++) {
            stock[1 + district] = "district info " + district;
        }
        all.put(StatementId.NEW_ORDER_STOCK, row(stock));
    }

    private static void payment(Map<StatementId, StubAnswer> all) {
        all.put(StatementId.PAYMENT_DISTRICT, row("district", "s1", "s2", "city", "AB", "123411111"));
        all.put(StatementId.PAYMENT_WAREHOUSE, row("warehouse", "s1", "s2", "city", "AB", "123411111"));
        all.put(
                StatementId.PAYMENT_CUSTOMERS_BY_NAME,
                rows(new Object[] {11}, new Object[] {22}, new Object[] {33}, new Object[] {44}));
        Object[][] good = {paymentCustomer("GC")};
        Object[][] bad = {paymentCustomer("BC")};
        all.put(StatementId.PAYMENT_CUSTOMER, call -> call.number(3) % 10 == 0 ? bad : good);
        all.put(StatementId.PAYMENT_CUSTOMER_DATA, row("d".repeat(400)));
    }

    private static Object[] paymentCustomer(String credit) {
        return new Object[] {
            "first",
            "OE",
            "BARBARBAR",
            "s1",
            "s2",
            "city",
            "AB",
            "123411111",
            "1234567890123456",
            new Timestamp(0),
            credit,
            new BigDecimal("50000.00"),
            new BigDecimal("0.2500"),
            new BigDecimal("-10.00")
        };
    }

    private static void orderStatus(Map<StatementId, StubAnswer> all) {
        all.put(StatementId.ORDER_STATUS_CUSTOMERS_BY_NAME, rows(new Object[] {11}, new Object[] {22}, new Object[] {33
        }));
        all.put(StatementId.ORDER_STATUS_CUSTOMER, row("first", "OE", "BARBARBAR", new BigDecimal("-10.00")));
        all.put(StatementId.ORDER_STATUS_LAST_ORDER, row(2_999, new Timestamp(0), 7));
        Object[][] lines = new Object[10][];
        for (int line = 0; line < lines.length; line++) {
            lines[line] = new Object[] {line + 1, 1, 5, new BigDecimal("1.00"), new Timestamp(0)};
        }
        all.put(StatementId.ORDER_STATUS_LINES, rows(lines));
    }

    private static void delivery(Map<StatementId, StubAnswer> all) {
        AtomicInteger orders = new AtomicInteger(2_101);
        IntSupplier oldest = orders::getAndIncrement;
        all.put(StatementId.DELIVERY_OLDEST_NEW_ORDER, row(oldest));
        all.put(StatementId.DELIVERY_CUSTOMER_OF_ORDER, row(77));
        all.put(StatementId.DELIVERY_SUM_LINES, row(new BigDecimal("123.45")));
    }
}
