package io.bmsql.collector.database;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One chart's query over the run: finds the alternative that works, and makes growth of counters. One thread. */
final class MetricSampler {
    private static final double PERCENT = 100;

    private final List<MetricBook.Query> alternatives;
    private int chosen;
    private boolean proven;
    private Map<String, Double> before = Map.of();
    private double beforeSecs = Double.NaN;

    MetricSampler(List<MetricBook.Query> alternatives) {
        this.alternatives = List.copyOf(alternatives);
    }

    /** The query in use; null when none works. */
    MetricBook.@Nullable Query query() {
        return chosen < alternatives.size() ? alternatives.get(chosen) : null;
    }

    /**
     * Asks the server.
     *
     * @param nowSecs on any clock that only goes forward
     * @return by series; empty for the first sample of a counter
     * @throws SQLException when it refuses the query in use
     */
    Map<String, Double> sample(MetricReader reader, double nowSecs) throws SQLException {
        MetricBook.Query query = query();
        if (query == null) {
            return Map.of();
        }
        Map<String, Double> now = reader.numbers(query.sql());
        proven = true;
        Map<String, Double> values = query.kind() == MetricBook.Kind.GAUGE ? now : growth(query.kind(), now, nowSecs);
        before = now;
        beforeSecs = nowSecs;
        return values;
    }

    /** True once the query in use has answered. */
    boolean isProven() {
        return proven;
    }

    /** True when no other alternative is left. */
    boolean isLast() {
        return chosen >= alternatives.size() - 1;
    }

    /** Leaves the query in use, which the server does not know. */
    void refuse() {
        chosen++;
    }

    /** What was counted before means nothing to a server that was started again. */
    void forget() {
        before = Map.of();
    }

    private Map<String, Double> growth(MetricBook.Kind kind, Map<String, Double> now, double nowSecs) {
        Map<String, Double> grown = new LinkedHashMap<>();
        now.forEach((series, value) -> {
            Double then = before.get(series);
            if (then != null && value >= then) {
                grown.put(series, value - then);
            }
        });
        if (kind == MetricBook.Kind.SHARE) {
            return share(grown);
        }
        double seconds = nowSecs - beforeSecs;
        if (kind == MetricBook.Kind.RATE) {
            grown.replaceAll((series, value) -> value / seconds);
        }
        return grown;
    }

    private static Map<String, Double> share(Map<String, Double> grown) {
        double all = grown.values().stream().mapToDouble(value -> value).sum();
        return grown.entrySet().stream()
                .limit(all > 0 ? 1 : 0)
                .collect(
                        LinkedHashMap::new, (map, e) -> map.put(e.getKey(), e.getValue() / all * PERCENT), Map::putAll);
    }
}
