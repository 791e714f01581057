package io.bmsql.report;

import io.bmsql.common.Metric;
import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Table;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tables of one report by name, and how their cells are written: a negative number is not known, and null stands for a dash. */
final class TableSet {
    private static final int MAX_SAMPLES = 3;

    final Words words;

    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Metric metric;
    private final ZoneId zone;

    TableSet(ZoneId zone, Metric metric, Words words) {
        this.zone = zone;
        this.metric = metric;
        this.words = words;
    }

    Map<String, Table> tables() {
        return tables;
    }

    /** Begins a table, which has columns first and then rows. */
    Sheet begin(String name) {
        Table table = new Table(words);
        tables.put(name, table);
        return new Sheet(table);
    }

    /** One table while it is filled. */
    final class Sheet {
        private final Table table;
        private final List<Boolean> areShown = new ArrayList<>();

        private Sheet(Table table) {
            this.table = table;
        }

        Sheet names(String... keys) {
            return add(Column.NAME, "", keys);
        }

        Sheet words(String... keys) {
            return add(Column.WORD, "", keys);
        }

        Sheet texts(String... keys) {
            return add(Column.TEXT, "", keys);
        }

        Sheet numbers(String... keys) {
            return add(Column.NUMBER, "", keys);
        }

        /** Numbers that share a head above their own. */
        Sheet numbersOf(String group, String... keys) {
            return add(Column.NUMBER, words.text(group), keys);
        }

        Sheet columns(Column kind, String... keys) {
            return add(kind, "", keys);
        }

        /** Numbers that only some benchmarks have. */
        Sheet own(String... keys) {
            for (String key : keys) {
                boolean isShown = metric.has(key);
                areShown.add(isShown);
                if (isShown) {
                    table.add(Column.NUMBER, "", List.of(words.textOr(key, key)));
                }
            }
            return this;
        }

        private Sheet add(Column kind, String group, String... keys) {
            areShown.addAll(Collections.nCopies(keys.length, true));
            table.add(kind, group, Arrays.stream(keys).map(words::text).toList());
            return this;
        }

        void row(@Nullable Object... cells) {
            table.row(IntStream.range(0, cells.length)
                    .filter(areShown::get)
                    .mapToObj(i -> cells[i] == null ? NumberText.DASH : cells[i])
                    .toList());
        }

        void rows(List<? extends List<?>> more) {
            more.forEach(row -> row(row.toArray()));
        }
    }

    String text(String key, Object... values) {
        return words.text(key, values);
    }

    String moment(long epochMillis) {
        return Words.moment(epochMillis, zone);
    }

    static String count(double number) {
        return Templates.known(number, value -> NumberText.count(Math.round(value)));
    }

    static String millis(double number) {
        return Templates.known(number, NumberText::millis);
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

    /** A condition with the first of its violations. */
    Cell withSamples(String text, List<String> samples, long count, @Nullable String file) {
        List<String> lines = new ArrayList<>(samples.stream().limit(MAX_SAMPLES).toList());
        long more = (count == 0 ? samples.size() : count) - MAX_SAMPLES;
        if (more > 0 && !samples.isEmpty()) {
            lines.add(text("violations.more", NumberText.count(more)));
            if (count > 0 && file != null) {
                lines.add(text("violations.file", file));
            }
        }
        return withLines(text, lines.toArray(String[]::new));
    }
}
