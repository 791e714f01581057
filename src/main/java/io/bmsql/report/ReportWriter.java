package io.bmsql.report;

import io.bmsql.analysis.Verdict;
import io.bmsql.report.Words.Language;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes {@code report.html}, {@code report.md}, {@code report.json}, {@code junit.xml} and {@code data/tx_summary.csv}; needs no
 * display, fonts or network. A run without {@code summary.json} gets one, marked as derived, if all of it is reported.
 */
public final class ReportWriter {
    /** Of {@code report.json}; grows when a field changes its meaning. */
    private static final int FORMAT_VERSION = 1;

    /** What XML 1.0 cannot hold, not even escaped. */
    private static final String NOT_IN_XML = "[^\\t\\n\\r\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

    private ReportWriter() {}

    /** What was written: the page, the same numbers to paste, BenchmarkSQL's table as CSV, and the numbers themselves. */
    public record Written(Path html, Path markdown, Path transactionSummary, ReportModel model) {}

    /** Writes the report of a run into its directory; throws {@link ResultWriteException} when that is impossible. */
    public static Written write(ResultDirectory directory, RunData run, Language language) {
        Words words = Words.in(language);
        ReportModel model =
                ReportModelBuilder.make(run, AgentsPart.read(directory, run, words), ZoneId.systemDefault(), words);
        Path markdown = directory.root().resolve("report.md");
        ReportWindow window = run.cut().window();
        for (CollectedFigures.Host host : run.collected().hosts()) {
            if (host.name().isEmpty() && host.system() != null) {
                put(directory.data().resolve("cpu_summary.csv"), SummaryCsv.cpus(host.system(), window));
            }
        }
        put(directory.transactionSummary(), SummaryCsv.transactions(model.summary(), run.rows()));
        put(markdown, fill("report/report.md", model, words));
        put(directory.root().resolve("report.json"), json(model, words));
        put(directory.root().resolve("junit.xml"), junit(model, words));
        if (run.summary().derivedFrom() != null && window.isWhole()) {
            SummaryJson.write(
                    directory.summary(),
                    model.summary(),
                    Verdict.worst(model.summary()).name());
        }
        put(directory.report(), fill("report/report.html", model, words));
        return new Written(directory.report(), markdown, directory.transactionSummary(), model);
    }

    /** The page, one file with no script but ours and nothing from outside, or its numbers to paste, by its template. */
    static String fill(String template, ReportModel model, Words words) {
        return new Templates(words)
                .fill(
                        template,
                        Map.of(
                                "model",
                                model,
                                "run",
                                model.summary().run(),
                                "tables",
                                ReportTables.of(model, words),
                                "draw",
                                new ReportCharts(model, words)));
    }

    /** {@code junit.xml}: verdict, thresholds, conditions and ledger as test cases, the form that CI servers read. */
    static String junit(ReportModel model, Words words) {
        String xml = fill("report/junit.xml", model, words).replaceAll(NOT_IN_XML, "?");
        // Texts are escaped: these are no others.
        String counts = " tests=\"%d\" failures=\"%d\" "
                .formatted(xml.split("<testcase ").length - 1, xml.split("<failure ").length - 1);
        return xml.replaceAll("<(testsuites?) ", "<$1" + counts);
    }

    /**
     * {@code report.json}: the numbers of the report, of the interval that it is about. Units are at the end of each
     * name; sentences are in the report's language; a negative count or latency is not known.
     */
    static String json(ReportModel model, Words words) {
        return SummaryJson.text(fields(model, words));
    }

    private static Map<String, Object> fields(ReportModel model, Words words) {
        Figures figures = model.summary().figures();
        LedgerResult ledger = model.summary().aftermath().ledger();
        Map<String, Double> driver = new TreeMap<>(model.monitoring().driver().figures());
        driver.values().removeIf(value -> !Double.isFinite(value));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("formatVersion", FORMAT_VERSION);
        fields.put("language", words.code());
        fields.put("runId", model.summary().run().setup().runId());
        fields.put("verdict", model.cover().verdict());
        if (ledger != null) {
            fields.put("ledger", ledger);
        }
        fields.put("fromSeconds", model.cover().headline().fromSeconds());
        fields.put("windowSeconds", model.summary().run().window().windowSeconds());
        fields.put("windowNotes", model.cover().windowNotes());
        fields.put("tpmC", figures.tpmC());
        fields.put("tpmTotal", figures.tpmTotal());
        fields.put("efficiencyPercent", figures.efficiencyPercent());
        putAny(fields, "steps", model.summary().steps());
        putAny(fields, "thresholds", model.summary().aftermath().thresholds());
        fields.put("types", figures.types());
        fields.put("errors", model.transactions().errors());
        fields.put("clauses", model.transactions().clauses());
        putAny(fields, "thinkTimes", figures.thinkTimes());
        fields.put(
                "queueing",
                model.transactions().waits().stream()
                        .map(ReportWriter::queueing)
                        .toList());
        fields.put("driver", driver);
        putAny(fields, "drivers", model.monitoring().drivers().lines());
        fields.put("stalls", model.monitoring().stalls());
        fields.put("collectorNotes", model.monitoring().notes());
        return fields;
    }

    private static void putAny(Map<String, Object> fields, String name, Collection<?> values) {
        if (!values.isEmpty()) {
            fields.put(name, values);
        }
    }

    /** Response time is service time and the wait in front of it. */
    private static Map<String, Object> queueing(TypeSummary row) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", row.type());
        fields.put("responseMeanMs", row.response().meanMs());
        fields.put("serviceMeanMs", row.service().meanMs());
        fields.put("waitMeanMs", row.waitMeanMs());
        return fields;
    }

    private static void put(Path path, String text) {
        FileReplacer.replace(
                path,
                text.getBytes(StandardCharsets.UTF_8),
                "the report",
                "make room there or allow this user to write");
    }
}
