package io.bmsql.report;

import static io.bmsql.report.TableSet.count;

import io.bmsql.common.NumberText;
import io.bmsql.common.SecretText;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.Price;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Table;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.RunFacts;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a run's circumstances: how the data were loaded, environment and settings. Values arrive without secrets; hiding them
 * again is for directories that others wrote.
 */
record FactTables(ReportModel model, TableSet tables, Words words) {
    private RunFacts run() {
        return model.summary().run();
    }

    void fill() {
        Table<Map.Entry<String, Object>> load = facts("load");
        Table<Map.Entry<String, Long>> rows = tables.<Map.Entry<String, Long>>begin("loadedTables")
                .word("load.table", Map.Entry::getKey)
                .number("load.tablerows", row -> count(row.getValue()));
        Table<Map.Entry<String, Double>> steps = tables.<Map.Entry<String, Double>>begin("loadSteps")
                .word("load.step", Map.Entry::getKey)
                .number("check.seconds", row -> Templates.measured(row.getValue(), NumberText::millis));
        LoadFacts facts = run().load();
        if (facts != null) {
            fillLoad(load, facts);
            rows.rows(facts.tableRows().entrySet());
            steps.rows(facts.stepSeconds().entrySet());
        }
        fillEnvironment(facts("environment"));
        tables.<EffectiveSetting>begin("settings")
                .word("settings.property", EffectiveSetting::key)
                .text("env.value", FactTables::valueOf)
                .add(Column.SOFT, "settings.from", setting -> words.origin(setting.origin()))
                .rows(run().settings());
    }

    private static @Nullable String valueOf(EffectiveSetting setting) {
        String value = SecretText.hideIn(setting.key(), setting.value());
        return value.isEmpty() ? null : value;
    }

    private Table<Map.Entry<String, Object>> facts(String name) {
        return tables.<Map.Entry<String, Object>>begin(name)
                .add(Column.SOFTNAME, "env.fact", Map.Entry::getKey)
                .text("env.value", Map.Entry::getValue);
    }

