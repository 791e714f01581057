package io.bmsql.analysis;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsFile;
import io.bmsql.config.Threshold;
import io.bmsql.result.EventSummary;
import io.bmsql.result.IntervalFigures.FromRows;
import io.bmsql.result.IntervalFigures.FromSeconds;
import io.bmsql.result.Latency;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.Steadiness;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;

/**
 * Counts the figures of {@code summary.json} again from the files that they were counted in, and names what does not agree: it finds a
 * figure that was changed by hand, also where the checksums were made anew. It cannot find files that were all made up to agree.
 */
public final class Recount {
    private static final String SUMMARY = ResultDirectory.SUMMARY;

    /** What is counted of a type in rows and in seconds. */
    private static final String[] COUNTS = {"count", "rolledBack", "failed", "unknown", "retries"};

    /** What {@code runInfo.csv} has in common with the summary. */
    private static final String[] OF_RUN_INFO = {
        "run",
        "loadWarehouses",
        "runWarehouses",
        "numSUTThreads",
        "limitTxnsPerMin",
        "thinkTimeMultiplier",
        "keyingTimeMultiplier"
    };

    /** Histograms keep three digits, and {@code result.csv} holds whole milliseconds. */
    private static final double TIME_SHARE = 0.005;

    private static final double TIME_MS = 1.001;

    /** Of what follows from other numbers. */
    private static final double SHARE = 1e-6;

    /** The first and the last second of a window may be short. */
    private static final double WINDOW_SECONDS = 1.5;

    private final ResultDirectory directory;
    private final RunData data;
    private final RunSummary summary;
    private final RunFacts run;
    private final List<String> findings = new ArrayList<>();

    private Recount(ResultDirectory directory, RunData data) {
        this.directory = directory;
        this.data = data;
        this.summary = data.summary();
        this.run = summary.run();
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
        if (recount.run.types().stream()
                .allMatch(type -> recount.summary.figures().type(type) != null)) {
            recount.compareRates();
        }
        recount.compareVerdict();
        try {
            recount.compareEvents();
            recount.compareRunInfo();
            recount.compareProperties();
        } catch (ResultReadException e) {
            recount.findings.add(String.valueOf(e.getMessage()));
        }
        return List.copyOf(recount.findings);
    }

    private void compareTypes() {
        boolean hasRows = data.rows() != null;
        boolean hasHistograms = !data.responses().isEmpty();
        boolean isEmpty = summary.figures().completed() == 0;
        addIf(!hasRows && Files.exists(directory.result()), "data/result.csv is damaged");
        addIf(
                !hasHistograms && !isEmpty && Files.exists(directory.responseLog()),
                "data/response.hlog is damaged or empty");
        addIf(data.series().isEmpty(), "data/series.csv is missing or damaged");
        addIf(
                !hasRows && !hasHistograms && !isEmpty,
                "neither data/result.csv nor data/response.hlog is there: response times cannot be counted again");
        FromSeconds seconds = new FromSeconds(run.types(), Map.of(), Map.of());
        for (TransactionType type : run.types()) {
            TypeSummary said = summary.figures().type(type);
            if (said == null) {
                findings.add(SUMMARY + " does not name " + type.name());
                continue;
            }
            if (!data.series().isEmpty()) {
                ObjectNode counted = SummaryJson.tree(seconds.type(type, data.series()));
                compare(type.name(), said, "data/series.csv", counted.retain(COUNTS));
            }
            if (data.rows() != null) {
                FromRows rows = new FromRows(data.rows(), Map.of(), 0);
                ObjectNode counted = SummaryJson.tree(rows.type(type, data.series()));
                Latency response = Latency.of(rows.responses().get(type));
                counted.retain(COUNTS).set("response", SummaryJson.tree(response));
                compare(type.name(), said, "data/result.csv", counted);
            }
            Histogram histogram = data.responses().get(type);
            if (histogram != null) {
                Map<String, Object> counted =
                        Map.of("count", histogram.getTotalCount(), "response", Latency.of(histogram));
                compare(type.name(), said, "data/response.hlog", counted);
            }
        }
    }

