package io.bmsql.tpcc;

import io.bmsql.common.Metric;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import java.util.List;
import java.util.Set;

/** In the row order of BenchmarkSQL's summary; times, 90th percentile limit and least share of clauses 5.2.5, 2.7.2.2 and 5.2.3. */
public enum TpccTransaction implements TransactionType {
    NEW_ORDER("New-Order", 18, 12, 5, 0),
    PAYMENT("Payment", 3, 12, 5, 43),
    ORDER_STATUS("Order-Status", 2, 10, 5, 4),
    STOCK_LEVEL("Stock-Level", 2, 5, 20, 4),
    /** The terminal's part of Delivery: the request is queued (clause 2.7.2). */
    DELIVERY("Delivery", 2, 5, 5, 4),
    /** The deferred part of Delivery: it has no terminal, no wait and no share. */
    DELIVERY_BG("Delivery (deferred)", 0, 0, 80, 0);

    private static final Set<String> PARTS = Set.of(
            "clauses",
            "warehouses",
            "consistency",
            "load",
            "statement-form",
            "col.rollback",
            "col.skipped",
            "tpmC",
            "type.new_order",
            "agents.homes");

    private static final Metric METRIC = new Metric(
            "tpmC", "tpmC", "tpmC (NewOrders)", "New-Orders", 60, NEW_ORDER, Scale.MAX_TPMC_PER_WAREHOUSE, PARTS);

    public static final TransactionTypes TYPES = new TransactionTypes("TPC-C", List.of(values()), METRIC);

    private final String title;
    private final int keyingSeconds;
    private final int thinkSeconds;
    private final int limitSeconds;
    private final int minSharePercent;

    TpccTransaction(String title, int keyingSeconds, int thinkSeconds, int limitSeconds, int minSharePercent) {
        this.title = title;
        this.keyingSeconds = keyingSeconds;
        this.thinkSeconds = thinkSeconds;
        this.limitSeconds = limitSeconds;
        this.minSharePercent = minSharePercent;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public double keyingSeconds() {
        return keyingSeconds;
    }

    @Override
    public double thinkSeconds() {
        return thinkSeconds;
    }

    @Override
    public int limitSeconds() {
        return limitSeconds;
    }

    /** The least share of the mix, percent; 0 where the specification sets none (clause 5.2.3). */
    public int minSharePercent() {
        return minSharePercent;
    }

    /** True when its commit changes rows; the terminal's part of Delivery sends nothing to the server. */
    @Override
    public boolean isWriting() {
        return this == NEW_ORDER || this == PAYMENT || this == DELIVERY_BG;
    }

    @Override
    public boolean isQueued() {
        return this == DELIVERY;
    }

    @Override
    public boolean readsCopies() {
        return this == ORDER_STATUS || this == STOCK_LEVEL;
    }

    @Override
    public boolean isForeground() {
        return this != DELIVERY_BG;
    }
}
