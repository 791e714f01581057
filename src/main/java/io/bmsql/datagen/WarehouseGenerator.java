package io.bmsql.datagen;

import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_warehouse: w_id, w_ytd, w_tax, w_name, street, city, state, zip. */
final class WarehouseGenerator extends RandomRows {
    private static final long YTD_CENTS = 300_000_00;

    WarehouseGenerator(long seed) {
        super(seed, Table.WAREHOUSE);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        seek(slice.warehouse(), 0);
        sink.integer(slice.warehouse());
        sink.decimal(YTD_CENTS, 2);
        sink.decimal(random.uniform(0, 2_000), 4);
        alphanumeric(sink, 6, 10);
        address(sink);
        sink.endRow();
    }
}
