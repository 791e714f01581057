package io.bmsql.report;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.Metric;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.TransactionType;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.Latency;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SummaryJson;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code report.html}, {@code report.md}, {@code report.json}, {@code junit.xml} and {@code data/tx_summary.csv}; needs no
 * display, fonts or network. A run without {@code summary.json} gets one, marked as derived, if all of it is reported.
 */
public final class ReportWriter {
    private static final String MISSING = "N/A";

    private static final List<String> CPU_STATES =
            List.of("user", "system", "iowait", "idle", "nice", "irq", "softirq", "steal", "guest", "guest_nice");

    /** The format of {@code report.json} grows when a field changes its meaning. */
    private static final int FORMAT_VERSION = 1;

    /** What XML 1.0 cannot hold, not even escaped. */
    private static final String NOT_IN_XML = "[^\\t\\n\\r\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

    private ReportWriter() {}

    /** Writes the report of a run into its directory and gives its numbers; throws {@link ResultWriteException} when that is impossible. */
    public static ReportModel write(ResultDirectory directory, RunData run, Language language) {
        Words words = Words.in(language);
        ReportModel model = model(directory, run, words);
        // What programs read is the same in all languages.
        Words english = Words.in(Language.EN);
        ReportModel neutral = language == Language.EN ? model : model(directory, run, english);
        ReportWindow window = run.cut().window();
        for (CollectedFigures.Host host : run.collected().hosts()) {
            if (host.name().isEmpty() && host.system() != null) {
                put(directory.data().resolve("cpu_summary.csv"), ReportWriter.cpuSummary(host.system(), run));
            }
        }
        put(directory.transactionSummary(), ReportWriter.transactionSummary(model.summary(), run.rows()));
        put(directory.root().resolve("report.md"), fill("report/report.md", model, words));
        put(directory.root().resolve("report.json"), json(neutral, english));
        put(directory.root().resolve("junit.xml"), junit(neutral, english));
        if (run.summary().derivedFrom() != null && window.isWhole()) {
            String worst = Verdict.worst(model.summary()).name();
            SummaryJson.write(directory.summary(), model.summary(), worst);
        }
        put(directory.report(), fill("report/report.html", model, words));
        return model;
    }

    /** The numbers and drawings of a run that was read, with what its agents say of themselves. */
    public static ReportModel model(ResultDirectory directory, RunData run, Words words) {
        return ReportModelBuilder.make(run, AgentsPart.read(directory, run, words), ZoneId.systemDefault(), words);
    }

    /** The page, one file with no script but ours and nothing from outside, or its numbers to paste, by its template. */
    public static String fill(String template, ReportModel model, Words words) {
        Map<String, Object> values = new HashMap<>();
        values.put("model", model);
        values.put("run", model.summary().run());
        values.put("tables", ReportTables.of(model, words));
        values.put("draw", new ReportCharts(model, words));
        return new Templates(words).fill(template, values);
    }

    /** {@code junit.xml}: verdict, thresholds, conditions and ledger as test cases, the form that CI servers read. */
    static String junit(ReportModel model, Words words) {
        String xml = fill("report/junit.xml", model, words).replaceAll(NOT_IN_XML, "?");
        // Texts are escaped: these are no others.
        String counts = " tests=\"%d\" failures=\"%d\" skipped=\"%d\" "
                .formatted(
                        xml.split("<testcase ").length - 1,
                        xml.split("<failure ").length - 1,
                        xml.split("<skipped ").length - 1);
        return xml.replaceAll("<(testsuites?) ", "<$1" + counts);
    }

    /**
     * {@code report.json}: the numbers of the report, of the interval that it is about. Units are at the end of each
     * name; sentences are in English; a negative count or latency is not known.
     */
    static String json(ReportModel model, Words words) {
        Figures figures = model.summary().figures();
        LedgerResult ledger = model.summary().postRun().ledger();
        Map<String, Double> loadGenerator =
                new TreeMap<>(model.monitoring().loadGenerator().figures());
        loadGenerator.values().removeIf(value -> !Double.isFinite(value));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("formatVersion", FORMAT_VERSION);
        fields.put("language", words.code());
        fields.put("runId", model.summary().run().setup().runId());
        fields.put("verdict", model.cover().verdict());
        if (ledger != null) {
            fields.put("ledger", ledger);
        }
        fields.put("fromSeconds", model.cover().fromSeconds());
        fields.put("windowSeconds", model.summary().windowSeconds());
        fields.put("windowNotes", model.cover().windowNotes());
        Metric metric = model.summary().run().metric();
        fields.put(metric.name(), model.summary().rate());
        fields.put("tpmTotal", figures.tpmTotal());
        if (metric.hasBound()) {
            fields.put("efficiencyPercent", figures.efficiencyPercent());
        }
        putAny(fields, "steps", model.summary().steps());
        putAny(fields, "thresholds", model.summary().postRun().thresholds());
        fields.put("types", figures.types());
        fields.put("errors", model.transactions().errors());
        fields.put("clauses", model.transactions().clauses());
        putAny(fields, "thinkTimes", figures.thinkTimes());
        if (figures.connects() != null) {
            fields.put("connects", figures.connects());
        }
        fields.put(
                "queueing",
                model.transactions().waits().stream().map(Queueing::of).toList());
        fields.put("loadGenerator", loadGenerator);
        putAny(fields, "agents", model.monitoring().agents().lines());
        fields.put("stalls", model.monitoring().stalls());
        fields.put("collectorNotes", model.monitoring().notes());
        return SummaryJson.text(fields);
    }

