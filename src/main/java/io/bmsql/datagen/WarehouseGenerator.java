package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_warehouse: w_id, w_ytd, w_tax, w_name, street, city, state, zip. */
final class WarehouseGenerator implements TableGenerator {
    private static final long YTD_CENTS = 300_000_00;

    private final long seed;
    private final RandomStream random;
    private final TextColumns texts;

    WarehouseGenerator(long seed) {
        this.seed = seed;
        this.random = new RandomStream(seed);
        this.texts = new TextColumns(random);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        random.seek(seed, Table.WAREHOUSE.ordinal(), slice.warehouse(), 0, 0);
        sink.integer(slice.warehouse());
        sink.decimal(YTD_CENTS, 2);
        sink.decimal(random.uniform(0, 2_000), 4);
        texts.alphanumeric(sink, 6, 10);
        texts.address(sink);
        sink.endRow();
    }
}
