package io.bmsql.datagen;

import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_stock: s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01..10. */
final class StockGenerator extends RandomRows {
    private static final int DIST_INFO_LENGTH = 24;

    StockGenerator(long seed) {
        super(seed, Table.STOCK);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        seek(slice.warehouse(), 0);
        for (int itemId = slice.first(); itemId <= slice.last(); itemId++) {
            random.seekRow(itemId);
            sink.integer(itemId);
            sink.integer(slice.warehouse());
            sink.integer(random.uniform(10, 100));
            sink.integer(0);
            sink.integer(0);
            sink.integer(0);
            itemData(sink);
            alphanumericColumns(sink, Scale.DISTRICTS_PER_WAREHOUSE, DIST_INFO_LENGTH);
            sink.endRow();
        }
    }
}