    private void addIf(boolean isFound, String finding) {
        if (isFound) {
            findings.add(finding);
        }
    }

    /** Names each number and text of {@code counted} that {@code said} does not have; both as they are in files of JSON. */
    private void compare(String place, Object said, String source, Object counted) {
        compareTrees(place, SummaryJson.tree(said), source, SummaryJson.tree(counted));
    }

    private void compareTrees(String place, JsonNode said, String source, JsonNode counted) {
        if (counted.isObject()) {
            counted.fields()
                    .forEachRemaining(field -> compareTrees(
                            place.isEmpty() ? field.getKey() : place + " " + field.getKey(),
                            said.path(field.getKey()),
                            source,
                            field.getValue()));
        } else if (counted.isArray() && said.size() == counted.size()) {
            for (int i = 0; i < counted.size(); i++) {
                compareTrees(place + " " + (i + 1), said.path(i), source, counted.path(i));
            }
        } else if (counted.isArray()) {
            findings.add("%s: %s has %d, %s %d".formatted(place, SUMMARY, said.size(), source, counted.size()));
        } else if (!isSame(place, said, counted)) {
            findings.add("%s: %s says %s, %s %s".formatted(place, SUMMARY, text(said), source, text(counted)));
        }
    }

    private static boolean isSame(String place, JsonNode said, JsonNode counted) {
        double number = counted.asDouble();
        double room = counted.isIntegralNumber()
                ? 0
                : place.endsWith("Ms") ? Math.max(TIME_MS, TIME_SHARE * number) : SHARE * Math.max(1, Math.abs(number));
        // A number below 0 is not known.
        return counted.isNumber()
                ? number < 0 || said.isNumber() && Math.abs(said.asDouble() - number) <= room
                : said.asText().equals(counted.asText());
    }

    private static String text(JsonNode value) {
        return value.isNumber() ? NumberText.trimmed(value.asDouble(), 3) : value.asText("nothing");
    }

    private void compareWindow() {
        RunFacts.Window window = run.window();
        double said = window.windowSeconds();
        double byClock = (window.endEpochMillis() - window.startEpochMillis()) / 1e3;
        double bySeries = data.series().stream()
                .filter(row -> row.phase() == RunPhase.MEASURE)
                .mapToDouble(row -> row.second() + row.intervalMs() / 1e3)
                .max()
                .orElse(said);
        String found = "windowSeconds: " + SUMMARY + " says " + NumberText.trimmed(said, 3) + ", ";
        addIf(
                Math.abs(byClock - said) > 0.1,
                found + "its start and its end are " + NumberText.trimmed(byClock, 3) + " s apart");
        addIf(
                Math.abs(bySeries - said) > WINDOW_SECONDS,
                found + "data/series.csv covers " + NumberText.trimmed(bySeries, 3) + " s");
    }

    private void compareRates() {
        Figures said = summary.figures();
        Figures counted = Figures.of(
                said.types(),
                run.window().windowSeconds(),
                run,
                said.errors(),
                said.workload(),
                said.resultWaits(),
                said.thinkTimes());
        compare("", said, "its own counts and window", counted);
        Map<String, Double> work = summary.postRun().conditions().perNewOrder();
        Map<String, Double> collected = new TreeMap<>(work);
        collected.replaceAll((name, none) -> 0.0);
        collected.putAll(
                WindowConditions.of(data.collected(), summary, List.of(), 0).perNewOrder());
        compare("for each New-Order", work, "what was collected", collected);
    }

    private void compareEvents() {
        compare(
                "events",
                summary.postRun().events().stream().map(EventSummary::effect).toList(),
                "data/events.csv and the seconds",
                EventFigures.of(directory, summary).stream()
                        .map(EventSummary::effect)
                        .toList());
    }

