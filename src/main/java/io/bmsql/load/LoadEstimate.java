package io.bmsql.load;

/**
 * What a load will come to, before it begins. How long it takes is unknown until the first rows are in.
 *
 * @param rows at its end, within about a thousandth
 * @param bytes on disk, about: tables and indexes without the server's logs, or files
 */
public record LoadEstimate(long rows, long bytes) {
    private static final long BYTES_PER_MEGABYTE = 1_000_000;
    /** One hundred thousand items, in a table with its key. */
    private static final long ITEM_MEGABYTES = 12;

    /** Text of one warehouse, and of the items, in CSV files. */
    private static final long CSV_BYTES_PER_WAREHOUSE = 72 * BYTES_PER_MEGABYTE;

    private static final long CSV_BYTES_OF_ITEMS = 8 * BYTES_PER_MEGABYTE;

    static LoadEstimate ofTables(LoadPlan plan, int megabytesPerWarehouse) {
        long megabytes = ITEM_MEGABYTES + (long) plan.warehouses() * megabytesPerWarehouse;
        return new LoadEstimate(plan.expectedRows(), megabytes * BYTES_PER_MEGABYTE);
    }

    static LoadEstimate ofFiles(LoadPlan plan) {
        return new LoadEstimate(plan.expectedRows(), CSV_BYTES_OF_ITEMS + plan.warehouses() * CSV_BYTES_PER_WAREHOUSE);
    }
}
