package io.bmsql.result;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One series of a chart in {@code data/db_metrics.csv}, counters already as rates; seconds ascend. */
public record MetricSeries(String chart, String series, String unit, double[] seconds, double[] values) {
    /** The chart that is none: for how long the server has been running, from which events are read. */
    public static final String UPTIME = "uptime";

    /** Title of the chart of how far copies of the database were behind, by ours and its own figures. */
    public static final String COPIES_BEHIND = "copies behind";

    /** Title of the chart in which servers show their sessions in one look a sample. */
    public static final String WAITS = "sessions by wait";

    /** Title of the chart of what {@code sessions.csv} cost. */
    public static final String SAMPLING = "session sampling";

    /** Reads all series in the order in which they first appear; lines without a time or a value are left out. */
    public static List<MetricSeries> read(Path path) {
        Map<List<String>, SampleTable.Growing> series = new LinkedHashMap<>();
        CsvTable.rows(path, row -> {
            double value = SampleTable.number(field(row, "value"));
            if (!Double.isNaN(value)) {
                List<String> key = List.of(field(row, "chart"), field(row, "series"), field(row, "unit"));
                series.computeIfAbsent(key, added -> new SampleTable.Growing())
                        .add(SampleTable.number(field(row, "elapsed_s")), value);
            }
        });
        return series.entrySet().stream()
                .map(one -> of(
                        one.getKey().get(0), one.getKey().get(1), one.getKey().get(2), one.getValue()))
                .toList();
    }

    /** How far each copy of the database was behind, and what it said itself, from {@code data/replicas.csv}. */
    static List<MetricSeries> ofReplicas(List<ReplicaRow> rows) {
        Map<String, SampleTable.Growing> copies = new TreeMap<>();
        rows.forEach(row -> {
            String copy = "copy " + row.replica();
            copies.computeIfAbsent(copy, added -> new SampleTable.Growing())
                    .add(row.elapsedSeconds(), row.millisBehind());
            if (row.ownMillisBehind() >= 0) {
                copies.computeIfAbsent(copy + " by itself", added -> new SampleTable.Growing())
                        .add(row.elapsedSeconds(), row.ownMillisBehind());
            }
        });
        return copies.entrySet().stream()
                .map(copy -> of(COPIES_BEHIND, copy.getKey(), "ms", copy.getValue()))
                .toList();
    }

    private static MetricSeries of(String chart, String series, String unit, SampleTable.Growing rows) {
        return new MetricSeries(chart, series, unit, rows.column(0), rows.column(1));
    }

    private static String field(NamedCsvRecord row, String column) {
        return row.findField(column).orElse("");
    }
}
