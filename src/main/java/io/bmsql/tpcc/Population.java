package io.bmsql.tpcc;

import java.nio.charset.StandardCharsets;

/**
 * The rows of a fresh database (clause 4.3.3.1): the same for a seed and moment, whatever the order, slices or threads.
 * For one thread, a few kilobytes; allocates nothing per row.
 */
public final class Population {
    private static final byte[] GOOD_CREDIT = ascii("GC");
    private static final byte[] BAD_CREDIT = ascii("BC");
    private static final byte[] MIDDLE_NAME = ascii("OE");
    private static final double BAD_CREDIT_PERCENT = 10;
    private static final long WAREHOUSE_YTD_CENTS = 300_000_00;
    private static final long DISTRICT_YTD_CENTS = 30_000_00;
    private static final long CREDIT_LIMIT_CENTS = 50_000_00;
    private static final long FIRST_PAYMENT_CENTS = 10_00;
    private static final int MAX_LINE_CENTS = 9_999_99;
    private static final int LINE_QUANTITY = 5;
    private static final int PHONE_DIGITS = 16;

    private static final byte[] ORIGINAL = "ORIGINAL".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ZIP_END = "11111".getBytes(StandardCharsets.US_ASCII);
    private static final int ZIP_DIGITS = 4;
    private static final int STATE_LENGTH = 2;
    private static final double ORIGINAL_PERCENT = 10;
    private static final int LONGEST = 500;

    private final long seed;
    private final int warehouses;
    private final long loadEpochMillis;
    private final NURand constants;
    private final RandomStream random;
    private final RandomStream ordersOfLines;
    private final byte[] scratch = new byte[LONGEST];
    private final int[] customerIds = new int[Scale.ORDERS_PER_DISTRICT];

    /** The seed gives every value, and the load's one moment (milliseconds since 1970-01-01 UTC) every time stamp. */
    public Population(long seed, int warehouses, long loadEpochMillis) {
        this.seed = seed;
        this.warehouses = warehouses;
        this.loadEpochMillis = loadEpochMillis;
        constants = loadConstants(seed);
        random = new RandomStream(seed);
        ordersOfLines = new RandomStream(seed);
    }

    public static NURand loadConstants(long seed) {
        return NURand.forLoad(new RandomStream(seed).seek(seed, Table.CONFIG.ordinal(), 0, 0, 0));
    }

    public <E extends Exception> void write(Slice slice, RowSink<E> sink) throws E {
        random.seek(seed, slice.table().ordinal(), slice.warehouse(), 0, 0);
        switch (slice.table()) {
            case CONFIG -> config(sink);
            case ITEM -> items(slice, sink);
            case WAREHOUSE -> warehouse(slice.warehouse(), sink);
            case STOCK -> stock(slice, sink);
            default -> {
                for (int districtId = slice.first(); districtId <= slice.last(); districtId++) {
                    random.seek(seed, slice.table().ordinal(), slice.warehouse(), districtId, 0);
                    district(slice.table(), slice.warehouse(), districtId, sink);
                }
            }
        }
    }

    private <E extends Exception> void district(Table table, int warehouseId, int districtId, RowSink<E> sink)
            throws E {
        switch (table) {
            case DISTRICT -> districtItself(warehouseId, districtId, sink);
            case CUSTOMER -> {
                for (int customerId = 1; customerId <= Scale.CUSTOMERS_PER_DISTRICT; customerId++) {
                    customerItself(warehouseId, districtId, customerId, sink);
                }
            }
            case HISTORY -> history(warehouseId, districtId, sink);
            case ORDER -> orders(warehouseId, districtId, sink);
            case ORDER_LINE -> orderLines(warehouseId, districtId, sink);
            case NEW_ORDER -> newOrders(warehouseId, districtId, sink);
            default -> throw new IllegalArgumentException(table + " has no districts");
        }
    }

    /** Four rows of BenchmarkSQL (benchmarksql-formats.md, bmsql_config), which it reads by name, and two of ours: what a later run needs to know. */
    private <E extends Exception> void config(RowSink<E> sink) throws E {
        config(sink, "warehouses", warehouses);
        config(sink, "nURandCLast", constants.cLast());
        config(sink, "nURandCC_ID", constants.cCustomerId());
        config(sink, "nURandCI_ID", constants.cItemId());
        config(sink, "seed", seed);
        config(sink, "loadEpochMillis", loadEpochMillis);
    }

