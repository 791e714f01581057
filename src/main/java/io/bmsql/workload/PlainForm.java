package io.bmsql.workload;

import io.bmsql.db.WorkerConnection;
import io.bmsql.spec.Outcome;
import java.sql.SQLException;
import java.sql.Timestamp;

/** The transactions statement by statement, or with New-Order and Delivery batched. */
public final class PlainForm implements TransactionForm {
    private final TransactionBody newOrder;
    private final Payment payment;
    private final OrderStatus orderStatus;
    private final TransactionBody delivery;
    private final StockLevel stockLevel;

    private PlainForm(WorkerConnection connection, TransactionBody newOrder, TransactionBody delivery)
            throws SQLException {
        this.newOrder = newOrder;
        this.payment = new Payment(connection);
        this.orderStatus = new OrderStatus(connection);
        this.delivery = delivery;
        this.stockLevel = new StockLevel(connection);
    }

    /** As BenchmarkSQL does it. */
    public static PlainForm plain(WorkerConnection connection) throws SQLException {
        return new PlainForm(connection, new NewOrder(connection), new Delivery(connection));
    }

    /** With fewer round trips; the dialect must have the statements. */
    public static PlainForm batched(WorkerConnection connection) throws SQLException {
        return new PlainForm(connection, new BatchedNewOrder(connection), new BatchedDelivery(connection));
    }

    @Override
    public Outcome run(TransactionInput input, Timestamp now) throws SQLException, MissingRowException {
        return switch (input.type) {
            case NEW_ORDER -> newOrder.execute(input, now);
            case PAYMENT -> payment.execute(input, now);
            case ORDER_STATUS -> orderStatus.execute(input);
            case STOCK_LEVEL -> stockLevel.execute(input);
            case DELIVERY_BG -> delivery.execute(input, now);
            case DELIVERY -> throw new IllegalArgumentException("the terminal's part of a delivery sends nothing");
        };
    }
}
