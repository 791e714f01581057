package io.bmsql.datagen;

import io.bmsql.spec.Scale;
import java.io.IOException;

/** bmsql_new_order: no_w_id, no_d_id, no_o_id of the undelivered orders. Nothing in it is random. */
final class NewOrderGenerator implements TableGenerator {
    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            for (int orderId = Scale.FIRST_NEW_ORDER_ID; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
                sink.integer(slice.warehouse());
                sink.integer(districtId);
                sink.integer(orderId);
                sink.endRow();
            }
        }
    }
}
