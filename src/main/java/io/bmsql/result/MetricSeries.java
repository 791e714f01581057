package io.bmsql.result;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One series of {@code data/db_metrics.csv}, whose columns are {@code elapsed_s,chart,series,unit,value}: one line a value,
 * counters already as rates.
 *
 * @param chart the chart that the series belongs to
 * @param series its name there
 * @param unit of the values
 * @param seconds from the start of the measurement window, ascending
 */
public record MetricSeries(String chart, String series, String unit, double[] seconds, double[] values) {

    /**
     * Reads all series of a file in the order in which they first appear. Lines without a time or a value are left out, a
     * cut last line too.
     *
     * @throws ResultReadException when the file is missing or damaged
     */
    public static List<MetricSeries> read(Path path) {
        Map<List<String>, Growing> series = new LinkedHashMap<>();
        CsvTable.read(path, row -> {
            double second = SampleTable.number(field(row, "elapsed_s"));
            double value = SampleTable.number(field(row, "value"));
            if (!Double.isNaN(second) && !Double.isNaN(value)) {
                List<String> key = List.of(field(row, "chart"), field(row, "series"), field(row, "unit"));
                series.computeIfAbsent(key, added -> new Growing()).add(second, value);
            }
        });
        List<MetricSeries> all = new ArrayList<>();
        series.forEach((key, values) -> all.add(values.series(key)));
        return all;
    }

    private static String field(NamedCsvRecord row, String column) {
        return row.findField(column).orElse("").strip();
    }

    private static final class Growing {
        private double[] seconds = new double[64];
        private double[] values = new double[64];
        private int size;

        void add(double second, double value) {
            if (size > 0 && second <= seconds[size - 1]) {
                return;
            }
            if (size == seconds.length) {
                seconds = Arrays.copyOf(seconds, size * 2);
                values = Arrays.copyOf(values, size * 2);
            }
            seconds[size] = second;
            values[size++] = value;
        }

        MetricSeries series(List<String> key) {
            return new MetricSeries(
                    key.get(0), key.get(1), key.get(2), Arrays.copyOf(seconds, size), Arrays.copyOf(values, size));
        }
    }
}
