package io.bmsql.report;

import io.bmsql.result.Latency;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TransactionType;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** BenchmarkSQL 5.1's {@code tx_summary.csv} and {@code cpu_summary.csv}; {@code N/A} for what is not known. */
final class SummaryCsv {
    private static final String MISSING = "N/A";

    private static final List<String> CPU_STATES =
            List.of("user", "system", "iowait", "idle", "nice", "irq", "softirq", "steal", "guest", "guest_nice");

    private SummaryCsv() {}

    /** By the counted {@code result.csv}; without it by the summary's own numbers. */
    static String transactions(RunSummary summary, @Nullable ResultCsvAggregator tally) {
        Figures figures = summary.figures();
        StringBuilder csv = new StringBuilder(
                "tx_name,tx_count,tx_percent,tx_90th,tx_avg,tx_max,tx_limit,tx_rbk,tx_error,tx_dskipped\n");
        for (TransactionType type : TransactionType.values()) {
            csv.append(row(type, figures.type(type), tally)).append('\n');
        }
        double efficiency =
                Scale.efficiencyPercent(figures.tpmC(), summary.run().size().warehouses());
        return csv.append("tpmC,%s,%s,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
                        .formatted(number("%.2f", figures.tpmC()), number("%.3f%%", efficiency)))
                .append("tpmTotal,%s,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n".formatted(number("%.2f", figures.tpmTotal())))
                .toString();
    }

    private static String row(
            TransactionType type, @Nullable TypeSummary numbers, @Nullable ResultCsvAggregator tally) {
        String limit = number("%.1f", type.limitSeconds());
        if (numbers == null || numbers.count() == 0) {
            return type + ",0,N/A,N/A,N/A,N/A," + limit + ",N/A,0,N/A";
        }
        ResultCsvAggregator.@Nullable Type counted =
                tally == null || tally.type(type).count() == 0 ? null : tally.type(type);
        Latency response = numbers.response();
        return String.join(
                ",",
                type.name(),
                Long.toString(numbers.count()),
                type.isForeground() ? number("%.3f%%", numbers.sharePercent()) : MISSING,
                seconds(counted != null ? counted.quantileMs(0.9) : response.p90Ms()),
                seconds(counted != null ? counted.meanMs() : response.meanMs()),
                seconds(counted != null ? counted.maxMs() : response.maxMs()),
                limit,
                type == TransactionType.NEW_ORDER ? number("%.3f%%", numbers.rollbackPercent()) : MISSING,
                number("%.0f", numbers.givenUp()),
                type.isForeground() ? MISSING : number("%.0f", numbers.counts().skippedDeliveries()));
    }

    private static String seconds(double ms) {
        return number("%.3fs", ms / 1000);
    }

    /** A negative value means unknown. */
    private static String number(String format, double value) {
        return value < 0 ? MISSING : String.format(Locale.ROOT, format, value);
    }

    /** {@code data/cpu_summary.csv}: mean shares of the CPU's time over the window. */
    static String cpus(SampleTable host, ReportWindow window) {
        StringBuilder csv = new StringBuilder("cpu_category,cpu_usage\n");
        for (String state : CPU_STATES) {
            csv.append("cpu_%s,%s\n".formatted(state, mean(host, "cpu_" + state, window)));
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
                        .mapToObj(value -> number("%.3f%%", value * 100))
                        .findFirst()
                        .orElse(MISSING);
    }
}
