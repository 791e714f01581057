package io.bmsql.datagen;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.NURand;
import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a freshly loaded database (clause 4.3.3.1), all ten tables. The same seed and load moment give the same rows,
 * whatever the order, the slices or the number of threads in which they are asked for.
 *
 * <p>Not safe for use by several threads: each has its own population, which costs a few kilobytes.
 */
public final class Population {
    private final NURand loadConstants;
    private final Map<Table, TableGenerator> generators = new EnumMap<>(Table.class);

    /**
     * @param seed of every value
     * @param warehouses scale of the whole load, as bmsql_config shall hold it
     * @param loadEpochMillis the one moment that every time stamp shows, milliseconds since 1970-01-01 UTC
     */
    public Population(long seed, int warehouses, long loadEpochMillis) {
        loadConstants = loadConstants(seed);
        // Four rows of BenchmarkSQL (contract 3.3), which it reads by name, and two of ours: what a later run needs to
        // know.
        generators.put(Table.CONFIG, (slice, sink) -> {
            row(sink, "warehouses", warehouses);
            row(sink, "nURandCLast", loadConstants.cLast());
            row(sink, "nURandCC_ID", loadConstants.cCustomerId());
            row(sink, "nURandCI_ID", loadConstants.cItemId());
            row(sink, "seed", seed);
            row(sink, "loadEpochMillis", loadEpochMillis);
        });
        generators.put(Table.ITEM, new ItemGenerator(seed));
        generators.put(Table.WAREHOUSE, new WarehouseGenerator(seed));
        generators.put(Table.STOCK, new StockGenerator(seed));
        generators.put(Table.DISTRICT, new DistrictGenerator(seed));
        generators.put(Table.CUSTOMER, new CustomerGenerator(seed, loadEpochMillis, loadConstants));
        generators.put(Table.HISTORY, new HistoryGenerator(seed, loadEpochMillis));
        generators.put(Table.ORDER, new OrderGenerator(seed, loadEpochMillis));
        generators.put(Table.ORDER_LINE, new OrderLineGenerator(seed, loadEpochMillis));
        generators.put(Table.NEW_ORDER, Population::newOrders);
    }

    private static void row(RowSink sink, String name, long value) throws IOException {
        for (String text : List.of(name, Long.toString(value))) {
            byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
            sink.text(ascii, 0, ascii.length);
        }
        sink.endRow();
    }

    /** bmsql_new_order: no_w_id, no_d_id, no_o_id of the undelivered orders. Nothing in it is random. */
    private static void newOrders(Slice slice, RowSink sink) throws IOException {
        for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
            for (int orderId = Scale.FIRST_NEW_ORDER_ID; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
                sink.integer(slice.warehouse());
                sink.integer(districtId);
                sink.integer(orderId);
                sink.endRow();
            }
        }
    }

    /** The constants C of NURand that a load with this seed uses (clause 2.1.6). */
    public static NURand loadConstants(long seed) {
        return NURand.forLoad(new RandomStream(seed).seek(seed, Table.CONFIG.ordinal(), 0, 0, 0));
    }

    /** The constants C of NURand that these rows were made with. */
    public NURand loadConstants() {
        return loadConstants;
    }

    /**
     * Writes the rows of a slice in the order of their keys.
     *
     * @throws IOException as the sink does
     */
    public void write(Slice slice, RowSink sink) throws IOException {
        TableGenerator generator = generators.get(slice.table());
        if (generator == null) {
            throw new IllegalArgumentException("no generator for " + slice.table());
        }
        generator.write(slice, sink);
    }
}
