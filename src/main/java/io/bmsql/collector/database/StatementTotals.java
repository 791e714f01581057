package io.bmsql.collector.database;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What statements cost over the run: the server's sums at its end less those at its start. */
final class StatementTotals {
    private static final int MOST_STATEMENTS = 20;

    private record Total(String statement, double calls, double millis, double rows) {
        Total less(Total start) {
            return new Total(statement, calls - start.calls, millis - start.millis, rows - start.rows);
        }
    }

    private StatementTotals() {}

    /** The costliest statements first, as cells of {@code db_statements.csv}. */
    static List<List<String>> between(List<Map<String, String>> start, List<Map<String, String>> end) {
        Map<String, Total> before = totals(start);
        Total none = new Total("", 0, 0, 0);
        return totals(end).entrySet().stream()
                .map(entry -> entry.getValue().less(before.getOrDefault(entry.getKey(), none)))
                .filter(total -> total.calls > 0 && total.millis >= 0)
                .sorted(Comparator.comparingDouble(Total::millis).reversed())
                .limit(MOST_STATEMENTS)
                .map(StatementTotals::cells)
                .toList();
    }

    /** One statement may be listed several times, for each user or plan. */
    private static Map<String, Total> totals(List<Map<String, String>> rows) {
        Map<String, Total> totals = new LinkedHashMap<>();
        for (Map<String, String> row : rows) {
            Total total = new Total(
                    row.getOrDefault("statement", "").replaceAll("\\s+", " "),
                    number(row, "calls"),
                    number(row, "total_ms"),
                    number(row, "row_count"));
            totals.merge(
                    row.getOrDefault("id", ""),
                    total,
                    (a, b) -> new Total(a.statement, a.calls + b.calls, a.millis + b.millis, a.rows + b.rows));
        }
        return totals;
    }

    private static double number(Map<String, String> row, String column) {
        String text = row.getOrDefault(column, "");
        return text.matches("\\d{1,30}(\\.\\d*)?") ? Double.parseDouble(text) : 0;
    }

    private static List<String> cells(Total total) {
        return List.of(
                total.statement,
                String.format(Locale.ROOT, "%.0f", total.calls),
                String.format(Locale.ROOT, "%.3f", total.millis),
                String.format(Locale.ROOT, "%.4f", total.millis / total.calls),
                String.format(Locale.ROOT, "%.0f", total.rows));
    }
}
