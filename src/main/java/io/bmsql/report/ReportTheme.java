package io.bmsql.report;

import io.bmsql.spec.TransactionType;

/** Which of the chart room's colours means what: the same one for the same transaction type everywhere. */
final class ReportTheme {
    private ReportTheme() {}

    /** The colour's name for a transaction type. */
    static String role(TransactionType type) {
        return switch (type) {
            case NEW_ORDER -> "new-order";
            case PAYMENT -> "payment";
            case ORDER_STATUS -> "order-status";
            case STOCK_LEVEL -> "stock-level";
            case DELIVERY -> "delivery";
            case DELIVERY_BG -> "deferred";
        };
    }
}
