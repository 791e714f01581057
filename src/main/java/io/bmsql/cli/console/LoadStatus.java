package io.bmsql.cli.console;

import java.util.Locale;

/**
 * How far a load is.
 *
 * @param rows handed over so far
 * @param expectedRows at the end, about
 * @param bytes of those rows as text
 * @param elapsedSeconds since its start
 */
public record LoadStatus(
        int warehousesDone, int warehouses, long rows, long expectedRows, long bytes, double elapsedSeconds) {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    /** One line without control characters. */
    public String plain() {
        return String.format(
                Locale.ROOT,
                "Loading: %d of %d warehouses done, %,d rows, %s, %s elapsed, %s left",
                warehousesDone,
                warehouses,
                rows,
                rates(),
                Numbers.clock(elapsedSeconds),
                Numbers.clock(remainingSeconds()));
    }

    /** What stands behind the bar. */
    public String besideBar() {
        return String.format(Locale.ROOT, "%d/%d warehouses  %s", warehousesDone, warehouses, rates());
    }

    /** One JSON object with units in the names. */
    public String json() {
        return String.format(
                Locale.ROOT,
                "{\"event\":\"load\",\"warehousesDone\":%d,\"warehouses\":%d,\"rows\":%d,\"expectedRows\":%d,\"bytes\":%d,"
                        + "\"elapsedSeconds\":%.1f,\"remainingSeconds\":%.1f}",
                warehousesDone,
                warehouses,
                rows,
                expectedRows,
                bytes,
                elapsedSeconds,
                remainingSeconds());
    }

    private String rates() {
        double seconds = Math.max(elapsedSeconds, 0.001);
        return String.format(
                Locale.ROOT, "%,.0f rows/s, %.1f MB/s", rows / seconds, bytes / BYTES_PER_MEGABYTE / seconds);
    }

    /** By the mean rate so far; 0 while nobody knows. */
    private double remainingSeconds() {
        return rows == 0 ? 0 : Math.max(0, elapsedSeconds * (expectedRows - rows) / rows);
    }
}
