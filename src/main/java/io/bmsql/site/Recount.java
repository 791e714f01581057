package io.bmsql.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.analysis.EventFigures;
import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.PropsFile;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.Threshold;
import io.bmsql.result.AnalyticRow;
import io.bmsql.result.Checksums;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.Host;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.EventRow;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.IntervalFigures.FromRows;
import io.bmsql.result.IntervalFigures.FromSeconds;
import io.bmsql.result.Latency;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ReplicaRow;
import io.bmsql.result.ResultCsvAggregator;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SampleTable;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.StatementTime;
import io.bmsql.result.Steadiness;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WaitRow;
import io.bmsql.result.WorkloadCounts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** The same in two ways: decimals of a file, and what a sum of doubles loses. */
    private static final double SHARE = 1e-6;

    /** Times in {@code series.csv} have three digits behind the point. */
    private static final double SERIES_MS = 0.00051;

    /** Moments are whole milliseconds. */
    private static final double CLOCK_SECONDS = 0.0011;

    /** Logs have whole milliseconds, and what begins with the end of the window is not in it. */
    private static final double HALF_MILLI = 0.0005;

    /** Files with a time in each line that the program itself writes, and those of its own collector of hosts. */
    private static final String SAMPLES = "(load_generator|cpu_speed_probe|db_metrics|sessions|inputs)\\.csv";

    private static final String OF_HOST = "(sys_info|(blk|net)_.*)\\.csv";

    /** Shares of a processor's time, of which there is no other; guests are users. */
    private static final List<String> PROCESSOR_SHARES = Stream.of(
                    "user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
            .map("cpu_"::concat)
            .toList();

    /** Eight shares, each rounded to six digits. */
    private static final double PROCESSOR_SHARE = 1e-5;

    /** Three digits behind the point. */
    private static final double STATEMENT_SHARE = 0.00051;

    /** No zone is further away. */
    private static final long MAX_ZONE_HOURS = 18;

    /** A zone's offset is a multiple of it. */
    private static final int ZONE_MINUTES = 15;

    /** The seconds of several agents are not cut at the same moment. */
    private static final double WINDOW_SECONDS_OF_AGENTS = 1.5;

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

    /** What does not agree in all of a directory, read over its whole window, a sentence each; empty when all of it does. */
    public static List<String> findings(ResultDirectory directory, RunData data) {
        Recount recount = new Recount(directory, data);
        // A run that could not write its files says so in its verdict, and can be recounted by nobody.
        if (recount.summary.ending().unwritten().isEmpty()) {
            recount.compare(recount::compareFiles);
            recount.compare(recount::compareTypes);
            recount.compare(recount::compareLogs);
            recount.compare(recount::compareWindow);
            recount.compare(recount::compareWork);
            recount.compare(recount::compareSamples);
        }
        if (recount.run.types().stream()
                .allMatch(type -> recount.summary.figures().type(type) != null)) {
            recount.compare(recount::compareRates);
        }
        if (recount.hasScripts()) {
            recount.compare(recount::compareScripts);
        }
        recount.compare(recount::compareVerdict);
        recount.compare(recount::compareConditions);
        recount.compare(recount::compareEvents);
        recount.compare(recount::compareRunInfo);
        recount.compare(recount::compareProperties);
        return recount.findings.stream().distinct().toList();
    }

    /** What cannot be read is named, and the rest is compared all the same. */
    private void compare(Runnable part) {
        try {
            part.run();
        } catch (ResultReadException e) {
            findings.add(String.valueOf(e.getMessage()));
        }
    }

    private boolean isOn(PropertyKey key) {
        return Boolean.parseBoolean(run.setting(key));
    }

    /** The files that a run with these settings and figures leaves. */
    private void compareFiles() {
        boolean isOfOne = run.size().agents() == null;
        boolean isSampled = isOn(PropertyKey.DB_COLLECTOR)
                || !run.setting(PropertyKey.OS_COLLECTOR_SCRIPT).isEmpty();
        RunConditions conditions = summary.postRun().conditions();
        Map<Path, Boolean> needed = new LinkedHashMap<>();
        needed.put(SeriesRow.CSV.in(directory), true);
        needed.put(directory.responseLog(), true);
        needed.put(directory.serviceLog(), true);
        needed.put(ErrorCounts.CSV.in(directory), true);
        needed.put(directory.result(), isOfOne);
        needed.put(InputCounts.CSV.in(directory), run.metric().has("clauses"));
        needed.put(WarehouseCounts.CSV.in(directory), run.metric().has("warehouses"));
        needed.put(WaitRow.CSV.in(directory), run.hasEvents());
        needed.put(EventRow.CSV.in(directory), run.hasEvents());
        needed.put(directory.loadGenerator(), isOfOne);
        needed.put(directory.cpuSpeedProbe(), isOfOne && isOn(PropertyKey.CPU_SPEED_PROBE));
        needed.put(directory.collectors(), isOfOne && isSampled);
        needed.put(directory.databaseMetrics(), isOfOne && isOn(PropertyKey.DB_COLLECTOR));
        needed.put(directory.ledger(), isOfOne && isOn(PropertyKey.LEDGER));
        needed.put(ReplicaRow.CSV.in(directory), !summary.postRun().replicas().isEmpty());
        needed.put(AnalyticRow.CSV.in(directory), summary.postRun().analytics() != null);
        needed.forEach((file, isNeeded) -> addIf(
                isNeeded && !Files.isRegularFile(file),
                directory.root().relativize(file) + " is missing, which such a run leaves"));
        addIf(
                !conditions.hosts().isEmpty()
                        && data.collected().hosts().stream().allMatch(host -> host.system() == null),
                "data/sys_info.csv is missing, which such a run leaves");
    }

    private void compareTypes() {
        addIf(data.rows() == null && Files.exists(directory.result()), "data/result.csv is damaged");
        FromSeconds seconds = new FromSeconds(Map.of(), Map.of());
        for (TransactionType type : run.types()) {
            TypeSummary said = summary.figures().type(type);
            if (said == null) {
                findings.add(SUMMARY + " does not name " + type.name());
                continue;
            }
            ObjectNode counted = SummaryJson.tree(seconds.type(type, data.series()));
            compare(type.name(), said, "data/series.csv", counted.retain(COUNTS));
            if (data.rows() != null) {
                FromRows rows = new FromRows(data.rows(), Map.of(), 0);
                TypeSummary ofRows = rows.type(type, data.series());
                counted = SummaryJson.tree(ofRows);
                compare(type.name(), said, "data/result.csv", counted.retain(COUNTS));
                // Of several rows with the longest time, in whole milliseconds, one was the longest.
                Map<Long, Long> times = data.rows().type(type).responses();
                if (ofRows.count() > 0 && times.getOrDefault(Collections.max(times.keySet()), 0L) == 1) {
                    compareLength(
                            type.name() + " maxAtSeconds",
                            said.maxAtSeconds(),
                            ofRows.maxAtSeconds(),
                            "data/result.csv",
                            CLOCK_SECONDS);
                }
            }
        }
    }

    /** Response and service times: the summary against the logs, the logs against the seconds, and against the rows, a millisecond each. */
    private void compareLogs() {
        compareLog("response", directory.responseLog(), TypeSummary::response, ResultCsvAggregator.Type::responses);
        compareLog("service", directory.serviceLog(), TypeSummary::service, ResultCsvAggregator.Type::serviceTimes);
    }

    private void compareLog(
            String times,
            Path log,
            Function<TypeSummary, Latency> figures,
            Function<ResultCsvAggregator.Type, Map<Long, Long>> rows) {
        String name = directory.root().relativize(log).toString();
        double windowSeconds = run.window().windowSeconds();
        Map<TransactionType, Histogram> window = TransactionTypes.map();
        Map<TransactionType, Iterator<SeriesRow>> series = new HashMap<>();
        // A transaction that ends between two seconds may be in another one in each log, and each agent has seconds of
        // its own.
        if (log.equals(directory.responseLog()) && run.size().agents() == null) {
            run.types()
                    .forEach(type -> series.put(
                            type,
                            data.series().stream()
                                    .filter(row -> row.type().equals(type) && row.completed() > 0)
                                    .iterator()));
        }
        HistogramLog.read(log, run.types(), interval -> {
            if (interval.startSeconds() >= 0 && interval.startSeconds() < windowSeconds - HALF_MILLI) {
                window.computeIfAbsent(interval.type(), type -> new Histogram(3))
                        .add(interval.histogram());
            }
            Iterator<SeriesRow> seconds = series.get(interval.type());
            if (seconds != null && !hasSameCount(interval, seconds)) {
                findings.add("%s at %s s: counts of %s and data/series.csv differ"
                        .formatted(interval.type().name(), interval.startSeconds(), name));
                // All that follows would differ too.
                series.remove(interval.type());
            }
        });
        series.forEach((type, left) -> addIf(left.hasNext(), name + " lacks " + type.name() + " of data/series.csv"));
        for (TransactionType type : run.types()) {
            TypeSummary said = summary.figures().type(type);
            Histogram counted = window.getOrDefault(type, new Histogram(3));
            if (said != null) {
                Latency time = figures.apply(said);
                // The longest one is known to the microsecond, which no bucket is.
                addIf(
                        counted.getTotalCount() > 0
                                && !counted.valuesAreEquivalent(Math.round(time.maxMs() * 1000), counted.getMaxValue()),
                        "%s %s maxMs: %s says %s, %s %s"
                                .formatted(
                                        type.name(), times, SUMMARY, time.maxMs(), name, counted.getMaxValue() / 1e3));
                compare(
                        type.name(),
                        said,
                        name,
                        Map.of("count", counted.getTotalCount(), times, Latency.of(counted, time.maxMs())));
            }
            if (data.rows() != null) {
                addIf(
                        !isRounded(counted, rows.apply(data.rows().type(type))),
                        "%s: %s times of data/result.csv are not those of %s".formatted(type.name(), times, name));
            }
        }
    }

    /** True when the next seconds of the series have the transactions of the interval: one second, whose times are compared, or several. */
    private boolean hasSameCount(HistogramLog.Interval interval, Iterator<SeriesRow> series) {
        Histogram histogram = interval.histogram();
        long left = histogram.getTotalCount();
        SeriesRow row = null;
        while (left > 0 && series.hasNext()) {
            row = series.next();
            left -= row.completed();
        }
        if (left == 0 && row != null && row.completed() == histogram.getTotalCount()) {
            SeriesRow.Times said = row.times();
            Latency counted = Latency.of(histogram);
            addIf(
                    Math.abs(said.responseP50Ms() - counted.p50Ms()) > SERIES_MS
                            || Math.abs(said.responseP90Ms() - counted.p90Ms()) > SERIES_MS
                            || Math.abs(said.responseP99Ms() - counted.p99Ms()) > SERIES_MS
                            || Math.abs(said.responseMaxMs() - counted.maxMs()) > SERIES_MS,
                    "%s at %s s: response times of data/response.hlog and data/series.csv differ"
                            .formatted(row.type().name(), interval.startSeconds()));
        }
        return left == 0;
    }

    /** True when the rows are the values of the histogram, each rounded to a millisecond. */
    private static boolean isRounded(Histogram micros, Map<Long, Long> rows) {
        long count = 0;
        for (Map.Entry<Long, Long> row : rows.entrySet()) {
            boolean isBefore = row.getKey() == 0 || isBelow(micros, row.getKey() - 500, count);
            count += row.getValue();
            if (!isBefore || !isBelow(micros, row.getKey() + 500, count)) {
                return false;
            }
        }
        return count == micros.getTotalCount();
    }

    /** True when so many values may be below the edge: those of its bucket may be on both sides of it. */
    private static boolean isBelow(Histogram micros, long edge, long count) {
        return count >= micros.getCountBetweenValues(0, Math.max(0, micros.lowestEquivalentValue(edge - 1) - 1))
                && count <= micros.getCountBetweenValues(0, edge);
    }

    /** What came in, where it went, and what failed. */
    private void compareWork() {
        if (run.metric().has("warehouses")) {
            WorkloadCounts inputs = data.collected().inputs().stream()
                    .map(InputCounts::counts)
                    .reduce(WorkloadCounts.NONE, WorkloadCounts::plus);
            compare("workload", summary.figures().workload(), "data/inputs.csv", inputs);
            List<WarehouseCounts> heat = data.collected().warehouses();
            Map<String, Long> counted = Map.of(
                    "NEW_ORDER",
                            heat.stream().mapToLong(WarehouseCounts::newOrders).sum(),
                    "PAYMENT",
                            heat.stream().mapToLong(WarehouseCounts::payments).sum(),
                    "failed", heat.stream().mapToLong(WarehouseCounts::failed).sum());
            Map<String, Long> said =
                    new TreeMap<>(Map.of("failed", summary.figures().givenUp()));
            summary.figures().types().forEach(type -> said.put(type.type(), type.count()));
            compare("", said, "data/warehouse_heat.csv", counted);
        }
        Map<String, Long> counted = new TreeMap<>();
        data.collected().errors().forEach(row -> counted.merge(row.errorClass(), row.attempts(), Long::sum));
        Map<String, Long> said = new TreeMap<>();
        summary.figures()
                .errors()
                .forEach(error ->
                        said.merge(error.errorClass(), error.attempts() + error.attemptsOutsideWindow(), Long::sum));
        addIf(!said.equals(counted), "errors: %s says %s, data/errors.csv %s".formatted(SUMMARY, said, counted));
    }

    /** What one file alone tells: samples stand in the order of their time, and shares are those of their whole. */
    private void compareSamples() {
        if (run.size().agents() != null) {
            return;
        }
        boolean isBuiltIn = run.setting(PropertyKey.OS_COLLECTOR_SCRIPT).equals("builtin");
        ResultDirectory.list(directory.data()).stream()
                .filter(file -> file.getFileName().toString().matches(isBuiltIn ? SAMPLES + "|" + OF_HOST : SAMPLES))
                .filter(file -> !SampleTable.isInOrder(file))
                .forEach(file ->
                        findings.add(directory.root().relativize(file) + ": its lines are not in the order of time"));
        data.collected().hosts().stream()
                .filter(host -> isBuiltIn && host.system() != null)
                .forEach(this::compareHost);
        Map<String, StatementTime> whole = new HashMap<>();
        for (StatementTime row : data.collected().database().times()) {
            StatementTime all = row.statement().isEmpty() ? row : whole.getOrDefault(row.type(), row);
            whole.putIfAbsent(row.type(), all);
            double share = row.executions() * row.meanMicros() / (all.executions() * all.meanMicros());
            addIf(
                    Math.abs(row.perTransaction() - row.executions() / (double) all.executions()) > STATEMENT_SHARE
                            || Math.abs(row.sharePercent() - 100 * share)
                                    > STATEMENT_SHARE * (1 + 200 * share / row.meanMicros()),
                    "data/statement_times.csv: %s of %s has not the share of its own times"
                            .formatted(row.statement(), row.type()));
        }
    }

    private void compareHost(Host host) {
        SampleTable system = Objects.requireNonNull(host.system());
        addIf(
                Stream.concat(host.disks().stream(), host.networks().stream())
                        .flatMapToDouble(device -> Arrays.stream(device.seconds()))
                        .anyMatch(second -> Arrays.binarySearch(system.seconds(), second) < 0),
                (host.name() + " devices were sampled at other moments than data/sys_info.csv says").strip());
        double[] sums = new double[system.seconds().length];
        PROCESSOR_SHARES.stream()
                .map(system::column)
                .filter(Objects::nonNull)
                .forEach(shares -> Arrays.setAll(sums, i -> sums[i] + shares[i]));
        addIf(
                Arrays.stream(sums).anyMatch(sum -> sum > 0 && Math.abs(sum - 1) > PROCESSOR_SHARE),
                (host.name() + " processor shares of data/sys_info.csv are not all of the time").strip());
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
        } else if (!isSame(said, counted)) {
            findings.add("%s: %s says %s, %s %s".formatted(place, SUMMARY, text(said), source, text(counted)));
        }
    }

    private static boolean isSame(JsonNode said, JsonNode counted) {
        double number = counted.asDouble();
        double room = counted.isIntegralNumber() ? 0 : SHARE * Math.max(1e-3, Math.abs(number));
        if (counted.isNull()) {
            return said.isNull() || said.isMissingNode();
        }
        // What is not known is a number below 0.
        return counted.isNumber()
                ? number == RunSummary.UNKNOWN && said.asDouble() < 0
                        || said.isNumber() && Math.abs(said.asDouble() - number) <= room
                : said.asText().equals(counted.asText());
    }

    private static String text(JsonNode value) {
        return value.isNumber() ? NumberText.trimmed(value.asDouble(), 3) : value.asText("nothing");
    }

    private void compareWindow() {
        RunFacts.Window window = run.window();
        double said = window.windowSeconds();
        double byClock = (window.endEpochMillis() - window.startEpochMillis()) / 1e3;
        double room = run.size().agents() == null ? CLOCK_SECONDS : WINDOW_SECONDS_OF_AGENTS;
        compareLength("windowSeconds", said, byClock, "the moments of its start and end", Math.min(0.1, room));
        for (TransactionType type : run.types()) {
            compareLength("windowSeconds", said, seconds(type, RunPhase.MEASURE), "data/series.csv", room);
            compareLength(
                    "rampupSeconds", window.rampupSeconds(), seconds(type, RunPhase.RAMPUP), "data/series.csv", room);
        }
        // A window that ends within a second shares it with what comes after it.
        Map<String, Double> lengths = new HashMap<>();
        for (SeriesRow row : data.series()) {
            addIf(
                    !lengths.computeIfAbsent(row.phase() + " " + row.second(), second -> row.intervalMs())
                            .equals(row.intervalMs()),
                    "second %d of data/series.csv has not one length for all types".formatted(row.second()));
        }
    }

    /** The time that the rows of a type cover. */
    private double seconds(TransactionType type, RunPhase phase) {
        return data.series().stream()
                .filter(row -> row.phase() == phase && row.type().equals(type))
                .mapToDouble(row -> row.intervalMs() / 1e3)
                .sum();
    }

    private void compareLength(String name, double said, double counted, String source, double room) {
        addIf(
                Math.abs(said - counted) > room,
                "%s: %s says %s, by %s it is %s"
                        .formatted(name, SUMMARY, NumberText.trimmed(said, 3), source, NumberText.trimmed(counted, 3)));
    }

    /** What follows from files of collectors; another version may have judged otherwise. */
    private void compareConditions() {
        RunConditions said = summary.postRun().conditions();
        RunConditions counted =
                WindowConditions.judged(data).summary().postRun().conditions();
        if (isOfThisVersion() && run.size().agents() == null) {
            ObjectNode tree = SummaryJson.tree(counted);
            compare(
                    "",
                    said,
                    "what was collected",
                    tree.retain("steadiness", "hostSpeed", "hosts", "compilerPercent", "unsafeSettings"));
            // What is judged above keeps the limit that the run itself found.
            GeneratorLoad generator =
                    WindowConditions.generator(data.series(), data.collected(), summary, data.windowStart());
            RunConditions limited =
                    WindowConditions.of(data.collected(), summary, List.of(generator), data.windowStart());
            compare("limit", cause(said), "what was collected", cause(limited));
            compare(
                    "limit",
                    Objects.<Object>requireNonNullElse(said.limit(), ""),
                    "what was collected",
                    Objects.<Object>requireNonNullElse(limited.limit(), ""));
        }
    }

    private static String cause(RunConditions conditions) {
        return conditions.limit() == null ? "" : conditions.limit().cause().name();
    }

    private boolean isOfThisVersion() {
        return ProgramContext.version().equals(run.setup().toolVersion());
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
                summary.postRun().events(),
                "data/events.csv and the seconds",
                EventFigures.of(directory, summary));
    }

    private void compareVerdict() {
        JsonNode file = SummaryJson.read(directory.summary(), JsonNode.class);
        addIf(
                holdsSecret(file),
                SUMMARY + " holds a secret that is not hidden: put stars in its place, and change the secret");
        compare("verdict", file.path("verdict"), "its figures say", Verdict.worst(summary));
        Steadiness steadiness = summary.postRun().conditions().steadiness();
        Steadiness counted =
                WindowConditions.judged(data).summary().conditions().steadiness();
        // Older versions did not look for a level that came back.
        boolean isSteady = counted == null || counted.steady() || counted.backAtSeconds() != null && !isOfThisVersion();
        addIf(
                (steadiness == null || steadiness.steady()) && !isSteady,
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

    /** The copies of scripts are those of the sum that rankings go by. */
    private void compareScripts() {
        SortedMap<String, String> texts = new TreeMap<>();
        for (Path copy : ResultDirectory.list(scripts())) {
            texts.put(copy.getFileName().toString(), new String(ResultFile.bytes(copy), StandardCharsets.UTF_8));
        }
        compare(
                RunFacts.TEXTS,
                run.environment().getOrDefault(RunFacts.TEXTS, ""),
                "scripts/",
                Checksums.ofTexts(texts));
    }

    private Path scripts() {
        return directory.root().resolve(ScriptsConfig.FOLDER);
    }

    /** A benchmark without scripts has neither copies of them nor their sum. */
    private boolean hasScripts() {
        return run.setup().workload() != null
                && (Files.isDirectory(scripts()) || run.environment().containsKey(RunFacts.TEXTS));
    }

    private boolean isDefault(EffectiveSetting setting) {
        // Some follow from other settings, as the deck does from waits.
        boolean isOfWaits =
                run.pace().pacing() == PacingMode.THINK_TIME && setting.key().equals(PropertyKey.MIX_DECK.key());
        return isOfWaits
                || PropertyKey.find(setting.key())
                        .filter(key -> key.defaultText().matches("true|false|-?[0-9.]+"))
                        .filter(key -> !key.defaultText().equals(setting.value())
                                && SampleTable.number(key.defaultText()) != SampleTable.number(setting.value()))
                        .isEmpty();
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
        // The row is in the time of some zone.
        long apart = row.startEpochMillis() - run.window().startEpochMillis();
        addIf(
                apart % TimeUnit.MINUTES.toMillis(ZONE_MINUTES) != 0
                        || Math.abs(apart) > TimeUnit.HOURS.toMillis(MAX_ZONE_HOURS),
                "sessionStart of data/runInfo.csv is not the start in " + SUMMARY);
        addIf(
                SampleTable.number(row.runMins()) != SampleTable.number(run.setting(PropertyKey.RUN_MINS)),
                "runMins: data/runInfo.csv says " + row.runMins() + ", the settings say "
                        + run.setting(PropertyKey.RUN_MINS));
    }

    /** Settings that came from the file or from {@code -D}, which the copy of the file holds as well, and what follows from settings. */
    private void compareProperties() {
        byte[] bytes = ResultFile.bytes(directory.runProperties());
        addIf(
                !Arrays.equals(PropertiesCopy.masked(bytes), bytes),
                "run.properties holds a secret that is not hidden: put stars in its place, and change the secret");
        Map<String, String> given = new TreeMap<>();
        PropsFile.parse("", new String(bytes, StandardCharsets.ISO_8859_1))
                .entries()
                .forEach(entry -> PropertyKey.find(entry.key())
                        .ifPresent(key -> given.put(
                                key.key(),
                                key.read(PropsFile.readable(entry.value())).strip())));
        Set<String> recorded =
                run.settings().stream().map(EffectiveSetting::key).collect(Collectors.toSet());
        given.keySet()
                .forEach(key -> addIf(
                        !recorded.contains(key),
                        key + ": run.properties has it, and the settings of " + SUMMARY + " have not"));
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
                    isOfThisVersion() && setting.origin().equals("default") && !isDefault(setting),
                    setting.key() + ": " + SUMMARY + " says \"" + setting.value() + "\", which is not its default");
            addIf(
                    !SecretText.hideIn(setting.key(), setting.value()).equals(setting.value()),
                    setting.key() + " of " + SUMMARY + " is not hidden: put stars in its place, and change it");
        }
        String profile = run.setting(PropertyKey.LOAD_PROFILE);
        boolean isOpen = SampleTable.number(run.setting(PropertyKey.ARRIVAL_RATE)) > 0 || profile.contains("/");
        String form = Boolean.parseBoolean(run.setting(PropertyKey.USE_STORED_PROCEDURES))
                ? "procedures"
                : Boolean.parseBoolean(run.setting(PropertyKey.BATCH_STATEMENTS)) ? "batch" : "plain";
        RunFacts.Pace pace = run.pace();
        addIf(
                SampleTable.number(run.setting(PropertyKey.SEED)) != run.setup().seed(),
                "seed: " + SUMMARY + " says " + run.setup().seed() + ", its settings say "
                        + run.setting(PropertyKey.SEED));
        addIf(
                run.size().agents() == null
                        && isOfThisVersion()
                        && SampleTable.number(run.setting(PropertyKey.SUT_THREADS))
                                != run.size().sutThreads(),
                "sutThreads: " + SUMMARY + " says " + run.size().sutThreads() + ", its settings say "
                        + run.setting(PropertyKey.SUT_THREADS));
        compare("statementForm", run.setup().statementForm(), "its settings", form);
        compare("loadProfile", Objects.requireNonNullElse(pace.loadProfile(), ""), "its settings", profile);
        compare("is an open model", pace.pacing() == PacingMode.ARRIVAL_RATE, "its settings", isOpen);
    }
}
