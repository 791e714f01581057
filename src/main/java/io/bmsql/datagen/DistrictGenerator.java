package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_district: d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, street, city, state, zip. */
final class DistrictGenerator implements TableGenerator {
    private static final long YTD_CENTS = 30_000_00;

    private final long seed;
    private final RandomStream random;
    private final TextColumns texts;

    DistrictGenerator(long seed) {
        this.seed = seed;
        this.random = new RandomStream(seed);
        this.texts = new TextColumns(random);
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            random.seek(seed, Table.DISTRICT.ordinal(), slice.warehouse(), districtId, 0);
            sink.integer(districtId);
            sink.integer(slice.warehouse());
            sink.decimal(YTD_CENTS, 2);
            sink.decimal(random.uniform(0, 2_000), 4);
            sink.integer(Scale.ORDERS_PER_DISTRICT + 1);
            texts.alphanumeric(sink, 6, 10);
            texts.address(sink);
            sink.endRow();
        }
    }
}
