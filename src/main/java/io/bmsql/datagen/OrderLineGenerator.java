package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/**
 * bmsql_order_line: ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount, ol_supply_w_id, ol_quantity,
 * ol_dist_info. The lines of one order share a stream.
 */
final class OrderLineGenerator extends RandomRows {
    private static final int QUANTITY = 5;
    private static final int MAX_AMOUNT_CENTS = 9_999_99;
    private static final int DIST_INFO_LENGTH = 24;

    private final long deliveryEpochMillis;
    private final long seed;
    private final RandomStream orders;

    OrderLineGenerator(long seed, long loadEpochMillis) {
        super(seed, Table.ORDER_LINE);
        this.seed = seed;
        this.deliveryEpochMillis = loadEpochMillis;
        this.orders = new RandomStream(seed);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            orders.seek(seed, Table.ORDER.ordinal(), slice.warehouse(), districtId, 0);
            seek(slice.warehouse(), districtId);
            for (int orderId = 1; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
                int lines = OrderGenerator.lineCount(orders.seekRow(orderId));
                random.seekRow(orderId);
                for (int number = 1; number <= lines; number++) {
                    row(slice.warehouse(), districtId, orderId, number, sink);
                }
            }
        }
    }

    private void row(int warehouseId, int districtId, int orderId, int number, RowSink sink) throws IOException {
        sink.integer(warehouseId);
        sink.integer(districtId);
        sink.integer(orderId);
        sink.integer(number);
        sink.integer(random.uniform(1, Scale.ITEMS));
        if (orderId < Scale.FIRST_NEW_ORDER_ID) {
            sink.timestamp(deliveryEpochMillis);
            sink.decimal(0, 2);
        } else {
            sink.nullValue();
            sink.decimal(random.uniform(1, MAX_AMOUNT_CENTS), 2);
        }
        sink.integer(warehouseId);
        sink.integer(QUANTITY);
        alphanumericColumns(sink, 1, DIST_INFO_LENGTH);
        sink.endRow();
    }
}
