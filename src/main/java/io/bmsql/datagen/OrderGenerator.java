package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_oorder: o_id, o_w_id, o_d_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d. */
final class OrderGenerator extends RandomRows {
    private final long entryEpochMillis;
    private final int[] customerIds = new int[Scale.ORDERS_PER_DISTRICT];

    OrderGenerator(long seed, long loadEpochMillis) {
        super(seed, Table.ORDER);
        this.entryEpochMillis = loadEpochMillis;
    }

    /**
     * The number of lines of the order at the stream's position. Always the first draw, so that the generator of the lines
     * can ask for it alone.
     */
    static int lineCount(RandomStream atOrder) {
        return atOrder.uniform(Scale.MIN_ORDER_LINES, Scale.MAX_ORDER_LINES);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            seek(slice.warehouse(), districtId);
            // Row 0 of a district's stream gives the permutation of its customers, row o_id the order itself.
            random.permutation(customerIds);
            for (int orderId = 1; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
                random.seekRow(orderId);
                row(slice.warehouse(), districtId, orderId, sink);
            }
        }
    }

    private void row(int warehouseId, int districtId, int orderId, RowSink sink) throws IOException {
        int lines = lineCount(random);
        sink.integer(orderId);
        sink.integer(warehouseId);
        sink.integer(districtId);
        sink.integer(customerIds[orderId - 1]);
        if (orderId < Scale.FIRST_NEW_ORDER_ID) {
            sink.integer(random.uniform(1, Scale.CARRIERS));
        } else {
            sink.nullValue();
        }
        sink.integer(lines);
        sink.integer(1);
        sink.timestamp(entryEpochMillis);
        sink.endRow();
    }
}