    private static void putAny(Map<String, Object> fields, String name, Collection<?> values) {
        if (!values.isEmpty()) {
            fields.put(name, values);
        }
    }

    /** Response time is service time and the wait in front of it. */
    private record Queueing(String type, double responseMeanMs, double serviceMeanMs, double waitMeanMs) {
        static Queueing of(TypeSummary row) {
            return new Queueing(
                    row.type(), row.response().meanMs(), row.service().meanMs(), row.waitMeanMs());
        }
    }

    private static void put(Path path, String text) {
        FileReplacer.replace(path, text, "the report", "make room there or allow this user to write");
    }

    /** Takes response times from the counted {@code result.csv}; without it from the summary. */
    static String transactionSummary(RunSummary summary, @Nullable ResultCsvAggregator tally) {
        Figures figures = summary.figures();
        StringBuilder csv = new StringBuilder(
                "tx_name,tx_count,tx_percent,tx_90th,tx_avg,tx_max,tx_limit,tx_rbk,tx_error,tx_dskipped\n");
        for (TransactionType type : summary.run().types()) {
            csv.append(summaryRow(type, figures.type(type), tally)).append('\n');
        }
        Metric metric = summary.run().metric();
        if (metric.hasBound()) {
            int warehouses = summary.run().size().warehouses();
            double efficiency = metric.efficiencyPercent(figures.tpmC(), warehouses);
            csv.append("tpmC,%s,%s,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
                    .formatted(number("%.2f", figures.tpmC()), number("%.3f%%", efficiency)));
        }
        return csv.append("tpmTotal,%s,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n".formatted(number("%.2f", figures.tpmTotal())))
                .toString();
    }

    private static String summaryRow(
            TransactionType type, @Nullable TypeSummary numbers, @Nullable ResultCsvAggregator tally) {
        String limit = type.limitSeconds() == 0 ? MISSING : number("%.1f", type.limitSeconds());
        if (numbers == null || numbers.count() == 0) {
            return type + ",0,N/A,N/A,N/A,N/A," + limit + ",N/A,0,N/A";
        }
        Latency response = tally == null || tally.type(type).count() == 0
                ? numbers.response()
                : tally.type(type).response();
        return String.join(
                ",",
                type.name(),
                Long.toString(numbers.count()),
                type.isForeground() ? number("%.3f%%", numbers.sharePercent()) : MISSING,
                seconds(response.p90Ms()),
                seconds(response.meanMs()),
                seconds(response.maxMs()),
                limit,
                type.equals(TpccTransaction.NEW_ORDER) ? number("%.3f%%", numbers.rollbackPercent()) : MISSING,
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

    /** {@code data/cpu_summary.csv}: mean shares of the CPU's time over the window, without what was under way after its end. */
    static String cpuSummary(SampleTable host, RunData run) {
        StringBuilder csv = new StringBuilder("cpu_category,cpu_usage\n");
        for (String state : CPU_STATES) {
            csv.append("cpu_%s,%s\n".formatted(state, mean(host, "cpu_" + state, run)));
        }
        return csv.toString();
    }

    private static String mean(SampleTable host, String column, RunData run) {
        double[] values = host.column(column);
        // The length of a run that was killed may not be known.
        double end = run.summary().windowSeconds() > 0 ? run.windowEnd() : Double.POSITIVE_INFINITY;
        return values == null
                ? MISSING
                : IntStream.range(0, values.length)
                        .filter(i -> host.seconds()[i] >= run.windowStart() && host.seconds()[i] < end)
                        .mapToDouble(i -> values[i])
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .stream()
                        .mapToObj(value -> number("%.3f%%", value * 100))
                        .findFirst()
                        .orElse(MISSING);
    }
}
