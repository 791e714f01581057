package io.bmsql.datagen;

import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_item: i_id, i_name, i_price, i_data, i_im_id. */
final class ItemGenerator extends RandomRows {
    ItemGenerator(long seed) {
        super(seed, Table.ITEM);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        seek(0, 0);
        for (int itemId = slice.first(); itemId <= slice.last(); itemId++) {
            random.seekRow(itemId);
            sink.integer(itemId);
            alphanumeric(sink, 14, 24);
            sink.decimal(random.uniform(100, 10_000), 2);
            itemData(sink);
            sink.integer(random.uniform(1, 10_000));
            sink.endRow();
        }
    }
}
