package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.page.Words;
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

/** The circumstances of a run in words, secrets hidden. */
final class EnvironmentFacts {
    private static final DateTimeFormatter STARTED = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final RunSummary summary;
    private final ZoneId zone;
    private final Words words;

    EnvironmentFacts(RunSummary summary, ZoneId zone, Words words) {
        this.summary = summary;
        this.zone = zone;
        this.words = words;
    }

    /** Each fact by its name. */
    Map<String, String> facts() {
        Map<String, String> environment = new LinkedHashMap<>();
        RunSummary.RunFacts run = summary.run();
        put(environment, "program", program() + " " + run.setup().toolVersion());
        put(environment, "database", run.setup().db());
        put(environment, "window", window());
        put(environment, "rampup", NumberText.duration(run.window().rampupSeconds()));
        put(
                environment,
                "mode",
                words.textOr("env.mode." + run.pace().mode(), run.pace().mode()));
        put(
                environment,
                "warehouses",
                words.text(
                        "env.warehouses.value",
                        NumberText.count(run.size().warehouses()),
                        NumberText.count(run.size().loadedWarehouses())));
        put(
                environment,
                "terminals",
                words.text(
                        "env.terminals.value",
                        NumberText.count(run.size().terminals()),
                        NumberText.count(run.size().sutThreads())));
        put(
                environment,
                "statement-profile",
                run.setup().statementProfile().isEmpty()
                        ? words.text("env.none")
                        : run.setup().statementProfile());
        if (summary.derivedFrom() == null) {
            put(environment, "statement-form", run.setup().statementForm());
            put(
                    environment,
                    "isolation-level",
                    run.setup().isolationLevel().toLowerCase(Locale.ROOT).replace('_', ' '));
            put(environment, "seed", Long.toString(run.setup().seed()));
        } else {
            put(environment, "derived", SecretText.hideIn(summary.derivedFrom()));
        }
        put(environment, "pacing", pacing());
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

    private void put(Map<String, String> environment, String key, String value) {
        environment.put(words.text("env." + key), value);
    }

    /** A dash where the directory does not tell the time of day. */
    String moment(long epochMillis) {
        return epochMillis == 0
                ? "\u2013"
                : STARTED.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
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
            case ARRIVAL_RATE -> words.text("pacing.arrivals");
        };
    }

    /** Each effective property, secrets hidden. */
    List<RunSummary.Setting> settings() {
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
