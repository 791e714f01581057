package io.bmsql.report;

import io.bmsql.common.NumberText;
import io.bmsql.report.Page.Cell;
import io.bmsql.report.Page.Column;
import io.bmsql.report.Page.Columns;
import io.bmsql.report.Page.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The tables of a report by name: {@code report/tables.txt} says what is in them, and fills them by these methods. */
public final class ReportTables {
    private static final int MOST_SAMPLES = 3;

    private final Words words;
    private final Map<String, Supplier<Table>> tables = new LinkedHashMap<>();
    private List<List<?>> open = new ArrayList<>();

    private ReportTables(Words words) {
        this.words = words;
    }

    static Map<String, Table> of(ReportModel model, Words words) {
        ReportTables tables = new ReportTables(words);
        new Templates(words).fill("report/tables.txt", Map.of("tables", tables, "model", model));
        Map<String, Table> made = new LinkedHashMap<>();
        tables.tables.forEach((name, table) -> made.put(name, table.get()));
        return made;
    }

    /** Begins a table; a column is its kind, the key of its word, and that of the word above it and its neighbours. */
    public String begin(String name, List<String> heads) {
        Columns head = new Columns(words);
        for (String text : heads) {
            String[] parts = text.split(" ");
            String group = parts.length > 2 ? words.text(parts[2]) : "";
            head.add(Column.of(parts[0]), group, List.of(words.textOr(parts[1], parts[1])));
        }
        List<List<?>> rows = new ArrayList<>();
        tables.put(name, () -> head.rows(rows));
        open = rows;
        return "";
    }

    /** A row of the table that was begun last. */
    public String row(List<?> cells) {
        open.add(cells);
        return "";
    }

    /** A cell that stands out where something is not as it should be. */
    public Object badIf(boolean isBad, String text) {
        return isBad ? Cell.bad(text) : text;
    }

    /** A cell with smaller lines below its text. */
    public Cell withLines(String text, List<String> lines) {
        return new Cell(text, "", "", lines);
    }

    /** A condition with the first of its violations. */
    public Cell withSamples(String text, List<String> samples, long count, @Nullable String file) {
        List<String> lines =
                new ArrayList<>(samples.stream().limit(MOST_SAMPLES).toList());
        long more = (count == 0 ? samples.size() : count) - MOST_SAMPLES;
        if (more > 0 && !samples.isEmpty()) {
            lines.add(words.text("violations.more", NumberText.count(more)));
            if (count > 0 && file != null) {
                lines.add(words.text("violations.file", file));
            }
        }
        return withLines(text, lines);
    }
}
