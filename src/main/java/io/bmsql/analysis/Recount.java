package io.bmsql.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.Threshold;
import io.bmsql.result.IntervalFigures.FromSeconds;
import io.bmsql.result.Latency;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/**
 * Counts the figures of {@code summary.json} again from the files that they were counted in, and names what does not agree: it finds a
 * figure that was changed by hand, also where the checksums were made anew. It cannot find files that were all made up to agree.
 */
public final class Recount {
    private static final String SUMMARY = ResultDirectory.SUMMARY;

    /** Histograms keep three digits, and a file may hold whole milliseconds. */
    private static final double LATENCY_SHARE = 0.005;

    private static final double LATENCY_MS = 1.001;
    private static final double HISTOGRAM_MS = 0.01;

    /** Of what follows from other numbers of the same file. */
    private static final double RATE_SHARE = 1e-6;

    /** The first and the last second of a window may be short. */
    private static final double WINDOW_SECONDS = 1.5;

    private final ResultDirectory directory;
    private final RunData data;
    private final RunSummary summary;
    private final List<String> findings = new ArrayList<>();

    private Recount(ResultDirectory directory, RunData data) {
        this.directory = directory;
        this.data = data;
        this.summary = data.summary();
    }

    /**
     * What does not agree, a sentence each; empty when all of it does.
     *
     * @param data all of the directory, over its whole window
     */
    public static List<String> findings(ResultDirectory directory, RunData data) {
        Recount recount = new Recount(directory, data);
        // A run that could not write its files says so in its verdict, and can be recounted by nobody.
        if (recount.summary.ending().unwritten().isEmpty()) {
            recount.compareTypes();
            recount.compareWindow();
        }
        recount.compareRates();
        recount.compareVerdict();
        try {
            recount.compareRunInfo();
            recount.compareProperties();
        } catch (ResultReadException e) {
            recount.findings.add(String.valueOf(e.getMessage()));
        }
        return List.copyOf(recount.findings);
    }

    private void compareTypes() {
        ResultCsvAggregator rows = data.rows();
        boolean hasHistograms = !data.responses().isEmpty() && Files.exists(directory.responseLog());
        if (rows == null && Files.exists(directory.result())) {
            findings.add("data/result.csv is damaged");
        }
        if (Files.exists(directory.responseLog())
                && !hasHistograms
                && summary.figures().completed() > 0) {
            findings.add("data/response.hlog is damaged or empty");
        }
        if (data.series().isEmpty()) {
            findings.add("data/series.csv is missing or damaged");
        } else if (rows == null && !hasHistograms) {
            findings.add(
                    "neither data/result.csv nor data/response.hlog is there: response times cannot be counted again");
        }
        FromSeconds seconds = new FromSeconds(summary.run().types(), Map.of(), Map.of());
        for (TransactionType type : summary.run().types()) {
            TypeSummary said = summary.figures().type(type);
            if (said == null) {
                findings.add(SUMMARY + " does not name " + type.name());
                continue;
            }
            String name = type.name() + ": ";
            if (!data.series().isEmpty()) {
                TypeSummary counted = seconds.type(type, data.series());
                compare(name + "completed", said.count(), "data/series.csv", counted.count());
                compare(name + "given up", said.givenUp(), "data/series.csv", counted.givenUp());
                compare(
                        name + "rolled back",
                        said.counts().rolledBack(),
                        "data/series.csv",
                        counted.counts().rolledBack());
                compare(
                        name + "retries",
                        said.counts().retries(),
                        "data/series.csv",
                        counted.counts().retries());
            }
            if (rows != null) {
                ResultCsvAggregator.Type counted = rows.type(type);
                compare(name + "completed", said.count(), "data/result.csv", counted.count());
                compare(name + "given up", said.givenUp(), "data/result.csv", counted.errors());
                compare(name + "rolled back", said.counts().rolledBack(), "data/result.csv", counted.rolledBack());
                compareLatency(
                        name, said.response(), "data/result.csv", around(counted, -1), around(counted, 1), LATENCY_MS);
            }
            Histogram histogram = data.responses().get(type);
            if (hasHistograms && histogram != null) {
                compare(name + "completed", said.count(), "data/response.hlog", histogram.getTotalCount());
                Latency counted = Latency.of(histogram);
                compareLatency(name, said.response(), "data/response.hlog", counted, counted, HISTOGRAM_MS);
            }
        }
    }

