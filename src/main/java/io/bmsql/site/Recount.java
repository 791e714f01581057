package io.bmsql.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.analysis.EventFigures;
import io.bmsql.analysis.GeneratorLoad;
import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.SecretText;
import io.bmsql.common.TransactionType;
import io.bmsql.common.UserText;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.Threshold;
import io.bmsql.result.AnalyticRow;
import io.bmsql.result.Checksums;
import io.bmsql.result.CollectedFigures.ErrorCounts;
import io.bmsql.result.CollectedFigures.Host;
import io.bmsql.result.CollectedFigures.InputCounts;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.EventRow;
import io.bmsql.result.EventSummary;
import io.bmsql.result.IntervalFigures.FromRows;
import io.bmsql.result.IntervalFigures.FromSeconds;
import io.bmsql.result.ReplicaRow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultFile;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Counts the figures of {@code summary.json} again from the files that they were counted in, and names what does not agree: it finds a
 * figure that was changed by hand, also where the checksums were made anew. It cannot find files that were all made up to agree.
 */
public final class Recount {
    /** What is counted of a type in rows and in seconds. */
    private static final String[] COUNTS = {"count", "rolledBack", "failed", "unknown", "retries"};

    /** Moments are whole milliseconds. */
    private static final double CLOCK_SECONDS = 0.0011;

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

    /** The seconds of several agents are not cut at the same moment. */
    private static final double WINDOW_SECONDS_OF_AGENTS = 1.5;

    private final ResultDirectory directory;
    private final RunData data;
    private final RunSummary summary;
    private final RunFacts run;
    private final Findings findings = new Findings();

    private Recount(ResultDirectory directory, RunData data) {
        this.directory = directory;
        this.data = data;
        this.summary = data.summary();
        this.run = summary.run();
    }

    /** What does not agree in all of a directory, read over its whole window, a sentence each; empty when all of it does. */
    public static List<String> findings(ResultDirectory directory, RunData data) {
        Recount recount = new Recount(directory, data);
        SettingsRecount settings = new SettingsRecount(directory, recount.run, recount.findings);
        // A run that could not write its files says so in its verdict, and can be recounted by nobody.
        if (recount.summary.ending().unwritten().isEmpty()) {
            recount.findings.collect(recount::compareFiles);
            recount.findings.collect(recount::compareTypes);
            recount.findings.collect(new LogRecount(directory, data, recount.findings)::logs);
            recount.findings.collect(recount::compareWindow);
            recount.findings.collect(recount::compareWork);
            recount.findings.collect(recount::compareSamples);
        }
        if (recount.run.types().stream()
                .allMatch(type -> recount.summary.figures().type(type) != null)) {
            recount.findings.collect(recount::compareRates);
        }
        if (recount.hasScripts()) {
            recount.findings.collect(recount::compareScripts);
        }
        recount.findings.collect(recount::compareVerdict);
        recount.findings.collect(recount::compareConditions);
        recount.findings.collect(recount::compareEvents);
        recount.findings.collect(settings::runInfo);
        recount.findings.collect(settings::properties);
        return recount.findings.all();
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
        needed.put(WarehouseCounts.CSV.in(directory), areWarehousesCounted());
        needed.put(WaitRow.CSV.in(directory), run.hasEvents());
        needed.put(EventRow.CSV.in(directory), wasEventDue());
        needed.put(directory.loadGenerator(), isOfOne);
        needed.put(directory.cpuSpeedProbe(), isOfOne && isOn(PropertyKey.CPU_SPEED_PROBE));
        needed.put(directory.collectors(), isOfOne && isSampled);
        needed.put(directory.databaseMetrics(), isOfOne && isOn(PropertyKey.DB_COLLECTOR));
        needed.put(directory.ledger(), isOfOne && isOn(PropertyKey.LEDGER));
        needed.put(ReplicaRow.CSV.in(directory), !summary.postRun().replicas().isEmpty());
        needed.put(AnalyticRow.CSV.in(directory), summary.postRun().analytics() != null);
        needed.forEach((file, isNeeded) -> findings.addIf(
                isNeeded && !Files.isRegularFile(file),
                directory.root().relativize(file) + " is missing, which such a run leaves"));
        findings.addIf(
                !conditions.hosts().isEmpty()
                        && data.collected().hosts().stream().allMatch(host -> host.system() == null),
                "data/sys_info.csv is missing, which such a run leaves");
    }

    /** False also for a run that was over before its first event. */
    private boolean wasEventDue() {
        // What the server tells of itself has no row.
        return summary.postRun().events().stream()
                        .anyMatch(event -> !event.name().equals(EventRow.SERVER))
                || Stream.of(run.setting(PropertyKey.EVENTS).split("[;\n]"))
                        .mapToDouble(event -> UserText.seconds(event.strip().split("\\s")[0]))
                        .anyMatch(seconds -> seconds < run.window().windowSeconds() - 1);
    }

