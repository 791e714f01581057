package io.bmsql.cli.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.NumberText;
import java.util.List;

/** How far a load is; bytes are of the rows so far as text. */
public record LoadStatus(
        int warehousesDone,
        int warehouses,
        long rows,
        long rowsBefore,
        long expectedRows,
        long bytes,
        double elapsedSeconds) {
    /** Before, both sides are cold, and a guess would be far too long. */
    private static final double MEASURED_SECONDS = 2;

    private static final int BAR_CHARS = 30;

    public String plain() {
        return NumberText.format(
                "Loading: %d of %d warehouses done, %,d of about %,d rows, %s, %s elapsed, %s",
                warehousesDone,
                warehouses,
                rowsThere(),
                expectedRows,
                rates(),
                NumberText.hours(elapsedSeconds),
                left());
    }

    /** A bar and the figures below it for a terminal; in a narrow window the ends are cut off. */
    public List<String> block() {
        long all = Math.max(1, Math.max(expectedRows, rowsThere()));
        int done = (int) (BAR_CHARS * rowsThere() / all);
        return List.of(
                NumberText.format(
                        "Loading %3d%% [%s%s] %,d of %,d k rows  %s",
                        100 * rowsThere() / all,
                        "=".repeat(done),
                        " ".repeat(BAR_CHARS - done),
                        rowsThere() / 1_000,
                        all / 1_000,
                        NumberText.hours(elapsedSeconds)),
                NumberText.format("%d/%d warehouses  %s  %s", warehousesDone, warehouses, left(), rates()));
    }

    /** One JSON object with units in the names; the remaining seconds are null while unknown. */
    public String json() {
        ObjectNode line = ProgressScreen.jsonLine("load");
        line.put("warehousesDone", warehousesDone).put("warehouses", warehouses);
        line.put("rows", rows).put("rowsBefore", rowsBefore).put("expectedRows", expectedRows);
        line.put("bytes", bytes).put("elapsedSeconds", NumberText.rounded(elapsedSeconds, 1));
        line.put("remainingSeconds", isMeasured() ? NumberText.rounded(remainingSeconds(), 1) : null);
        return line.toString();
    }

    /** All rows that are there or under way. */
    long rowsThere() {
        return rowsBefore + rows;
    }

    private String rates() {
        double seconds = Math.max(elapsedSeconds, 0.001);
        return NumberText.format("%,.0f rows/s, %.1f MB/s", rows / seconds, bytes / 1e6 / seconds);
    }

    private String left() {
        return isMeasured() ? "about " + NumberText.hours(remainingSeconds()) + " left" : "time left not known yet";
    }

    private boolean isMeasured() {
        return rows > 0 && elapsedSeconds >= MEASURED_SECONDS;
    }

    private double remainingSeconds() {
        return Math.max(0, elapsedSeconds * (expectedRows - rowsThere()) / rows);
    }
}
