package io.bmsql.cli.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The three shapes of a run's status: the block on a terminal, the plain line, the JSON line. */
public final class RunStatusFormat {
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String NORMAL = "\u001b[0m";

    private RunStatusFormat() {}

    /** The lines of the block that a terminal shows. */
    public static List<String> block(RunStatus status, boolean color) {
        String counts = String.format(
                Locale.ROOT,
                "errors %,d   retries %,d   backlog %,d",
                status.errors(),
                status.retries(),
                status.backlog());
        List<String> lines = new ArrayList<>(List.of(
                emphasis(String.format(Locale.ROOT, "%-11s", status.phase()), BOLD, color) + time(status),
                String.format(Locale.ROOT, "%-11s%,.0f now", "tpmC", status.tpmCNow())
                        + (status.tpmCAverage() > 0
                                ? String.format(Locale.ROOT, "   %,.0f average", status.tpmCAverage())
                                : ""),
                String.format(
                        Locale.ROOT,
                        "%-11sp90 %s   p99 %s",
                        "New-Order",
                        millis(status.p90Millis()),
                        millis(status.p99Millis())),
                emphasis(counts, RED, color && status.errors() > 0)));
        if (status.awaySeconds() > 0) {
            lines.add(emphasis("server away for " + Numbers.clock(status.awaySeconds()), RED, color));
        } else if (status.outages() > 0) {
            lines.add("outages " + status.outages() + ", the server is back");
        }
        return lines;
    }

    /**
     * BenchmarkSQL's status text, followed by what it lacks, on one line without control characters. Here the current
     * value really is the current one.
     */
    public static String plain(RunStatus status) {
        return String.format(
                        Locale.ROOT,
                        "Term-00, Running Average tpmTOTAL: %.2f    Current tpmTOTAL: %.0f    Memory Usage: %dMB / %dMB    "
                                + "%s %s    tpmC: %.1f now%s    New-Order: p90 %s, p99 %s    "
                                + "Errors: %d    Retries: %d    Backlog: %d",
                        status.tpmTotalAverage(),
                        status.tpmTotalNow(),
                        Numbers.mebibytes(status.usedBytes()),
                        Numbers.mebibytes(status.totalBytes()),
                        status.phase(),
                        time(status),
                        status.tpmCNow(),
                        status.tpmCAverage() > 0
                                ? String.format(Locale.ROOT, ", %.1f average", status.tpmCAverage())
                                : "",
                        millis(status.p90Millis()),
                        millis(status.p99Millis()),
                        status.errors(),
                        status.retries(),
                        status.backlog())
                + (status.awaySeconds() > 0 ? "    Server away for " + Numbers.clock(status.awaySeconds()) : "");
    }

    /** One JSON object with units in the names. */
    public static String json(RunStatus status) {
        return new JsonLine("run")
                .put("phase", status.phase())
                .put("elapsedSeconds", status.elapsedSeconds(), 1)
                .put("plannedSeconds", status.plannedSeconds(), 1)
                .put("tpmCNow", status.tpmCNow(), 1)
                .put("tpmCAverage", status.tpmCAverage(), 1)
                .put("tpmTotalNow", status.tpmTotalNow(), 1)
                .put("tpmTotalAverage", status.tpmTotalAverage(), 1)
                .put("newOrderP90Ms", status.p90Millis(), 3)
                .put("newOrderP99Ms", status.p99Millis(), 3)
                .put("errors", status.errors())
                .put("retries", status.retries())
                .put("backlog", status.backlog())
                .put("memoryUsedBytes", status.usedBytes())
                .put("memoryTotalBytes", status.totalBytes())
                .put("awaySeconds", status.awaySeconds(), 1)
                .put("outages", status.outages())
                .toString();
    }

    private static String time(RunStatus status) {
        if (status.plannedSeconds() <= 0) {
            return Numbers.clock(status.elapsedSeconds());
        }
        return String.format(
                Locale.ROOT,
                "%s of %s, %s left",
                Numbers.clock(status.elapsedSeconds()),
                Numbers.clock(status.plannedSeconds()),
                Numbers.clock(status.plannedSeconds() - status.elapsedSeconds()));
    }

    /** No response time is zero: there was no New-Order. */
    private static String millis(double millis) {
        return millis == 0 ? "-" : Numbers.millis(millis);
    }

    private static String emphasis(String text, String style, boolean color) {
        return color ? style + text + NORMAL : text;
    }
}