    private void compareTypes() {
        findings.addIf(data.rows() == null && Files.exists(directory.result()), "data/result.csv is damaged");
        FromSeconds seconds = new FromSeconds(Map.of(), Map.of());
        for (TransactionType type : run.types()) {
            TypeSummary said = summary.figures().type(type);
            if (said == null) {
                findings.add(Findings.SUMMARY + " does not name " + type.name());
                continue;
            }
            ObjectNode counted = SummaryJson.tree(seconds.type(type, data.series()));
            findings.compare(type.name(), said, "data/series.csv", counted.retain(COUNTS));
            if (data.rows() != null) {
                FromRows rows = new FromRows(data.rows(), Map.of(), 0);
                TypeSummary ofRows = rows.type(type, data.series());
                counted = SummaryJson.tree(ofRows);
                findings.compare(type.name(), said, "data/result.csv", counted.retain(COUNTS));
                // Of several rows with the longest time, in whole milliseconds, one was the longest.
                Map<Long, Long> times = data.rows().type(type).responses();
                if (ofRows.count() > 0 && times.getOrDefault(Collections.max(times.keySet()), 0L) == 1) {
                    String name = type.name() + " maxAtSeconds";
                    double at = ofRows.maxAtSeconds();
                    findings.compareLength(name, said.maxAtSeconds(), at, "data/result.csv", CLOCK_SECONDS);
                }
            }
        }
    }

    /** False also where nobody knows what a lost agent did in its warehouses. */
    private boolean areWarehousesCounted() {
        return run.metric().has("warehouses") && run.size().lostAgents().isEmpty();
    }

