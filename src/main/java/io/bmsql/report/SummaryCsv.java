package io.bmsql.report;

import io.bmsql.result.ReportWindow;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.Tally;
import io.bmsql.spec.Scale;
import io.bmsql.spec.TransactionType;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The summaries that BenchmarkSQL 5.1 writes: {@code data/tx_summary.csv}, its summary table with seconds of three decimals and
 * the 90th percentile as R computes it, and {@code data/cpu_summary.csv}; {@code N/A} for what a row does not have.
 */
final class SummaryCsv {
    static final String HEADER =
            "tx_name,tx_count,tx_percent,tx_90th,tx_avg,tx_max,tx_limit,tx_rbk,tx_error,tx_dskipped";

    private static final String MISSING = "N/A";

    private static final List<String> CPU_ROWS = List.of(
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

    private SummaryCsv() {}

    /**
     * The file's text.
     *
     * @param tally the counted {@code result.csv}; without it the summary's own numbers are taken
     */
    static String transactions(RunSummary summary, @Nullable Tally tally) {
        StringBuilder csv = new StringBuilder(HEADER).append('\n');
        for (TransactionType type : TransactionType.values()) {
            csv.append(String.join(",", row(type, summary, tally))).append('\n');
        }
        double efficiency = Scale.efficiencyPercent(
                summary.figures().tpmC(), summary.run().size().warehouses());
        csv.append("tpmC,").append(rate(summary.figures().tpmC())).append(',').append(percent(efficiency));
        csv.append(",N/A,N/A,N/A,N/A,N/A,N/A,N/A\n");
        csv.append("tpmTotal,").append(rate(summary.figures().tpmTotal())).append(",N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n");
        return csv.toString();
    }

    private static List<String> row(TransactionType type, RunSummary summary, @Nullable Tally tally) {
        TypeSummary numbers = summary.figures().type(type);
        if (numbers == null || numbers.count() == 0) {
            return List.of(type.name(), "0", MISSING, MISSING, MISSING, MISSING, limit(type), MISSING, "0", MISSING);
        }
        Tally.@Nullable Type counted = tally == null || tally.type(type).count() == 0 ? null : tally.type(type);
        double p90Ms =
                counted != null ? counted.quantileMs(0.9) : numbers.response().p90Ms();
        double meanMs = counted != null ? counted.meanMs() : numbers.response().meanMs();
        double maxMs = counted != null ? counted.maxMs() : numbers.response().maxMs();
        return List.of(
                type.name(),
                Long.toString(numbers.count()),
                type.isForeground() ? percent(numbers.sharePercent()) : MISSING,
                seconds(p90Ms),
                seconds(meanMs),
                seconds(maxMs),
                limit(type),
                type == TransactionType.NEW_ORDER ? percent(numbers.rollbackPercent()) : MISSING,
                count(numbers.givenUp()),
                type.isForeground() ? MISSING : count(numbers.counts().skippedDeliveries()));
    }

    private static String limit(TransactionType type) {
        return String.format(Locale.ROOT, "%.1f", (double) type.limitSeconds());
    }

    private static String count(long value) {
        return value < 0 ? MISSING : Long.toString(value);
    }

    private static String seconds(double ms) {
        return ms < 0 ? MISSING : String.format(Locale.ROOT, "%.3fs", ms / 1000);
    }

    private static String percent(double value) {
        return value < 0 ? MISSING : String.format(Locale.ROOT, "%.3f%%", value);
    }

    private static String rate(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** {@code data/cpu_summary.csv}: mean shares of the CPU's time over the window. */
    static String cpus(SampleTable host, ReportWindow window) {
        StringBuilder csv = new StringBuilder("cpu_category,cpu_usage\n");
        for (String row : CPU_ROWS) {
            csv.append(row).append(',').append(mean(host, row, window)).append('\n');
        }
        return csv.toString();
    }

    private static String mean(SampleTable host, String column, ReportWindow window) {
        double[] values = host.column(column);
        return values == null
                ? MISSING
                : IntStream.range(0, values.length)
                        .filter(i ->
                                host.seconds()[i] >= window.fromSecond() && host.seconds()[i] < window.untilSecond())
                        .mapToDouble(i -> values[i])
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .stream()
                        .mapToObj(value -> String.format(Locale.ROOT, "%.3f%%", value * 100))
                        .findFirst()
                        .orElse(MISSING);
    }
}
