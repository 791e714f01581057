package io.bmsql.cli.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.NumberText;
import io.bmsql.report.Words;
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

    public String plain(Words words) {
        return words.text(
                "console.load.status",
                NumberText.count(warehousesDone),
                NumberText.count(warehouses),
                NumberText.count(rowsThere()),
                NumberText.count(expectedRows),
                rates(words),
                NumberText.hours(elapsedSeconds),
                left(words));
    }

    /** A bar and the figures below it for a terminal; in a narrow window the ends are cut off. */
    public List<String> block(Words words) {
        long all = Math.max(1, Math.max(expectedRows, rowsThere()));
        int done = (int) (BAR_CHARS * rowsThere() / all);
        return List.of(
                words.text(
                        "console.load.bar",
                        NumberText.format("%3d", 100 * rowsThere() / all),
                        "=".repeat(done) + " ".repeat(BAR_CHARS - done),
                        NumberText.count(rowsThere() / 1_000),
                        NumberText.count(all / 1_000),
                        NumberText.hours(elapsedSeconds)),
                words.text(
                        "console.load.below",
                        NumberText.count(warehousesDone),
                        NumberText.count(warehouses),
                        left(words),
                        rates(words)));
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

    private String rates(Words words) {
        double seconds = Math.max(elapsedSeconds, 0.001);
        return words.text(
                "console.load.rates",
                NumberText.decimal(rows / seconds, 0),
                NumberText.decimal(bytes / 1e6 / seconds, 1));
    }

    private String left(Words words) {
        return isMeasured()
                ? words.text("console.load.left", NumberText.hours(remainingSeconds()))
                : words.text("console.load.unknown");
    }

    private boolean isMeasured() {
        return rows > 0 && elapsedSeconds >= MEASURED_SECONDS;
    }

    private double remainingSeconds() {
        return Math.max(0, elapsedSeconds * (expectedRows - rowsThere()) / rows);
    }
}
