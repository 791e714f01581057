package io.bmsql.collector.database;

import io.bmsql.db.PlainSql;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One chart's query over the run: finds the alternative that works, and makes growth of counters. One thread. */
final class MetricSampler {
    /** A server that does not answer is given up after this. */
    private static final int LONGEST_SECS = 5;

    /** A view that shows more has no series but rows. */
    private static final int MAX_ROWS = 1000;

    private final List<MetricCatalog.Query> alternatives;
    private final double leastSecs;
    private int chosen;
    private boolean hasWorked;
    private Map<String, Double> before = Map.of();
    private double beforeSecs = Double.NaN;

    /** @param intervalSecs between its samples, as planned */
    MetricSampler(List<MetricCatalog.Query> alternatives, double intervalSecs) {
        this.alternatives = alternatives;
        this.leastSecs = intervalSecs / 2;
    }

    /** The query in use; null when none works. */
    MetricCatalog.@Nullable Query query() {
        return chosen < alternatives.size() ? alternatives.get(chosen) : null;
    }

    /**
     * The values of what the server answered at this moment. Empty for the first sample of a counter, and for one right behind
     * another: what it counted goes into the next.
     */
    Map<String, Double> values(MetricCatalog.Kind kind, Map<String, Double> now, double nowSecs) {
        hasWorked = true;
        if (kind == MetricCatalog.Kind.GAUGE) {
            return now;
        }
        if (!before.isEmpty() && nowSecs - beforeSecs < leastSecs) {
            return Map.of();
        }
        Map<String, Double> values = growth(kind, now, nowSecs);
        before = now;
        beforeSecs = nowSecs;
        return values;
    }

    /** Leaves the query in use, which the server refused, for the next alternative; false when it has worked before. */
    boolean leaveQuery() {
        chosen += hasWorked ? 0 : 1;
        return !hasWorked;
    }

    /** What was counted before means nothing to a server that was started again. */
    void forget() {
        before = Map.of();
    }

    private Map<String, Double> growth(MetricCatalog.Kind kind, Map<String, Double> now, double nowSecs) {
        Map<String, Double> grown = new LinkedHashMap<>();
        now.forEach((series, value) -> {
            Double then = before.get(series);
            if (then != null && value >= then) {
                grown.put(series, value - then);
            }
        });
        if (kind == MetricCatalog.Kind.SHARE) {
            double all = grown.values().stream().mapToDouble(value -> value).sum();
            String first = now.keySet().stream().findFirst().orElse("");
            Double own = grown.get(first);
            return own == null || all == 0 ? Map.of() : Map.of(first, own / all * 100);
        }
        if (kind == MetricCatalog.Kind.RATE) {
            grown.replaceAll((series, value) -> value / (nowSecs - beforeSecs));
        }
        return grown;
    }

    /** The numbers by series: columns of one row, or rows of the columns series and value. */
    static Map<String, Double> numbers(List<Map<String, String>> rows) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        for (Map<String, String> row : rows) {
            String series = row.get("series");
            Map<String, String> texts = series == null ? row : Map.of(series, row.getOrDefault("value", ""));
            texts.forEach((name, text) -> {
                // A value that is not a number, such as one that was never set, is ignored.
                if (text.matches("-?\\d{1,30}(\\.\\d*)?([eE][+-]?\\d{1,3})?")) {
                    numbers.merge(name, Double.parseDouble(text), Double::sum);
                }
            });
        }
        return numbers;
    }

    /** The rows as text, by the lower-case names of the columns. */
    static List<Map<String, String>> rows(Connection connection, SqlStatement sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(LONGEST_SECS);
            statement.setMaxRows(MAX_ROWS);
            List<Map<String, String>> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery(sql.text())) {
                while (result.next()) {
                    rows.add(PlainSql.byName(result));
                }
            }
            return rows;
        }
    }
}