    private static <E extends Exception> void config(RowSink<E> sink, String name, long value) throws E {
        whole(sink, ascii(name));
        whole(sink, ascii(Long.toString(value)));
        sink.endRow();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static <E extends Exception> void whole(RowSink<E> sink, byte[] text) throws E {
        sink.text(text, 0, text.length);
    }

    /** i_id, i_name, i_price, i_data, i_im_id. */
    private <E extends Exception> void items(Slice slice, RowSink<E> sink) throws E {
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

    /** w_id, w_ytd, w_tax, w_name, street, city, state, zip. */
    private <E extends Exception> void warehouse(int warehouseId, RowSink<E> sink) throws E {
        sink.integer(warehouseId);
        sink.decimal(WAREHOUSE_YTD_CENTS, 2);
        sink.decimal(random.uniform(0, 2_000), 4);
        alphanumeric(sink, 6, 10);
        address(sink);
        sink.endRow();
    }

    /** The s_quantity of an item alone, without the rest of its row. */
    public int stockQuantity(int warehouseId, int itemId) {
        random.seek(seed, Table.STOCK.ordinal(), warehouseId, 0, itemId);
        return stockQuantity();
    }

    /** The first draw of an item's row. */
    private int stockQuantity() {
        return random.uniform(10, 100);
    }

    /** The row of one customer, as {@link #write} makes it. */
    public <E extends Exception> void customer(int warehouseId, int districtId, int customerId, RowSink<E> sink)
            throws E {
        random.seek(seed, Table.CUSTOMER.ordinal(), warehouseId, districtId, 0);
        customerItself(warehouseId, districtId, customerId, sink);
    }

    /** s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01..10. */
    private <E extends Exception> void stock(Slice slice, RowSink<E> sink) throws E {
        for (int itemId = slice.first(); itemId <= slice.last(); itemId++) {
            random.seekRow(itemId);
            sink.integer(itemId);
            sink.integer(slice.warehouse());
            sink.integer(stockQuantity());
            sink.integer(0);
            sink.integer(0);
            sink.integer(0);
            itemData(sink);
            districtInfo(sink, Scale.DISTRICTS_PER_WAREHOUSE);
            sink.endRow();
        }
    }

    /** d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, street, city, state, zip. */
    private <E extends Exception> void districtItself(int warehouseId, int districtId, RowSink<E> sink) throws E {
        sink.integer(districtId);
        sink.integer(warehouseId);
        sink.decimal(DISTRICT_YTD_CENTS, 2);
        sink.decimal(random.uniform(0, 2_000), 4);
        sink.integer(Scale.ORDERS_PER_DISTRICT + 1);
        alphanumeric(sink, 6, 10);
        address(sink);
        sink.endRow();
    }

    /**
     * c_id, c_d_id, c_w_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance, c_ytd_payment, c_payment_cnt,
     * c_delivery_cnt, street, city, state, zip, c_phone, c_since, c_middle, c_data.
     */
    private <E extends Exception> void customerItself(int warehouseId, int districtId, int customerId, RowSink<E> sink)
            throws E {
        random.seekRow(customerId);
        sink.integer(customerId);
        sink.integer(districtId);
        sink.integer(warehouseId);
        sink.decimal(random.uniform(0, 5_000), 4);
        whole(sink, random.percent(BAD_CREDIT_PERCENT) ? BAD_CREDIT : GOOD_CREDIT);
        whole(sink, LastName.ascii(lastNameNumber(customerId)));
        alphanumeric(sink, 8, 16);
        sink.decimal(CREDIT_LIMIT_CENTS, 2);
        sink.decimal(-FIRST_PAYMENT_CENTS, 2);
        sink.decimal(FIRST_PAYMENT_CENTS, 2);
        sink.integer(1);
        sink.integer(0);
        address(sink);
        random.digits(scratch, 0, PHONE_DIGITS);
        sink.text(scratch, 0, PHONE_DIGITS);
        sink.timestamp(loadEpochMillis);
        whole(sink, MIDDLE_NAME);
        alphanumeric(sink, 300, 500);
        sink.endRow();
    }

    private int lastNameNumber(int customerId) {
        return customerId <= Scale.CUSTOMERS_WITH_NAME_IN_ORDER ? customerId - 1 : constants.lastNameNumber(random);
    }

    /** hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data. */
    private <E extends Exception> void history(int warehouseId, int districtId, RowSink<E> sink) throws E {
        // In 64 bits: above 71,582 warehouses the numbers do not fit into 32.
        long idsBefore =
                (warehouseId - 1L) * Scale.CUSTOMERS_PER_WAREHOUSE + (districtId - 1L) * Scale.CUSTOMERS_PER_DISTRICT;
        for (int customerId = 1; customerId <= Scale.CUSTOMERS_PER_DISTRICT; customerId++) {
            random.seekRow(customerId);
            sink.integer(idsBefore + customerId);
            sink.integer(customerId);
            sink.integer(districtId);
            sink.integer(warehouseId);
            sink.integer(districtId);
            sink.integer(warehouseId);
            sink.timestamp(loadEpochMillis);
            sink.decimal(FIRST_PAYMENT_CENTS, 2);
            alphanumeric(sink, 12, 24);
            sink.endRow();
        }
    }

    /** o_id, o_w_id, o_d_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d. */
    private <E extends Exception> void orders(int warehouseId, int districtId, RowSink<E> sink) throws E {
        // Row 0 of a district's stream gives the permutation of its customers, row o_id the order itself.
        random.permutation(customerIds);
        for (int orderId = 1; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
            random.seekRow(orderId);
            int lines = lineCount(random);
            sink.integer(orderId);
            sink.integer(warehouseId);
            sink.integer(districtId);
            sink.integer(customerIds[orderId - 1]);
            if (orderId < Scale.FIRST_NEW_ORDER_ID) {
                sink.integer(random.uniform(1, Scale.CARRIERS));
            } else {
                sink.nullValue();
            }
            sink.integer(lines);
            sink.integer(1);
            sink.timestamp(loadEpochMillis);
            sink.endRow();
        }
    }

    /** The lines of the order at the stream's position. Always the first draw, so that those who make the lines can ask for it alone. */
    private static int lineCount(RandomStream atOrder) {
        return atOrder.uniform(Scale.MIN_ORDER_LINES, Scale.MAX_ORDER_LINES);
    }

    /** The lines of one order share a row of the stream. */
    private <E extends Exception> void orderLines(int warehouseId, int districtId, RowSink<E> sink) throws E {
        ordersOfLines.seek(seed, Table.ORDER.ordinal(), warehouseId, districtId, 0);
        for (int orderId = 1; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
            int lines = lineCount(ordersOfLines.seekRow(orderId));
            random.seekRow(orderId);
            for (int number = 1; number <= lines; number++) {
                orderLine(warehouseId, districtId, orderId, number, sink);
            }
        }
    }

    /** ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount, ol_supply_w_id, ol_quantity, ol_dist_info. */
    private <E extends Exception> void orderLine(
            int warehouseId, int districtId, int orderId, int number, RowSink<E> sink) throws E {
        sink.integer(warehouseId);
        sink.integer(districtId);
        sink.integer(orderId);
        sink.integer(number);
        sink.integer(random.uniform(1, Scale.ITEMS));
        if (orderId < Scale.FIRST_NEW_ORDER_ID) {
            sink.timestamp(loadEpochMillis);
            sink.decimal(0, 2);
        } else {
            sink.nullValue();
            sink.decimal(random.uniform(1, MAX_LINE_CENTS), 2);
        }
        sink.integer(warehouseId);
        sink.integer(LINE_QUANTITY);
        districtInfo(sink, 1);
        sink.endRow();
    }

    /** no_w_id, no_d_id, no_o_id of the undelivered orders. Nothing in it is random. */
    private static <E extends Exception> void newOrders(int warehouseId, int districtId, RowSink<E> sink) throws E {
        for (int orderId = Scale.FIRST_NEW_ORDER_ID; orderId <= Scale.ORDERS_PER_DISTRICT; orderId++) {
            sink.integer(warehouseId);
            sink.integer(districtId);
            sink.integer(orderId);
            sink.endRow();
        }
    }

    private <E extends Exception> void alphanumeric(RowSink<E> sink, int min, int max) throws E {
        sink.text(scratch, 0, random.alphanumeric(scratch, 0, min, max));
    }

    /** The columns s_dist_01.. or ol_dist_info: 24 characters each. */
    private <E extends Exception> void districtInfo(RowSink<E> sink, int columns) throws E {
        int length = 24;
        random.alphanumeric(scratch, 0, columns * length);
        for (int column = 0; column < columns; column++) {
            sink.text(scratch, column * length, length);
        }
    }

    /** i_data and s_data: 26..50 characters, "ORIGINAL" somewhere in a random 10% of the rows. */
    private <E extends Exception> void itemData(RowSink<E> sink) throws E {
        int length = random.alphanumeric(scratch, 0, 26, 50);
        if (random.percent(ORIGINAL_PERCENT)) {
            int position = random.uniform(0, length - ORIGINAL.length);
            System.arraycopy(ORIGINAL, 0, scratch, position, ORIGINAL.length);
        }
        sink.text(scratch, 0, length);
    }

    /** street_1, street_2, city, state and zip. */
    private <E extends Exception> void address(RowSink<E> sink) throws E {
        alphanumeric(sink, 10, 20);
        alphanumeric(sink, 10, 20);
        alphanumeric(sink, 10, 20);
        random.capitals(scratch, 0, STATE_LENGTH);
        sink.text(scratch, 0, STATE_LENGTH);
        random.digits(scratch, 0, ZIP_DIGITS);
        System.arraycopy(ZIP_END, 0, scratch, ZIP_DIGITS, ZIP_END.length);
        sink.text(scratch, 0, ZIP_DIGITS + ZIP_END.length);
    }
}
