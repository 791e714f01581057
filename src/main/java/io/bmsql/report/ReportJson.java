package io.bmsql.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Headline;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.RunSummary.TypeSummary;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code report.json}: the numbers of the report and what it derives from them, of the interval that it is about; {@code
 * summary.json} stays as the run wrote it. Units are at the end of each name; sentences are in the report's language; a
 * negative count or latency is not known.
 */
final class ReportJson {
    /** Grows when a field changes its meaning. */
    private static final int FORMAT_VERSION = 1;

    private ReportJson() {}

    /** The file's text. */
    static String render(ReportModel model, Words words) {
        try {
            return JsonMapper.builder()
                            .enable(SerializationFeature.INDENT_OUTPUT)
                            .build()
                            .writeValueAsString(fields(model, words))
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("The report's numbers cannot fail to be put into JSON", e);
        }
    }

    private static Map<String, Object> fields(ReportModel model, Words words) {
        Headline headline = model.cover().headline();
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
        fields.put("fromSeconds", headline.fromSeconds());
        fields.put("windowSeconds", headline.windowSeconds());
        fields.put("windowNotes", model.cover().windowNotes());
        fields.put("tpmC", headline.tpmC());
        fields.put("tpmTotal", headline.tpmTotal());
        fields.put("efficiencyPercent", headline.efficiencyPercent());
        fields.put("types", model.summary().figures().types());
        fields.put("errors", model.transactions().errors());
        fields.put("clauses", model.transactions().clauses());
        if (!model.summary().figures().thinkTimes().isEmpty()) {
            fields.put("thinkTimes", model.summary().figures().thinkTimes());
        }
        fields.put(
                "queueing",
                model.transactions().waits().stream().map(ReportJson::queueing).toList());
        fields.put("driver", driver);
        fields.put("stalls", model.monitoring().stalls());
        fields.put("collectorNotes", model.monitoring().notes());
        return fields;
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
}
