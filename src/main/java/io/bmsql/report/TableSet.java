package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Table;
import io.bmsql.result.Latency;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of one report by name, and how their cells are written: a negative number is not known. */
record TableSet(ZoneId zone, Words words, Map<String, Table<?>> tables) {
    private static final int MAX_SAMPLES = 3;

    /** Figures of response times by the ends of the keys of their heads. */
    private static final Map<String, Function<Latency, Double>> FIGURES = Map.of(
            "avg", Latency::meanMs,
            "p50", Latency::p50Ms,
            "p90", Latency::p90Ms,
            "p95", Latency::p95Ms,
            "p99", Latency::p99Ms,
            "p999", Latency::p999Ms,
            "max", Latency::maxMs);

    /** Begins a table, which has columns first and then rows. */
    <T> Table<T> begin(String name) {
        Table<T> table = new Table<>(words);
        tables.put(name, table);
        return table;
    }

    static String count(double number) {
        return Templates.known(number, value -> NumberText.count(Math.round(value)));
    }

    static String millis(double number) {
        return Templates.known(number, NumberText::millis);
    }

    /** Writes a figure of response times; nothing where none was measured. */
    static @Nullable String time(@Nullable Latency times, String figure) {
        return times == null
                ? null
                : millis(Objects.requireNonNull(FIGURES.get(figure)).apply(times));
    }

    static String percent(double number) {
        return Templates.known(number, NumberText::percent);
    }

    static String seconds(double number) {
        return NumberText.trimmed(number, 3);
    }

    /** Writes a number by a form; nothing for one that is not there. */
    static @Nullable String ifKnown(@Nullable Double number, DoubleFunction<String> form) {
        return number == null ? null : form.apply(number);
    }

    /** Makes a cell that stands out where something is not as it should be. */
    static Object badIf(boolean isBad, String text) {
        return isBad ? Cell.bad(text) : text;
    }

    static Cell withLines(String text, String... lines) {
        return new Cell(text, "", "", Arrays.asList(lines));
    }

    /** Shows a condition with the first of its violations. */
    Cell withSamples(String text, List<String> samples, long count, @Nullable String file) {
        List<String> lines = new ArrayList<>(samples.stream().limit(MAX_SAMPLES).toList());
        long more = (count == 0 ? samples.size() : count) - MAX_SAMPLES;
        if (more > 0 && !samples.isEmpty()) {
            lines.add(words.text("violations.more", NumberText.count(more)));
            if (count > 0 && file != null) {
                lines.add(words.text("violations.file", file));
            }
        }
        return withLines(text, lines.toArray(String[]::new));
    }
}