    private void compare(String what, double said, String file, double counted) {
        if (said >= 0 && said != counted) {
            findings.add("%s: %s says %s, %s has %s"
                    .formatted(what, SUMMARY, NumberText.shortest(said), file, NumberText.shortest(counted)));
        }
    }

    /** @param low the lowest that it may be, but for the resolution of the file */
    private void compareLatency(
            String name, Latency said, String file, Latency low, Latency high, double resolutionMs) {
        List<String> names = List.of("mean", "50%", "90%", "95%", "99%", "99.9%", "longest");
        double[] told = values(said);
        double[] lowest = values(low);
        double[] highest = values(high);
        for (int i = 0; i < told.length; i++) {
            double room = Math.max(resolutionMs, LATENCY_SHARE * highest[i]);
            if (told[i] < lowest[i] - room || told[i] > highest[i] + room) {
                findings.add("%sresponse time, %s: %s says %s ms, %s has %s ms"
                        .formatted(
                                name,
                                names.get(i),
                                SUMMARY,
                                NumberText.millis(told[i]),
                                file,
                                NumberText.millis(highest[i])));
            }
        }
    }

    /** With the row that is so many places before or behind each percentile: programs choose between neighbours in several ways. */
    private static Latency around(ResultCsvAggregator.Type counted, int places) {
        double[] shares = {0.5, 0.9, 0.95, 0.99, 0.999};
        double[] found = new double[shares.length];
        long passed = 0;
        for (Map.Entry<Long, Long> value : counted.responses().entrySet()) {
            for (int i = 0; i < shares.length; i++) {
                double rank = Math.max(1, Math.min(counted.count(), Math.ceil(shares[i] * counted.count()) + places));
                if (passed < rank && passed + value.getValue() >= rank) {
                    found[i] = value.getKey() / 1e3;
                }
            }
            passed += value.getValue();
        }
        return new Latency(counted.meanMs(), found[0], found[1], found[2], found[3], found[4], counted.maxMs());
    }

    private static double[] values(Latency of) {
        return new double[] {of.meanMs(), of.p50Ms(), of.p90Ms(), of.p95Ms(), of.p99Ms(), of.p999Ms(), of.maxMs()};
    }

    private void compareWindow() {
        RunFacts.Window window = summary.run().window();
        double byClock = (window.endEpochMillis() - window.startEpochMillis()) / 1e3;
        double bySeries = data.series().stream()
                .filter(row -> row.phase() == RunPhase.MEASURE)
                .mapToDouble(row -> row.second() + row.intervalMs() / 1e3)
                .max()
                .orElse(0);
        if (Math.abs(byClock - window.windowSeconds()) > 0.1) {
            findings.add("windowSeconds: %s says %s, its start and its end are %s s apart"
                    .formatted(SUMMARY, NumberText.trimmed(window.windowSeconds(), 3), NumberText.trimmed(byClock, 3)));
        }
        if (!data.series().isEmpty() && Math.abs(bySeries - window.windowSeconds()) > WINDOW_SECONDS) {
            findings.add("windowSeconds: %s says %s, data/series.csv covers %s s"
                    .formatted(
                            SUMMARY, NumberText.trimmed(window.windowSeconds(), 3), NumberText.trimmed(bySeries, 3)));
        }
    }

    private void compareRates() {
        Figures said = summary.figures();
        Figures counted = Figures.of(
                summary.run().types().stream()
                        .map(said::type)
                        .filter(type -> type != null)
                        .toList(),
                summary.run().window().windowSeconds(),
                summary.run(),
                List.of(),
                said.workload(),
                null,
                List.of());
        compareRate("tpmC", said.tpmC(), counted.tpmC());
        compareRate("tpmTotal", said.tpmTotal(), counted.tpmTotal());
        compareRate("efficiencyPercent", said.efficiencyPercent(), counted.efficiencyPercent());
        counted.types().forEach(type -> said.types().stream()
                .filter(other -> other.type().equals(type.type()))
                .forEach(other ->
                        compareRate(type.type() + ": sharePercent", other.sharePercent(), type.sharePercent())));
    }

    private void compareRate(String what, double said, double counted) {
        if (Math.abs(said - counted) > RATE_SHARE * Math.max(1, counted)) {
            findings.add("%s: %s says %s, its own counts and window give %s"
                    .formatted(what, SUMMARY, NumberText.trimmed(said, 2), NumberText.trimmed(counted, 2)));
        }
    }

