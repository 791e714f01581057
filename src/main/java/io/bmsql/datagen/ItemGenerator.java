package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_item: i_id, i_name, i_price, i_data, i_im_id. */
final class ItemGenerator implements TableGenerator {
    private final long seed;
    private final RandomStream random;
    private final TextColumns texts;

    ItemGenerator(long seed) {
        this.seed = seed;
        this.random = new RandomStream(seed);
        this.texts = new TextColumns(random);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        random.seek(seed, Table.ITEM.ordinal(), 0, 0, 0);
        for (int itemId = slice.first(); itemId <= slice.last(); itemId++) {
            random.seekRow(itemId);
            sink.integer(itemId);
            texts.alphanumeric(sink, 14, 24);
            sink.decimal(random.uniform(100, 10_000), 2);
            texts.itemData(sink);
            sink.integer(random.uniform(1, 10_000));
            sink.endRow();
        }
    }
}
