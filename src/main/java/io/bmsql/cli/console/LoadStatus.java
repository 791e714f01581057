package io.bmsql.cli.console;

import java.util.Locale;

/**
 * How far a load is.
 *
 * @param rows handed over so far
 * @param rowsBefore that were there before, when the load resumes an interrupted one
 * @param expectedRows at the end, about
 * @param bytes of {@code rows} as text
 * @param elapsedSeconds since its start
 */
public record LoadStatus(
        int warehousesDone,
        int warehouses,
        long rows,
        long rowsBefore,
        long expectedRows,
        long bytes,
        double elapsedSeconds) {
    private static final double BYTES_PER_MEGABYTE = 1e6;
    /** Before, both sides are cold, and a guess would be far too long. */
    private static final double MEASURED_SECONDS = 2;

    /** One line without control characters. */
    public String plain() {
        return String.format(
                Locale.ROOT,
                "Loading: %d of %d warehouses done, %,d of about %,d rows, %s, %s elapsed, %s",
                warehousesDone,
                warehouses,
                rowsThere(),
                expectedRows,
                rates(),
                Numbers.clock(elapsedSeconds),
                left());
    }

    /** The text below the bar; in a narrow window the end of it is cut off. */
    public String belowBar() {
        return String.format(Locale.ROOT, "%d/%d warehouses  %s  %s", warehousesDone, warehouses, left(), rates());
    }

    /** One JSON object with units in the names; the remaining seconds are null while unknown. */
    public String json() {
        JsonLine line = new JsonLine("load")
                .put("warehousesDone", warehousesDone)
                .put("warehouses", warehouses)
                .put("rows", rows)
                .put("rowsBefore", rowsBefore)
                .put("expectedRows", expectedRows)
                .put("bytes", bytes)
                .put("elapsedSeconds", elapsedSeconds, 1);
        String remaining = "remainingSeconds";
        return (isMeasured() ? line.put(remaining, remainingSeconds(), 1) : line.putUnknown(remaining)).toString();
    }

    /** All rows that are there or under way. */
    long rowsThere() {
        return rowsBefore + rows;
    }

    private String rates() {
        double seconds = Math.max(elapsedSeconds, 0.001);
        return String.format(
                Locale.ROOT, "%,.0f rows/s, %.1f MB/s", rows / seconds, bytes / BYTES_PER_MEGABYTE / seconds);
    }

    private String left() {
        return isMeasured() ? "about " + Numbers.clock(remainingSeconds()) + " left" : "time left not known yet";
    }

    private boolean isMeasured() {
        return rows > 0 && elapsedSeconds >= MEASURED_SECONDS;
    }

    /** By the mean rate so far. */
    private double remainingSeconds() {
        return Math.max(0, elapsedSeconds * (expectedRows - rowsThere()) / rows);
    }
}
