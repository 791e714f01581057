package io.bmsql.report;

import static io.bmsql.common.NumberText.count;

import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.report.ReportModel.Circumstances;
import io.bmsql.report.ReportModel.LoadPart;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setting;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The circumstances of a run in words, secrets hidden. */
record EnvironmentFacts(RunSummary summary, ZoneId zone, Words words) {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    /** Values arrive hidden; hiding them again is a second fence, for directories that others wrote. */
    Circumstances circumstances() {
        List<Setting> settings = summary.run().settings().stream()
                .map(setting ->
                        new Setting(setting.key(), SecretText.hideIn(setting.key(), setting.value()), setting.origin()))
                .toList();
        return new Circumstances(
                settings,
                facts(),
                summary.run().load() == null ? null : load(summary.run().load()));
    }

    private Map<String, String> facts() {
        Setup setup = summary.run().setup();
        Size size = summary.run().size();
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "env.program", program() + " " + setup.toolVersion());
        put(facts, "env.database", setup.db());
        put(facts, "env.window", window(summary.run().window()));
        put(facts, "env.rampup", NumberText.duration(summary.run().window().rampupSeconds()));
        put(
                facts,
                "env.mode",
                words.textOr(
                        "env.mode." + summary.run().pace().mode(),
                        summary.run().pace().mode()));
        put(facts, "env.warehouses", "env.warehouses.value", count(size.warehouses()), count(size.loadedWarehouses()));
        put(facts, "env.terminals", "env.terminals.value", count(size.terminals()), count(size.sutThreads()));
        String profile = setup.statementProfile();
        put(facts, "env.statement-profile", profile.isEmpty() ? words.text("env.none") : profile);
        if (summary.derivedFrom() == null) {
            put(facts, "env.statement-form", setup.statementForm());
            put(
                    facts,
                    "env.isolation-level",
                    setup.isolationLevel().toLowerCase(Locale.ROOT).replace('_', ' '));
            put(facts, "env.seed", Long.toString(setup.seed()));
        } else {
            put(facts, "env.derived", SecretText.hideIn(summary.derivedFrom()));
        }
        put(facts, "env.pacing", pacing(summary.run().pace()));
        Map<String, String> others = new LinkedHashMap<>(summary.run().environment());
        others.remove(RunData.PROGRAM);
        others.forEach((key, value) -> {
            // driverHost as people write it: driver host
            String plain = key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
            facts.put(words.textOr("env." + plain.replace(' ', '-'), plain), SecretText.hideIn(key, readable(value)));
        });
        return facts;
    }

    /** Linux tells its memory in kB. */
    private static String readable(String value) {
        return value.matches("\\d{1,15} kB")
                ? NumberText.trimmed(Long.parseLong(value.replace(" kB", "")) / (double) (1 << 20), 1) + " GiB"
                : value;
    }

    /** The program that ran: this one or BenchmarkSQL. */
    String program() {
        return summary.run().environment().getOrDefault(RunData.PROGRAM, "bmsql");
    }

    private void put(Map<String, String> facts, String key, String value) {
        facts.put(words.text(key), value);
    }

    private void put(Map<String, String> facts, String key, String valueKey, Object... values) {
        facts.put(words.text(key), words.text(valueKey, values));
    }

    /** A dash where the directory lacks the time of day. */
    String moment(long epochMillis) {
        return epochMillis == 0
                ? NumberText.DASH
                : MOMENT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
    }

    private String window(Window window) {
        return words.text(
                "env.window.value",
                moment(window.startEpochMillis()),
                moment(window.startEpochMillis() == 0 ? 0 : window.endEpochMillis()),
                NumberText.duration(window.windowSeconds()));
    }

    private String pacing(Pace pace) {
        return switch (pace.pacing()) {
            case CLOSED_LOOP -> words.text("pacing.flat");
            case RATE -> words.text("pacing.rate", count(pace.limitTxnsPerMin()));
            case THINK_TIME ->
                words.text(
                        "pacing.think",
                        NumberText.trimmed(pace.keyingTimeMultiplier(), 3),
                        NumberText.trimmed(pace.thinkTimeMultiplier(), 3));
            case ARRIVAL_RATE -> words.text("pacing.arrivals", count(pace.arrivalRate()));
        };
    }

    private LoadPart load(LoadFacts load) {
        Map<String, String> facts = new LinkedHashMap<>();
        put(facts, "load.warehouses", count(load.origin().warehouses()));
        if (load.origin().startEpochMillis() != null) {
            put(facts, "load.begun", moment(load.origin().startEpochMillis()));
        }
        put(
                facts,
                "load.by",
                "load.by.value",
                SecretText.hideIn(load.origin().toolVersion()),
                SecretText.hideIn(load.origin().db()));
        putWriting(facts, load.writing(), load.speed());
        if (load.origin().seed() != null) {
            put(facts, "load.seed", Long.toString(load.origin().seed()));
        }
        if (!load.schema().isEmpty()) {
            String schema = load.schema().entrySet().stream()
                    .map(option -> SecretText.hideIn(option.getKey() + "=" + option.getValue()))
                    .collect(Collectors.joining(", "));
            put(facts, "load.schema", schema);
        }
        if (load.populationFacts() == 0) {
            put(facts, "load.population", words.text("load.population.none"));
        } else {
            put(facts, "load.population", "load.population.value", count(load.populationFacts()));
        }
        return new LoadPart(facts, load.tableRows(), load.stepSeconds());
    }

    private void putWriting(Map<String, String> facts, LoadFacts.Writing writing, LoadFacts.Speed speed) {
        put(facts, "load.rows", "load.rows.value", count(writing.rows()), NumberText.brief(writing.bytes() / 1e6));
        put(facts, "load.way", "load.way.value", SecretText.hideIn(writing.way()), count(writing.workers()));
        put(
                facts,
                "load.time",
                "load.time.value",
                NumberText.duration(writing.seconds()),
                count(Math.round(speed.rowsPerSecond())),
                NumberText.brief(speed.megabytesPerSecond()));
        if (writing.rowsBefore() > 0) {
            put(facts, "load.before", "load.before.value", count(writing.rowsBefore()));
        }
    }
}
