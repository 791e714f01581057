package io.bmsql.datagen;

import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_district: d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, street, city, state, zip. */
final class DistrictGenerator extends RandomRows {
    private static final long YTD_CENTS = 30_000_00;

    DistrictGenerator(long seed) {
        super(seed, Table.DISTRICT);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            seek(slice.warehouse(), districtId);
            sink.integer(districtId);
            sink.integer(slice.warehouse());
            sink.decimal(YTD_CENTS, 2);
            sink.decimal(random.uniform(0, 2_000), 4);
            sink.integer(Scale.ORDERS_PER_DISTRICT + 1);
            alphanumeric(sink, 6, 10);
            address(sink);
            sink.endRow();
        }
    }
}