    /** What came in, where it went, and what failed. */
    private void compareWork() {
        if (run.metric().has("warehouses")) {
            WorkloadCounts inputs = data.collected().inputs().stream()
                    .map(InputCounts::counts)
                    .reduce(WorkloadCounts.NONE, WorkloadCounts::plus);
            findings.compare("workload", summary.figures().workload(), "data/inputs.csv", inputs);
        }
        if (areWarehousesCounted()) {
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
            findings.compare("", said, "data/warehouse_heat.csv", counted);
        }
        Map<String, Long> counted = new TreeMap<>();
        data.collected().errors().forEach(row -> counted.merge(row.errorClass(), row.attempts(), Long::sum));
        Map<String, Long> said = new TreeMap<>();
        summary.figures()
                .errors()
                .forEach(error ->
                        said.merge(error.errorClass(), error.attempts() + error.attemptsOutsideWindow(), Long::sum));
        findings.addIf(!said.equals(counted), "errors", said, "data/errors.csv", counted);
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
            findings.addIf(
                    Math.abs(row.perTransaction() - row.executions() / (double) all.executions()) > STATEMENT_SHARE
                            || Math.abs(row.sharePercent() - 100 * share)
                                    > STATEMENT_SHARE * (1 + 200 * share / row.meanMicros()),
                    "data/statement_times.csv: %s of %s has not the share of its own times"
                            .formatted(row.statement(), row.type()));
        }
    }

    private void compareHost(Host host) {
        SampleTable system = Objects.requireNonNull(host.system());
        findings.addIf(
                Stream.concat(host.disks().stream(), host.networks().stream())
                        .flatMapToDouble(device -> Arrays.stream(device.seconds()))
                        .anyMatch(second -> Arrays.binarySearch(system.seconds(), second) < 0),
                (host.name() + " devices were sampled at other moments than data/sys_info.csv says").strip());
        double[] sums = new double[system.seconds().length];
        PROCESSOR_SHARES.stream()
                .map(system::column)
                .filter(Objects::nonNull)
                .forEach(shares -> Arrays.setAll(sums, i -> sums[i] + shares[i]));
        findings.addIf(
                Arrays.stream(sums).anyMatch(sum -> sum > 0 && Math.abs(sum - 1) > PROCESSOR_SHARE),
                (host.name() + " processor shares of data/sys_info.csv are not all of the time").strip());
    }

    private void compareWindow() {
        RunFacts.Window window = run.window();
        double said = window.windowSeconds();
        double byClock = (window.endEpochMillis() - window.startEpochMillis()) / 1e3;
        double room = run.size().agents() == null ? CLOCK_SECONDS : WINDOW_SECONDS_OF_AGENTS;
        findings.compareLength("windowSeconds", said, byClock, "the moments of its start and end", Math.min(0.1, room));
        for (TransactionType type : run.types()) {
            findings.compareLength("windowSeconds", said, seconds(type, RunPhase.MEASURE), "data/series.csv", room);
            // A run that was over before its window has a part of the ramp-up that was planned.
            double rampup = said == 0 ? window.rampupSeconds() : seconds(type, RunPhase.RAMPUP);
            findings.compareLength("rampupSeconds", window.rampupSeconds(), rampup, "data/series.csv", room);
        }
        // A window that ends within a second shares it with what comes after it.
        Map<String, Double> lengths = new HashMap<>();
        for (SeriesRow row : data.series()) {
            findings.addIf(
                    !lengths.computeIfAbsent(row.phase() + " " + row.second(), second -> row.intervalMs())
                            .equals(row.intervalMs()),
                    "second %d of data/series.csv has not one length for all types".formatted(row.second()));
        }
    }

    private double seconds(TransactionType type, RunPhase phase) {
        return data.series().stream()
                .filter(row -> row.phase() == phase && row.type().equals(type))
                .mapToDouble(row -> row.intervalMs() / 1e3)
                .sum();
    }

    /** What follows from files of collectors; another version may have judged otherwise. */
    private void compareConditions() {
        RunConditions said = summary.postRun().conditions();
        RunConditions counted =
                WindowConditions.judged(data).summary().postRun().conditions();
        if (isOfThisVersion(run) && run.size().agents() == null) {
            ObjectNode tree = SummaryJson.tree(counted);
            findings.compare(
                    "",
                    said,
                    "what was collected",
                    tree.retain("steadiness", "hostSpeed", "hosts", "compilerPercent", "unsafeSettings"));
            // What is judged above keeps the limit that the run itself found.
            GeneratorLoad generator =
                    WindowConditions.generator(data.series(), data.collected(), summary, data.windowStart());
            RunConditions limited =
                    WindowConditions.of(data.collected(), summary, List.of(generator), data.windowStart());
            findings.compare("limit", cause(said), "what was collected", cause(limited));
            findings.compare(
                    "limit",
                    Objects.<Object>requireNonNullElse(said.limit(), ""),
                    "what was collected",
                    Objects.<Object>requireNonNullElse(limited.limit(), ""));
        }
    }

    private static String cause(RunConditions conditions) {
        return conditions.limit() == null ? "" : conditions.limit().cause().name();
    }

    /** False where another version made the run, which may have judged otherwise. */
    static boolean isOfThisVersion(RunFacts run) {
        return ProgramContext.version().equals(run.setup().toolVersion());
    }

    private void compareRates() {
        Figures said = summary.figures();
        Figures counted =
                Figures.of(said.types(), run, said.errors(), said.workload(), said.resultWaits(), said.thinkTimes());
        findings.compare("", said, "its own counts and window", counted);
        Map<String, Double> work = summary.postRun().conditions().perNewOrder();
        Map<String, Double> collected = new TreeMap<>(work);
        collected.replaceAll((name, none) -> 0.0);
        collected.putAll(
                WindowConditions.of(data.collected(), summary, List.of(), 0).perNewOrder());
        findings.compare("for each New-Order", work, "what was collected", collected);
    }

    private void compareEvents() {
        List<EventSummary> counted = EventFigures.of(directory, summary);
        findings.compare("events", summary.postRun().events(), "data/events.csv and the seconds", counted);
    }

    private void compareVerdict() {
        JsonNode file = SummaryJson.read(directory.summary(), JsonNode.class);
        findings.addIf(
                holdsSecret(file),
                Findings.SUMMARY + " holds a secret that is not hidden: put stars in its place, and change the secret");
        findings.compare("verdict", file.path("verdict"), "its figures say", Verdict.worst(summary));
        Steadiness steadiness = summary.postRun().conditions().steadiness();
        Steadiness counted =
                WindowConditions.judged(data).summary().conditions().steadiness();
        // Older versions did not look for a level that came back.
        boolean isSteady =
                counted == null || counted.steady() || counted.backAtSeconds() != null && !isOfThisVersion(run);
        findings.addIf(
                (steadiness == null || steadiness.steady()) && !isSteady,
                "steadiness: " + Findings.SUMMARY + " says steady, data/series.csv is not");
        try {
            List<Threshold> bounds = Threshold.parse(run.setting(PropertyKey.THRESHOLDS), run.types());
            RunSummary judged = Thresholds.applied(bounds, summary);
            findings.addIf(
                    !judged.postRun().thresholds().equals(summary.postRun().thresholds()),
                    "thresholds: " + Findings.SUMMARY + " does not hold what its figures say of the setting");
        } catch (IllegalArgumentException e) {
            findings.add("thresholds of " + Findings.SUMMARY + " " + e.getMessage());
        }
    }

    /** The copies of scripts are those of the sum that rankings go by. */
    private void compareScripts() {
        SortedMap<String, String> texts = new TreeMap<>();
        for (Path copy : ResultDirectory.list(scripts())) {
            texts.put(copy.getFileName().toString(), new String(ResultFile.bytes(copy), StandardCharsets.UTF_8));
        }
        String said = run.environment().getOrDefault(RunFacts.TEXTS, "");
        findings.compare(RunFacts.TEXTS, said, "scripts/", Checksums.ofTexts(texts));
    }

    private Path scripts() {
        return directory.root().resolve(ScriptsConfig.FOLDER);
    }

    /** A benchmark without scripts has neither copies of them nor their sum. */
    private boolean hasScripts() {
        return run.setup().workload() != null
                && (Files.isDirectory(scripts()) || run.environment().containsKey(RunFacts.TEXTS));
    }

    private static boolean holdsSecret(JsonNode node) {
        return node.isTextual()
                ? !SecretText.hideIn(node.textValue()).equals(node.textValue())
                : StreamSupport.stream(node.spliterator(), false).anyMatch(Recount::holdsSecret);
    }
}
