package io.bmsql.report;

import io.bmsql.chart.NumberText;
import io.bmsql.page.Words;
import io.bmsql.report.ReportModel.LoadPart;
import io.bmsql.result.LoadFacts;
import io.bmsql.secret.SecretText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the database was loaded, in words. */
final class LoadFigures {
    private static final DateTimeFormatter BEGUN = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final LoadFacts load;
    private final ZoneId zone;
    private final Words words;
    private final Map<String, String> lines = new LinkedHashMap<>();

    private LoadFigures(LoadFacts load, ZoneId zone, Words words) {
        this.load = load;
        this.zone = zone;
        this.words = words;
    }

    /** @return null when the database did not tell */
    static @Nullable LoadPart of(@Nullable LoadFacts load, ZoneId zone, Words words) {
        return load == null ? null : new LoadFigures(load, zone, words).part();
    }

    private LoadPart part() {
        put("warehouses", NumberText.count(load.warehouses()));
        Long begun = load.startEpochMillis();
        if (begun != null) {
            put("begun", BEGUN.format(Instant.ofEpochMilli(begun).atZone(zone)));
        }
        put("by", words.text("load.by.value", hidden(load.toolVersion()), hidden(load.db())));
        put("rows", words.text("load.rows.value", NumberText.count(load.rows()), megabytes()));
        put("way", words.text("load.way.value", hidden(load.way()), NumberText.count(load.workers())));
        put(
                "time",
                words.text(
                        "load.time.value",
                        NumberText.duration(load.seconds()),
                        NumberText.count(Math.round(load.rowsPerSecond())),
                        NumberText.brief(load.megabytesPerSecond())));
        if (load.rowsBefore() > 0) {
            put("before", words.text("load.before.value", NumberText.count(load.rowsBefore())));
        }
        Long seed = load.seed();
        if (seed != null) {
            put("seed", Long.toString(seed));
        }
        if (!load.schema().isEmpty()) {
            put(
                    "schema",
                    load.schema().entrySet().stream()
                            .map(option -> hidden(option.getKey() + "=" + option.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        put(
                "population",
                load.populationFacts() == 0
                        ? words.text("load.population.none")
                        : words.text("load.population.value", NumberText.count(load.populationFacts())));
        return new LoadPart(lines, load.tableRows(), load.stepSeconds());
    }

    private String megabytes() {
        return NumberText.brief(load.bytes() / 1e6);
    }

    private void put(String key, String value) {
        lines.put(words.text("load." + key), value);
    }

    private static String hidden(String text) {
        return SecretText.hideIn(text);
    }
}
