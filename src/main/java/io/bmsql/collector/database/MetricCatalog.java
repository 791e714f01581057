package io.bmsql.collector.database;

import io.bmsql.common.UsageException;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** {@code metrics.sql} of a dialect: the alternatives for each chart by title, for settings, statements, each fact by name. */
record MetricCatalog(
        Map<String, List<Query>> charts,
        List<SqlStatement> settings,
        List<SqlStatement> statements,
        Map<String, List<SqlStatement>> facts) {
    /** What is asked once, before a run; {@code copy} each second of a copy. */
    private static final Set<String> FACTS = Set.of(
            "connections,clock,tls,rights,data directory,log directory,cache,sessions,activity,weak,copy".split(","));

    /** What becomes of the numbers that a query shows. */
    enum Kind {
        /** As they are. */
        GAUGE,
        /** Counters: their growth a second. */
        RATE,
        /** Counters: their growth since the previous sample. */
        DELTA,
        /** Counters: the share of the first column's growth in that of all, percent. */
        SHARE
    }

    /** One query for a chart of this title; a failure of an optional one needs no note. */
    record Query(String chart, Kind kind, String unit, boolean optional, SqlStatement sql) {}

    private static final String FILE = "metrics.sql";

    /** Reads the file of a dialect; empty where no folder of its chain has one. */
    static MetricCatalog of(Dialect dialect) throws UsageException {
        MetricCatalog catalog =
                new MetricCatalog(new LinkedHashMap<>(), new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
        Optional<SqlFile> file = dialect.script(FILE);
        if (file.isPresent()) {
            for (SqlStatement sql : file.get().script().statements()) {
                catalog.add(sql);
            }
        }
        return catalog;
    }

    private void add(SqlStatement sql) throws UsageException {
        Map<String, String> words = words(sql);
        String chart = words.get("chart");
        if (chart != null && !chart.isEmpty()) {
            Query query = new Query(
                    chart, kind(sql, words), words.getOrDefault("unit", ""), words.containsKey("optional"), sql);
            charts.computeIfAbsent(chart, unused -> new ArrayList<>()).add(query);
        } else if (words.containsKey("settings")) {
            settings.add(sql);
        } else if (words.containsKey("statements")) {
            statements.add(sql);
        } else if (words.containsKey("fact")) {
            facts.computeIfAbsent(fact(sql, words), unused -> new ArrayList<>()).add(sql);
        } else {
            throw new UsageException(sql.place()
                    + ": a query needs a line `-- chart: title` before it, or `-- settings`, `-- statements` or"
                    + " `-- fact: name`");
        }
    }

    private static String fact(SqlStatement sql, Map<String, String> words) throws UsageException {
        String name = words.getOrDefault("fact", "");
        if (!FACTS.contains(name)) {
            throw new UsageException(sql.place() + ": `-- fact: " + name + "` should be one of "
                    + String.join(", ", new TreeSet<>(FACTS)));
        }
        return name;
    }

    private static Kind kind(SqlStatement sql, Map<String, String> words) throws UsageException {
        String word = words.getOrDefault("kind", "");
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        sql.place() + ": `-- kind: " + word + "` should be gauge, rate, delta or share"));
    }

    /** Lines such as {@code -- unit: kB/s}, and single words; other comments are for people. */
    private static Map<String, String> words(SqlStatement sql) {
        Map<String, String> words = new LinkedHashMap<>();
        for (String comment : sql.comments()) {
            String[] parts = comment.substring(2).trim().split(":", 2);
            words.put(parts[0].trim(), parts.length > 1 ? parts[1].trim() : "");
        }
        return words;
    }
}