    private void compareVerdict() {
        JsonNode file = SummaryJson.read(directory.summary(), JsonNode.class);
        String said = file.path("verdict").asText();
        if (holdsSecret(file)) {
            findings.add(SUMMARY + " holds a secret that is not hidden: put stars in its place, and change the secret");
        }
        String found = Verdict.worst(summary).name();
        if (!said.equals(found)) {
            findings.add("verdict: " + SUMMARY + " says " + said + ", its figures say " + found);
        }
        boolean isSteady = summary.postRun().conditions().steadiness() == null
                || summary.postRun().conditions().steadiness().steady();
        if (isSteady && Verdict.of(WindowConditions.judged(data).summary()).contains(Verdict.UNSTEADY)) {
            findings.add("steadiness: " + SUMMARY + " says steady, data/series.csv is not");
        }
        List<Threshold> bounds = setting(PropertyKey.THRESHOLDS).isEmpty()
                ? List.of()
                : Threshold.parse(setting(PropertyKey.THRESHOLDS), summary.run().types());
        if (!Thresholds.applied(bounds, summary)
                .postRun()
                .thresholds()
                .equals(summary.postRun().thresholds())) {
            findings.add("thresholds: " + SUMMARY + " does not hold what its figures say of the setting");
        }
    }

    private static boolean holdsSecret(JsonNode node) {
        return node.isTextual()
                ? !SecretText.hideIn(node.textValue()).equals(node.textValue())
                : StreamSupport.stream(node.spliterator(), false).anyMatch(Recount::holdsSecret);
    }

    private String setting(PropertyKey key) {
        return summary.run().settings().stream()
                .filter(setting -> setting.key().equals(key.key()))
                .map(EffectiveSetting::value)
                .findFirst()
                .orElse("")
                .strip();
    }

    private void compareRunInfo() {
        if (!Files.exists(directory.runInfo())) {
            findings.add("data/runInfo.csv is missing");
            return;
        }
        RunInfo said = RunInfo.read(directory.runInfo());
        RunInfo found = RunInfo.of(summary.run(), summary.run().window().startEpochMillis(), said.runMins());
        compare("runID", found.run(), "data/runInfo.csv", said.run());
        compare("loaded warehouses", found.loadWarehouses(), "data/runInfo.csv", said.loadWarehouses());
        compare("warehouses", found.runWarehouses(), "data/runInfo.csv", said.runWarehouses());
        compare("terminals", found.numSutThreads(), "data/runInfo.csv", said.numSutThreads());
        compare("limitTxnsPerMin", found.limitTxnsPerMin(), "data/runInfo.csv", said.limitTxnsPerMin());
        compare("thinkTimeMultiplier", found.thinkTimeMultiplier(), "data/runInfo.csv", said.thinkTimeMultiplier());
        compare("keyingTimeMultiplier", found.keyingTimeMultiplier(), "data/runInfo.csv", said.keyingTimeMultiplier());
    }

    /** Settings that came from the file or from {@code -D}, which the copy of the file holds as well. */
    private void compareProperties() {
        Properties file = new Properties();
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(directory.runProperties());
            file.load(new ByteArrayInputStream(bytes));
        } catch (IOException | IllegalArgumentException e) {
            findings.add("run.properties is missing or damaged");
            return;
        }
        if (!Arrays.equals(PropertiesCopy.masked(bytes), bytes)) {
            findings.add(
                    "run.properties holds a secret that is not hidden: put stars in its place, and change the secret");
        }
        for (EffectiveSetting setting : summary.run().settings()) {
            String value = file.getProperty(setting.key());
            boolean isOfFile = setting.origin().matches(".*:\\d+|-D");
            boolean isComparable = value != null
                    && isOfFile
                    && !value.contains("${")
                    && !(value + setting.value()).contains(SecretText.STARS)
                    && !setting.key().equals(PropertyKey.RESULT_DIRECTORY.key());
            if (isComparable
                    && !String.valueOf(value).strip().equals(setting.value().strip())) {
                findings.add("%s: %s says \"%s\", run.properties says \"%s\""
                        .formatted(
                                setting.key(),
                                SUMMARY,
                                setting.value(),
                                String.valueOf(value).strip()));
            }
            if (!SecretText.hideIn(setting.key(), setting.value()).equals(setting.value())) {
                findings.add(
                        setting.key() + " of " + SUMMARY + " is not hidden: put stars in its place, and change it");
            }
        }
    }
}
