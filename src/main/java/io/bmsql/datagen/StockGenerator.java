package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_stock: s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01..10. */
final class StockGenerator implements TableGenerator {
    private static final int DIST_INFO_LENGTH = 24;

    private final long seed;
    private final RandomStream random;
    private final TextColumns texts;

    StockGenerator(long seed) {
        this.seed = seed;
        this.random = new RandomStream(seed);
        this.texts = new TextColumns(random);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        random.seek(seed, Table.STOCK.ordinal(), slice.warehouse(), 0, 0);
        for (int itemId = slice.first(); itemId <= slice.last(); itemId++) {
            random.seekRow(itemId);
            sink.integer(itemId);
            sink.integer(slice.warehouse());
            sink.integer(random.uniform(10, 100));
            sink.integer(0);
            sink.integer(0);
            sink.integer(0);
            texts.itemData(sink);
            texts.alphanumericColumns(sink, Scale.DISTRICTS_PER_WAREHOUSE, DIST_INFO_LENGTH);
            sink.endRow();
        }
    }
}
