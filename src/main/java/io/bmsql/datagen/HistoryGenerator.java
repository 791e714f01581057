package io.bmsql.datagen;

import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;

/** bmsql_history: hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data. */
final class HistoryGenerator extends RandomRows {
    private static final long AMOUNT_CENTS = 10_00;

    private final long dateEpochMillis;

    HistoryGenerator(long seed, long loadEpochMillis) {
        super(seed, Table.HISTORY);
        this.dateEpochMillis = loadEpochMillis;
    }

    @Override
    public void write(Slice slice, RowSink sink) throws IOException {
        int warehouseId = slice.warehouse();
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            seek(warehouseId, districtId);
            long before = historyIdsBefore(warehouseId, districtId);
            for (int customerId = 1; customerId <= Scale.CUSTOMERS_PER_DISTRICT; customerId++) {
                random.seekRow(customerId);
                sink.integer(before + customerId);
                sink.integer(customerId);
                sink.integer(districtId);
                sink.integer(warehouseId);
                sink.integer(districtId);
                sink.integer(warehouseId);
                sink.timestamp(dateEpochMillis);
                sink.decimal(AMOUNT_CENTS, 2);
                alphanumeric(sink, 12, 24);
                sink.endRow();
            }
        }
    }

    /** In 64 bits: above 71,582 warehouses the numbers do not fit into 32. */
    private static long historyIdsBefore(int warehouseId, int districtId) {
        return (warehouseId - 1L) * Scale.CUSTOMERS_PER_WAREHOUSE + (districtId - 1L) * Scale.CUSTOMERS_PER_DISTRICT;
    }
}