    private void compareVerdict() {
        JsonNode file = SummaryJson.read(directory.summary(), JsonNode.class);
        addIf(
                holdsSecret(file),
                SUMMARY + " holds a secret that is not hidden: put stars in its place, and change the secret");
        compare("verdict", file.path("verdict"), "its figures say", Verdict.worst(summary));
        Steadiness steadiness = summary.postRun().conditions().steadiness();
        addIf(
                (steadiness == null || steadiness.steady())
                        && Verdict.of(WindowConditions.judged(data).summary()).contains(Verdict.UNSTEADY),
                "steadiness: " + SUMMARY + " says steady, data/series.csv is not");
        try {
            List<Threshold> bounds = Threshold.parse(run.setting(PropertyKey.THRESHOLDS), run.types());
            RunSummary judged = Thresholds.applied(bounds, summary);
            addIf(
                    !judged.postRun().thresholds().equals(summary.postRun().thresholds()),
                    "thresholds: " + SUMMARY + " does not hold what its figures say of the setting");
        } catch (IllegalArgumentException e) {
            findings.add("thresholds of " + SUMMARY + " " + e.getMessage());
        }
    }

    private static boolean holdsSecret(JsonNode node) {
        return node.isTextual()
                ? !SecretText.hideIn(node.textValue()).equals(node.textValue())
                : StreamSupport.stream(node.spliterator(), false).anyMatch(Recount::holdsSecret);
    }

    private void compareRunInfo() {
        if (!Files.exists(directory.runInfo())) {
            findings.add("data/runInfo.csv is missing");
            return;
        }
        RunInfo row = RunInfo.read(directory.runInfo());
        RunInfo said = RunInfo.of(run, run.window().startEpochMillis(), row.runMins());
        compare("", said, "data/runInfo.csv", SummaryJson.<ObjectNode>tree(row).retain(OF_RUN_INFO));
    }

    /** Settings that came from the file or from {@code -D}, which the copy of the file holds as well, and what follows from settings. */
    private void compareProperties() {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(directory.runProperties());
        } catch (IOException e) {
            findings.add("run.properties is missing or cannot be read");
            return;
        }
        addIf(
                !Arrays.equals(PropertiesCopy.masked(bytes), bytes),
                "run.properties holds a secret that is not hidden: put stars in its place, and change the secret");
        Map<String, String> given = new TreeMap<>();
        PropsFile.parse("", new String(bytes, StandardCharsets.ISO_8859_1))
                .entries()
                .forEach(entry -> given.put(
                        PropertyKey.find(entry.key()).map(PropertyKey::key).orElse(entry.key()),
                        PropsFile.readable(entry.value()).strip()));
        for (EffectiveSetting setting : run.settings()) {
            String value = given.getOrDefault(setting.key(), "");
            boolean isOfFile = setting.origin().matches(".*:\\d+|-D");
            // Other origins say what a value follows from.
            boolean isComparable = (isOfFile || setting.origin().equals("default") && !value.isEmpty())
                    && !value.contains("${")
                    && !(value + setting.value()).contains(SecretText.STARS)
                    && !setting.key().equals(PropertyKey.RESULT_DIRECTORY.key());
            addIf(
                    isComparable
                            && !value.equalsIgnoreCase(setting.value().strip())
                            && SampleTable.number(value) != SampleTable.number(setting.value()),
                    "%s: %s says \"%s\", run.properties says \"%s\""
                            .formatted(setting.key(), SUMMARY, setting.value(), value));
            addIf(
                    !SecretText.hideIn(setting.key(), setting.value()).equals(setting.value()),
                    setting.key() + " of " + SUMMARY + " is not hidden: put stars in its place, and change it");
        }
        String profile = run.setting(PropertyKey.LOAD_PROFILE);
        boolean isOpen = SampleTable.number(run.setting(PropertyKey.ARRIVAL_RATE)) > 0 || profile.contains("/min");
        String form = Boolean.parseBoolean(run.setting(PropertyKey.USE_STORED_PROCEDURES))
                ? "procedures"
                : Boolean.parseBoolean(run.setting(PropertyKey.BATCH_STATEMENTS)) ? "batch" : "plain";
        RunFacts.Pace pace = run.pace();
        compare("statementForm", run.setup().statementForm(), "its settings", form);
        compare("loadProfile", Objects.requireNonNullElse(pace.loadProfile(), ""), "its settings", profile);
        compare("is an open model", pace.pacing() == PacingMode.ARRIVAL_RATE, "its settings", isOpen);
    }
}
