package io.bmsql.tpcc;

/** Cardinalities and value ranges of the database (clauses 1.2.1 and 4.3.3.1). */
public final class Scale {
    /** Items, whatever the number of warehouses. */
    public static final int ITEMS = 100_000;

    public static final int DISTRICTS_PER_WAREHOUSE = 10;
    public static final int CUSTOMERS_PER_DISTRICT = 3_000;
    public static final int ORDERS_PER_DISTRICT = 3_000;
    /** The last orders of each district are undelivered: they have a new_order row and no carrier. */
    public static final int FIRST_NEW_ORDER_ID = 2_101;

    public static final int NEW_ORDERS_PER_DISTRICT = ORDERS_PER_DISTRICT - FIRST_NEW_ORDER_ID + 1;
    public static final int STOCK_PER_WAREHOUSE = ITEMS;
    public static final int CUSTOMERS_PER_WAREHOUSE = CUSTOMERS_PER_DISTRICT * DISTRICTS_PER_WAREHOUSE;
    public static final int ORDERS_PER_WAREHOUSE = ORDERS_PER_DISTRICT * DISTRICTS_PER_WAREHOUSE;
    public static final int MIN_ORDER_LINES = 5;
    public static final int MAX_ORDER_LINES = 15;
    public static final int CARRIERS = 10;
    /** Terminals of one warehouse (clause 4.2.2). */
    public static final int TERMINALS_PER_WAREHOUSE = 10;
    /** The most New-Orders a minute that one warehouse can give with keying and think times (clause 4.1.2). */
    public static final double MAX_TPMC_PER_WAREHOUSE = 12.86;
    /** Customers with c_id up to this have last names in order, the others by NURand (clause 4.3.3.1). */
    public static final int CUSTOMERS_WITH_NAME_IN_ORDER = 1_000;

    /** Stock-Level looks at so many orders of a district, the newest ones (clause 2.8.2.2). */
    public static final int ORDERS_OF_STOCK_LEVEL = 20;

    private Scale() {}
}
