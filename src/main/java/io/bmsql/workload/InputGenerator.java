package io.bmsql.workload;

import io.bmsql.config.RunConfig;
import io.bmsql.tpcc.LastName;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;

/** Draws what terminals key in (clauses 2.4.1 to 2.8.1) from the stream handed in. Any thread; allocates nothing. */
public record InputGenerator(RunConfig.Inputs rules, NURand nuRand) {
    /** The number of an item that no database holds (clause 2.4.1.5). */
    public static final int UNUSED_ITEM_ID = 999_999;

    private static final double REMOTE_LINE_PERCENT = 1;
    private static final double REMOTE_PAYMENT_PERCENT = 15;
    private static final double BY_LAST_NAME_PERCENT = 60;
    private static final int MAX_QUANTITY = 10;
    private static final int MIN_PAYMENT_CENTS = 100;
    private static final int MAX_PAYMENT_CENTS = 500_000;
    private static final int MIN_THRESHOLD = 10;
    private static final int MAX_THRESHOLD = 20;

    public InputGenerator {
        if (rules.firstWarehouse() < 1
                || rules.lastWarehouse() < rules.firstWarehouse()
                || rules.warehouses() < rules.lastWarehouse()) {
            throw new IllegalArgumentException("home warehouses " + rules.firstWarehouse() + ".."
                    + rules.lastWarehouse() + " must be a part of 1.." + rules.warehouses());
        }
    }

    /** Fills the input. A fixed terminal uses its home warehouse; only Stock-Level its district (clause 2.8.1.1). */
    public void fill(
            TransactionInput input, TpccTransaction type, int homeWarehouse, int homeDistrict, RandomStream random) {
        input.type = type;
        input.warehouseId = rules.terminalWarehouseFixed()
                ? homeWarehouse
                : random.uniform(rules.firstWarehouse(), rules.lastWarehouse());
        input.districtId = homeDistrict;
        switch (type) {
            case NEW_ORDER -> newOrder(input, random);
            case PAYMENT -> payment(input, random);
            case ORDER_STATUS -> {
                input.districtId = random.uniform(1, Scale.DISTRICTS_PER_WAREHOUSE);
                input.customerWarehouseId = input.warehouseId;
                input.customerDistrictId = input.districtId;
                customer(input, random);
            }
            case DELIVERY -> input.carrierId = random.uniform(1, Scale.CARRIERS);
            case STOCK_LEVEL -> input.threshold = random.uniform(MIN_THRESHOLD, MAX_THRESHOLD);
            case DELIVERY_BG -> throw new IllegalArgumentException("no terminal keys in a deferred delivery");
        }
    }

    private void newOrder(TransactionInput input, RandomStream random) {
        input.districtId = random.uniform(1, Scale.DISTRICTS_PER_WAREHOUSE);
        input.customerWarehouseId = input.warehouseId;
        input.customerDistrictId = input.districtId;
        input.customerId = nuRand.customerId(random);
        input.byLastName = false;
        input.plannedRollback = random.percent(rules.rollbackPercent());
        input.lineCount = random.uniform(Scale.MIN_ORDER_LINES, Scale.MAX_ORDER_LINES);
        input.remoteLines = 0;
        for (int line = 0; line < input.lineCount; line++) {
            boolean remote = rules.warehouses() > 1 && random.percent(REMOTE_LINE_PERCENT);
            input.lineNumbers[line] = line + 1;
            input.itemIds[line] = nuRand.itemId(random);
            input.supplyWarehouseIds[line] = remote ? otherWarehouse(input.warehouseId, random) : input.warehouseId;
            input.quantities[line] = random.uniform(1, MAX_QUANTITY);
            input.remoteLines += remote ? 1 : 0;
        }
        if (input.plannedRollback) {
            input.itemIds[input.lineCount - 1] = UNUSED_ITEM_ID;
        }
        sortLines(input);
    }

    private int otherWarehouse(int home, RandomStream random) {
        int other = random.uniform(1, rules.warehouses() - 1);
        return other < home ? other : other + 1;
    }

    /**
     * Orders the lines by supply warehouse and item, so that all New-Orders lock stock rows in the same order and cannot
     * deadlock among themselves. The line without an item goes last wherever it is supplied from: it locks nothing, and
     * everything before the rollback has to be done (clause 2.4.2.3). An insertion sort: at most 15 lines, no allocation.
     */
    private static void sortLines(TransactionInput input) {
        for (int end = 1; end < input.lineCount; end++) {
            for (int at = end; at > 0 && place(input, at) < place(input, at - 1); at--) {
                swap(input.lineNumbers, at);
                swap(input.itemIds, at);
                swap(input.supplyWarehouseIds, at);
                swap(input.quantities, at);
            }
        }
    }

    private static long place(TransactionInput input, int line) {
        return input.itemIds[line] == UNUSED_ITEM_ID
                ? Long.MAX_VALUE
                : (long) input.supplyWarehouseIds[line] << Integer.SIZE | input.itemIds[line];
    }

    private static void swap(int[] values, int at) {
        int value = values[at];
        values[at] = values[at - 1];
        values[at - 1] = value;
    }

    private void payment(TransactionInput input, RandomStream random) {
        input.districtId = random.uniform(1, Scale.DISTRICTS_PER_WAREHOUSE);
        if (rules.warehouses() > 1 && random.percent(REMOTE_PAYMENT_PERCENT)) {
            input.customerWarehouseId = otherWarehouse(input.warehouseId, random);
            input.customerDistrictId = random.uniform(1, Scale.DISTRICTS_PER_WAREHOUSE);
        } else {
            input.customerWarehouseId = input.warehouseId;
            input.customerDistrictId = input.districtId;
        }
        customer(input, random);
        input.paymentCents = random.uniform(MIN_PAYMENT_CENTS, MAX_PAYMENT_CENTS);
    }

    private void customer(TransactionInput input, RandomStream random) {
        input.byLastName = random.percent(BY_LAST_NAME_PERCENT);
        if (input.byLastName) {
            input.customerId = 0;
            input.lastName = LastName.of(nuRand.lastNameNumber(random));
        } else {
            input.customerId = nuRand.customerId(random);
        }
    }
}