    private void fillLoad(Table<Map.Entry<String, Object>> sheet, LoadFacts load) {
        LoadFacts.Origin origin = load.origin();
        LoadFacts.Writing writing = load.writing();
        LoadFacts.Speed speed = load.speed();
        fact(sheet, "load.warehouses", count(origin.warehouses()));
        Long start = origin.startEpochMillis();
        if (start != null) {
            fact(sheet, "load.begun", Words.moment(start, tables.zone()));
        }
        valueOf(sheet, "load.by", hidden(origin.toolVersion()), hidden(origin.db()));
        valueOf(sheet, "load.rows", count(writing.rows()), NumberText.brief(writing.bytes() / 1e6));
        valueOf(sheet, "load.way", hidden(writing.way()), count(writing.workers()));
        valueOf(
                sheet,
                "load.time",
                NumberText.duration(writing.seconds()),
                count(speed.rowsPerSecond()),
                NumberText.brief(speed.megabytesPerSecond()));
        if (writing.rowsBefore() > 0) {
            valueOf(sheet, "load.before", count(writing.rowsBefore()));
        }
        if (origin.seed() != null) {
            fact(sheet, "load.seed", origin.seed());
        }
        Map<String, String> data = load.data();
        if (data.containsKey("prepared")) {
            valueOf(sheet, "load.prepared", data.get("prepared"), data.getOrDefault("preparedAt", ""));
        } else {
            fact(sheet, "load.prepared", words.text("load.prepared.not"));
        }
        if (!load.schema().isEmpty()) {
            fact(
                    sheet,
                    "load.schema",
                    load.schema().entrySet().stream()
                            .map(option -> SecretText.hideIn(option.getKey() + "=" + option.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        if (load.populationFacts() == 0) {
            fact(sheet, "load.population", words.text("load.population.none"));
        } else {
            valueOf(sheet, "load.population", count(load.populationFacts()));
        }
    }

    private void fact(Table<Map.Entry<String, Object>> sheet, String key, Object value) {
        sheet.row(Map.entry(words.text(key), value));
    }

    /** Adds a fact whose words are those of its key and {@code .value}. */
    private void valueOf(Table<Map.Entry<String, Object>> sheet, String key, Object... values) {
        fact(sheet, key, words.text(key + ".value", values));
    }

    private static String hidden(String value) {
        return SecretText.hideIn("", value);
    }

    private void fillEnvironment(Table<Map.Entry<String, Object>> sheet) {
        RunFacts.Setup setup = run().setup();
        RunFacts.Window window = run().window();
        String mode = run().pace().mode();
        fact(sheet, "env.program", model.cover().program() + " " + setup.toolVersion());
        fact(sheet, "env.database", setup.db());
        valueOf(
                sheet,
                "env.window",
                Words.moment(window.startEpochMillis(), tables.zone()),
                Words.moment(window.startEpochMillis() == 0 ? 0 : window.endEpochMillis(), tables.zone()),
                NumberText.duration(window.windowSeconds()));
        fact(sheet, "env.rampup", NumberText.duration(window.rampupSeconds()));
        fact(sheet, "env.mode", words.textOr("env.mode." + mode, mode));
        if (run().metric().has("warehouses")) {
            valueOf(
                    sheet,
                    "env.warehouses",
                    count(run().size().warehouses()),
                    count(run().size().loadedWarehouses()));
        } else {
            fact(sheet, "env.workload", run().types().workload());
        }
        valueOf(
                sheet,
                "env.terminals",
                count(run().size().terminals()),
                count(run().size().sutThreads()));
        fact(
                sheet,
                "env.statement-profile",
                setup.statementProfile().isEmpty() ? words.text("env.none") : setup.statementProfile());
        if (model.summary().derivedFrom() == null) {
            fact(sheet, "env.statement-form", words.translated(setup.statementForm()));
            fact(
                    sheet,
                    "env.isolation-level",
                    setup.isolationLevel().toLowerCase(Locale.ROOT).replace('_', ' '));
            fact(sheet, "env.seed", setup.seed());
        } else {
            fact(sheet, "env.derived", hidden(model.summary().derivedFrom()));
        }
        fact(sheet, "env.pacing", pacing(run().pace()));
        Price price = Price.of(run().settings());
        if (price != null) {
            fact(sheet, "env.price", text(price));
        }
        run().environment().forEach((key, value) -> {
            if (!key.equals("program")) {
                String text = key.equals("cpu") ? words.processors(value) : readable(value);
                sheet.row(Map.entry(factName(key), SecretText.hideIn(key, words.translated(text))));
            }
        });
    }

    private String pacing(RunFacts.Pace pace) {
        return switch (pace.pacing()) {
            case CLOSED_LOOP -> words.text("pacing.flat");
            case RATE -> words.text("pacing.rate", count(pace.limitTxnsPerMin()));
            case THINK_TIME ->
                words.text(
                        "pacing.think",
                        TableSet.seconds(pace.keyingTimeMultiplier()),
                        TableSet.seconds(pace.thinkTimeMultiplier()));
            case ARRIVAL_RATE -> words.text("pacing.arrivals", count(pace.arrivalRate()));
        };
    }

    /** Writes what the user says that the system costs, also for each tpmC. */
    private String text(Price price) {
        double each = run().metric().counted() == null
                ? Double.NaN
                : price.per(model.summary().rate());
        return Double.isNaN(each)
                ? price.text()
                : words.text("env.price.value", price.text(), NumberText.millis(each), price.currency());
    }

    /** Writes the name as people do: server version for {@code serverVersion}. */
    private String factName(String key) {
        String plain = key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.textOr("env." + plain.replace(' ', '-'), plain);
    }

    /** Linux tells its memory in kB. */
    private static String readable(String value) {
        return value.matches("\\d{1,15} kB")
                ? NumberText.trimmed(Long.parseLong(value.replace(" kB", "")) / (double) (1 << 20), 1) + " GiB"
                : value;
    }
}
