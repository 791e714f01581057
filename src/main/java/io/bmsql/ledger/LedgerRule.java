package io.bmsql.ledger;

/** What must hold between a ledger and its database, in the order in which it is told. */
enum LedgerRule {
    RUN("run", "the database knows this run"),
    NEW_ORDERS("new-orders", "every committed New-Order is stored, with its customer, lines and amount"),
    PAYMENTS("payments", "every committed Payment is in the history"),
    DELIVERIES("deliveries", "the orders of every committed Delivery are delivered, by its carrier"),
    PHANTOMS("phantoms", "there is no order, payment or delivery that failed or that no run made"),
    DUPLICATES("duplicates", "nothing is stored twice, and no order number was used twice"),
    UNKNOWN("unknown", "a transaction that lost its connection happened completely or not at all"),
    ORDER_NUMBERS("d_next_o_id", "every district's next order number grew by its New-Orders"),
    WAREHOUSE_YTD("w_ytd", "every warehouse's w_ytd grew by its Payments"),
    DISTRICT_YTD("d_ytd", "every district's d_ytd grew by its Payments"),
    BALANCES("balances", "every warehouse's c_balance is what was delivered less what was paid");

    private final String title;
    private final String description;

    LedgerRule(String title, String description) {
        this.title = title;
        this.description = description;
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }
}
