package io.bmsql.tpcc;

/** They stand in the order in which foreign keys let them be filled, which is part of the address of every row: never reorder. */
public enum Table {
    CONFIG("bmsql_config", "config.csv"),
    ITEM("bmsql_item", "item.csv"),
    WAREHOUSE("bmsql_warehouse", "warehouse.csv"),
    STOCK("bmsql_stock", "stock.csv"),
    DISTRICT("bmsql_district", "district.csv"),
    CUSTOMER("bmsql_customer", "customer.csv"),
    HISTORY("bmsql_history", "cust-hist.csv"),
    ORDER("bmsql_oorder", "order.csv"),
    ORDER_LINE("bmsql_order_line", "order-line.csv"),
    NEW_ORDER("bmsql_new_order", "new-order.csv");

    private final String sqlName;
    private final String csvName;

    Table(String sqlName, String csvName) {
        this.sqlName = sqlName;
        this.csvName = csvName;
    }

    public String sqlName() {
        return sqlName;
    }

    /** The file name after the prefix {@code fileLocation} (benchmarksql-formats.md, CSV files). */
    public String csvName() {
        return csvName;
    }
}
