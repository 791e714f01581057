package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.Circumstances;
import io.bmsql.report.ReportModel.LoadPart;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.secret.SecretText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The circumstances of a run in words, secrets hidden. */
final class EnvironmentFacts {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final RunSummary summary;
    private final ZoneId zone;
    private final Words words;

    EnvironmentFacts(RunSummary summary, ZoneId zone, Words words) {
        this.summary = summary;
        this.zone = zone;
        this.words = words;
    }

    Circumstances circumstances() {
        return new Circumstances(settings(), facts(), load());
    }

    private Map<String, String> facts() {
        Map<String, String> environment = new LinkedHashMap<>();
        RunSummary.RunFacts run = summary.run();
        put(environment, "env.program", program() + " " + run.setup().toolVersion());
        put(environment, "env.database", run.setup().db());
        put(environment, "env.window", window());
        put(environment, "env.rampup", NumberText.duration(run.window().rampupSeconds()));
        put(
                environment,
                "env.mode",
                words.textOr("env.mode." + run.pace().mode(), run.pace().mode()));
        put(
                environment,
                "env.warehouses",
                words.text(
                        "env.warehouses.value",
                        NumberText.count(run.size().warehouses()),
                        NumberText.count(run.size().loadedWarehouses())));
        put(
                environment,
                "env.terminals",
                words.text(
                        "env.terminals.value",
                        NumberText.count(run.size().terminals()),
                        NumberText.count(run.size().sutThreads())));
        put(
                environment,
                "env.statement-profile",
                run.setup().statementProfile().isEmpty()
                        ? words.text("env.none")
                        : run.setup().statementProfile());
        if (summary.derivedFrom() == null) {
            put(environment, "env.statement-form", run.setup().statementForm());
            put(
                    environment,
                    "env.isolation-level",
                    run.setup().isolationLevel().toLowerCase(Locale.ROOT).replace('_', ' '));
            put(environment, "env.seed", Long.toString(run.setup().seed()));
        } else {
            put(environment, "env.derived", SecretText.hideIn(summary.derivedFrom()));
        }
        put(environment, "env.pacing", pacing());
        Map<String, String> others = new LinkedHashMap<>(run.environment());
        others.remove(RunData.PROGRAM);
        others.forEach((key, value) -> {
            String plain = plainWords(key);
            environment.put(words.textOr("env." + plain.replace(' ', '-'), plain), hidden(key, value));
        });
        return environment;
    }

    /** The program that ran: this one or BenchmarkSQL. */
    String program() {
        return summary.run().environment().getOrDefault(RunData.PROGRAM, "bmsql");
    }

    private void put(Map<String, String> facts, String key, String value) {
        facts.put(words.text(key), value);
    }

    /** A dash where the directory lacks the time of day. */
    String moment(long epochMillis) {
        return epochMillis == 0
                ? "\u2013"
                : MOMENT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    private String window() {
        RunSummary.RunFacts run = summary.run();
        return words.text(
                "env.window.value",
                moment(run.window().startEpochMillis()),
                run.window().startEpochMillis() == 0
                        ? moment(0)
                        : moment(run.window().endEpochMillis()),
                NumberText.duration(run.window().windowSeconds()));
    }

    /** {@code driverHost} as people write it: driver host. */
    private static String plainWords(String key) {
        return key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** The pace of the terminals in words. */
    private String pacing() {
        RunSummary.RunFacts run = summary.run();
        return switch (run.pace().pacing()) {
            case FLAT_OUT -> words.text("pacing.flat");
            case RATE -> words.text("pacing.rate", NumberText.count(run.pace().limitTxnsPerMin()));
            case THINK_TIME ->
                words.text(
                        "pacing.think",
                        NumberText.trimmed(run.pace().keyingTimeMultiplier(), 3),
                        NumberText.trimmed(run.pace().thinkTimeMultiplier(), 3));
            case ARRIVAL_RATE ->
                words.text("pacing.arrivals", NumberText.count(run.pace().arrivalRate()));
        };
    }

    /** How the database was loaded, in words; null when that is unknown. */
    private @Nullable LoadPart load() {
        LoadFacts load = summary.run().load();
        if (load == null) {
            return null;
        }
        Map<String, String> lines = new LinkedHashMap<>();
        put(lines, "load.warehouses", NumberText.count(load.warehouses()));
        Long begun = load.startEpochMillis();
        if (begun != null) {
            put(lines, "load.begun", moment(begun));
        }
        put(
                lines,
                "load.by",
                words.text("load.by.value", SecretText.hideIn(load.toolVersion()), SecretText.hideIn(load.db())));
        put(
                lines,
                "load.rows",
                words.text("load.rows.value", NumberText.count(load.rows()), NumberText.brief(load.bytes() / 1e6)));
        put(
                lines,
                "load.way",
                words.text("load.way.value", SecretText.hideIn(load.way()), NumberText.count(load.workers())));
        put(
                lines,
                "load.time",
                words.text(
                        "load.time.value",
                        NumberText.duration(load.seconds()),
                        NumberText.count(Math.round(load.rowsPerSecond())),
                        NumberText.brief(load.megabytesPerSecond())));
        if (load.rowsBefore() > 0) {
            put(lines, "load.before", words.text("load.before.value", NumberText.count(load.rowsBefore())));
        }
        Long seed = load.seed();
        if (seed != null) {
            put(lines, "load.seed", Long.toString(seed));
        }
        if (!load.schema().isEmpty()) {
            put(
                    lines,
                    "load.schema",
                    load.schema().entrySet().stream()
                            .map(option -> SecretText.hideIn(option.getKey() + "=" + option.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        put(
                lines,
                "load.population",
                load.populationFacts() == 0
                        ? words.text("load.population.none")
                        : words.text("load.population.value", NumberText.count(load.populationFacts())));
        return new LoadPart(lines, load.tableRows(), load.stepSeconds());
    }

    /** Each effective property, secrets hidden. */
    private List<RunSummary.Setting> settings() {
        return summary.run().settings().stream()
                .map(setting ->
                        new RunSummary.Setting(setting.key(), hidden(setting.key(), setting.value()), setting.origin()))
                .toList();
    }

    /** Values arrive hidden; this is a second fence, for directories that others wrote. */
    private static String hidden(String key, String value) {
        return SecretText.isSecretKey(key) && !value.isEmpty() ? SecretText.STARS : SecretText.hideIn(value);
    }
}
