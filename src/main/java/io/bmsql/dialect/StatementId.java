package io.bmsql.dialect;

import java.util.List;

/**
 * Every statement that the program sends to a database, by the name it has in {@code statements.sql} and {@code
 * checks.sql}, with the parameters that the text may use as {@code :name}. Code binds parameters by their position in this
 * list, so that a dialect may use them in another order, several times, or not at all.
 */
public enum StatementId {
    // New-Order, clause 2.4
    NEW_ORDER_DISTRICT("NewOrder.district", "w_id", "d_id"),
    NEW_ORDER_CUSTOMER("NewOrder.customer", "w_id", "d_id", "c_id"),
    NEW_ORDER_NEXT_ORDER_ID("NewOrder.nextOrderId", "w_id", "d_id"),
    NEW_ORDER_INSERT_ORDER("NewOrder.insertOrder", "w_id", "d_id", "o_id", "c_id", "ol_cnt", "all_local", "entry_d"),
    NEW_ORDER_INSERT_NEW_ORDER("NewOrder.insertNewOrder", "w_id", "d_id", "o_id"),
    NEW_ORDER_ITEM("NewOrder.item", "i_id"),
    NEW_ORDER_STOCK("NewOrder.stock", "w_id", "i_id"),
    NEW_ORDER_UPDATE_STOCK("NewOrder.updateStock", "w_id", "i_id", "quantity", "ol_quantity", "remote"),
    NEW_ORDER_INSERT_LINE(
            "NewOrder.insertOrderLine",
            "w_id",
            "d_id",
            "o_id",
            "ol_number",
            "i_id",
            "supply_w_id",
            "ol_quantity",
            "amount",
            "dist_info"),

    // Payment, clause 2.5
    PAYMENT_UPDATE_DISTRICT("Payment.updateDistrict", "w_id", "d_id", "amount"),
    PAYMENT_DISTRICT("Payment.district", "w_id", "d_id"),
    PAYMENT_UPDATE_WAREHOUSE("Payment.updateWarehouse", "w_id", "amount"),
    PAYMENT_WAREHOUSE("Payment.warehouse", "w_id"),
    PAYMENT_CUSTOMERS_BY_NAME("Payment.customersByName", "c_w_id", "c_d_id", "c_last"),
    PAYMENT_CUSTOMER("Payment.customer", "c_w_id", "c_d_id", "c_id"),
    PAYMENT_CUSTOMER_DATA("Payment.customerData", "c_w_id", "c_d_id", "c_id"),
    PAYMENT_UPDATE_CUSTOMER("Payment.updateCustomer", "c_w_id", "c_d_id", "c_id", "amount"),
    PAYMENT_UPDATE_BAD_CUSTOMER("Payment.updateBadCreditCustomer", "c_w_id", "c_d_id", "c_id", "amount", "c_data"),
    PAYMENT_INSERT_HISTORY(
            "Payment.insertHistory", "c_id", "c_d_id", "c_w_id", "d_id", "w_id", "h_date", "amount", "h_data"),

    // Order-Status, clause 2.6
    ORDER_STATUS_CUSTOMERS_BY_NAME("OrderStatus.customersByName", "w_id", "d_id", "c_last"),
    ORDER_STATUS_CUSTOMER("OrderStatus.customer", "w_id", "d_id", "c_id"),
    ORDER_STATUS_LAST_ORDER("OrderStatus.lastOrder", "w_id", "d_id", "c_id"),
    ORDER_STATUS_LINES("OrderStatus.orderLines", "w_id", "d_id", "o_id"),

    // Delivery, clause 2.7
    DELIVERY_OLDEST_NEW_ORDER("Delivery.oldestNewOrder", "w_id", "d_id"),
    DELIVERY_DELETE_NEW_ORDER("Delivery.deleteNewOrder", "w_id", "d_id", "o_id"),
    DELIVERY_UPDATE_ORDER("Delivery.updateOrder", "w_id", "d_id", "o_id", "carrier_id"),
    DELIVERY_CUSTOMER_OF_ORDER("Delivery.customerOfOrder", "w_id", "d_id", "o_id"),
    DELIVERY_UPDATE_LINES("Delivery.updateOrderLines", "w_id", "d_id", "o_id", "delivery_d"),
    DELIVERY_SUM_LINES("Delivery.sumOrderLines", "w_id", "d_id", "o_id"),
    DELIVERY_UPDATE_CUSTOMER("Delivery.updateCustomer", "w_id", "d_id", "c_id", "amount"),

    // Stock-Level, clause 2.8. A dialect or profile may leave nextOrderId empty: then it is not sent.
    STOCK_LEVEL_NEXT_ORDER_ID("StockLevel.nextOrderId", "w_id", "d_id"),
    STOCK_LEVEL_COUNT_LOW("StockLevel.countLow", "w_id", "d_id", "threshold", "next_o_id"),

    // The configuration table
    CONFIG_READ("Config.read", "cfg_name"),
    CONFIG_WRITE("Config.write", "cfg_name", "cfg_value"),
    CONFIG_UPDATE("Config.update", "cfg_name", "cfg_value");

    private final String sqlName;
    private final List<String> parameters;

    StatementId(String sqlName, String... parameters) {
        this.sqlName = sqlName;
        this.parameters = List.of(parameters);
    }

    /** The name behind {@code -- name:} in the SQL files. */
    public String sqlName() {
        return sqlName;
    }

    /** The parameters in the order in which the program binds them, from 1. */
    public List<String> parameters() {
        return parameters;
    }
}
