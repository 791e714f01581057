package io.bmsql.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.ClauseRow;
import io.bmsql.report.ReportModel.ErrorRow;
import io.bmsql.report.ReportModel.Stall;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.ReportModel.WaitRow;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code report.json}: the numbers of the report and what it derives from them, of the interval that it is about; {@code
 * summary.json} stays as the run wrote it. Units are at the end of each name; sentences are in the report's language; a
 * negative count or latency is not known.
 *
 * @param formatVersion {@link #FORMAT_VERSION}; grows when a field changes its meaning
 * @param language of the sentences
 * @param verdict what to think of the run; {@code verdicts} are names of {@link io.bmsql.result.Verdict}
 * @param ledger null when it was not verified
 * @param fromSeconds where the interval begins, from the start of the run's own window
 * @param windowNotes about a chosen interval; empty for the whole run
 * @param collectorNotes what collectors said is missing
 */
record ReportJson(
        int formatVersion,
        String language,
        int runId,
        ReportModel.Findings verdict,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LedgerResult ledger,
        double fromSeconds,
        double windowSeconds,
        List<String> windowNotes,
        double tpmC,
        double tpmTotal,
        double efficiencyPercent,
        List<TypeSummary> types,
        List<ErrorSummary> errors,
        List<Clause> clauses,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ThinkTime> thinkTimes,
        List<Queueing> queueing,
        Map<String, Double> driver,
        Stalls stalls,
        List<String> collectorNotes) {
    static final int FORMAT_VERSION = 1;

    /** @param met null where too little was measured to say */
    record Clause(String clause, String what, String required, String measured, @Nullable Boolean met) {}

    /** Response time is service time and the wait in front of it. */
    record Queueing(String type, double responseMeanMs, double serviceMeanMs, double waitMeanMs) {}

    /** @param all how many there were; {@code worst} has those that cost the most, in the order of time */
    record Stalls(
            int all,
            int slotSeconds,
            double medianTransactionsPerMinute,
            double boundTransactionsPerMinute,
            List<OneStall> worst) {}

    /** @param happened what was furthest from its median then */
    record OneStall(
            double fromSeconds,
            double toSeconds,
            double lowestTransactionsPerMinute,
            long lostTransactions,
            List<String> happened) {}

    /** The file's text. */
    static String render(ReportModel model, Words words) {
        try {
            return JsonMapper.builder()
                            .enable(SerializationFeature.INDENT_OUTPUT)
                            .build()
                            .writeValueAsString(of(model, words))
                    + "\n";
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("The report's numbers cannot fail to be put into JSON", e);
        }
    }

    private static ReportJson of(ReportModel model, Words words) {
        Map<String, Double> driver = new TreeMap<>(model.monitoring().driver().figures());
        driver.values().removeIf(value -> !Double.isFinite(value));
        return new ReportJson(
                FORMAT_VERSION,
                words.code(),
                model.summary().run().setup().runId(),
                model.cover().verdict(),
                model.summary().aftermath().ledger(),
                model.cover().headline().fromSeconds(),
                model.cover().headline().windowSeconds(),
                model.cover().windowNotes(),
                model.cover().headline().tpmC(),
                model.cover().headline().tpmTotal(),
                model.cover().headline().efficiencyPercent(),
                model.summary().figures().types(),
                model.transactions().errors().stream().map(ErrorRow::numbers).toList(),
                model.transactions().clauses().stream().map(ReportJson::clause).toList(),
                model.summary().figures().thinkTimes(),
                model.transactions().waits().stream().map(ReportJson::queueing).toList(),
                driver,
                stalls(model.monitoring().stalls()),
                model.monitoring().notes());
    }

    private static Clause clause(ClauseRow row) {
        return new Clause(row.clause(), row.what(), row.required(), row.measured(), row.met());
    }

    private static Queueing queueing(WaitRow row) {
        return new Queueing(
                row.type().name(), row.response().meanMs(), row.service().meanMs(), row.waitMeanMs());
    }

    private static Stalls stalls(StallFindings found) {
        return new Stalls(
                found.all(),
                found.slotSeconds(),
                found.medianPerMinute(),
                found.boundPerMinute(),
                found.stalls().stream().map(ReportJson::stall).toList());
    }

    private static OneStall stall(Stall stall) {
        return new OneStall(
                stall.fromSecond(), stall.toSecond(), stall.lowestPerMinute(), stall.lost(), stall.happened());
    }
}
