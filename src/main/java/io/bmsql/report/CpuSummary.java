package io.bmsql.report;

import io.bmsql.result.ReportWindow;
import io.bmsql.result.SampleTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** {@code data/cpu_summary.csv} as BenchmarkSQL 5.1 writes it: mean shares of the CPU's time over the window. */
final class CpuSummary {
    private static final List<String> ROWS = List.of(
            "cpu_user",
            "cpu_system",
            "cpu_iowait",
            "cpu_idle",
            "cpu_nice",
            "cpu_irq",
            "cpu_softirq",
            "cpu_steal",
            "cpu_guest",
            "cpu_guest_nice");

    private CpuSummary() {}

    /** The file's text; {@code N/A} for a column that was not collected. */
    static String text(SampleTable host, ReportWindow window) {
        StringBuilder csv = new StringBuilder("cpu_category,cpu_usage\n");
        for (String row : ROWS) {
            csv.append(row).append(',').append(mean(host, row, window)).append('\n');
        }
        return csv.toString();
    }

    private static String mean(SampleTable host, String column, ReportWindow window) {
        double[] values = host.column(column);
        return values == null
                ? "N/A"
                : IntStream.range(0, values.length)
                        .filter(i ->
                                host.seconds()[i] >= window.fromSecond() && host.seconds()[i] < window.untilSecond())
                        .mapToDouble(i -> values[i])
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .stream()
                        .mapToObj(value -> String.format(Locale.ROOT, "%.3f%%", value * 100))
                        .findFirst()
                        .orElse("N/A");
    }
}
