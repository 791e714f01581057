package io.bmsql.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import org.jspecify.annotations.Nullable;

/**
 * A collector's file with one line an interval and one column a quantity (benchmarksql-formats.md, Result files), found by its name, so that
 * files of BenchmarkSQL 5 and those with more columns are read alike. Seconds ascend from the window's start; {@link
 * Double#NaN} where a cell holds no number.
 */
public record SampleTable(String name, double[] seconds, Map<String, double[]> columns) {
    private static final String ELAPSED_MS = "elapsed";
    private static final String ELAPSED_S = "elapsed_s";

    /** A column; null when the file has none of this name. */
    public double @Nullable [] column(String column) {
        return columns.get(column);
    }

    /** The numbers of a column after a second up to another one. */
    public double[] within(double[] column, double afterSecond, double untilSecond) {
        return IntStream.range(0, column.length)
                .filter(i -> seconds[i] > afterSecond && seconds[i] <= untilSecond)
                .mapToDouble(i -> column[i])
                .filter(number -> !Double.isNaN(number))
                .toArray();
    }

    /** The mean of such numbers; {@link Double#NaN} without any, or without the column. */
    public double mean(String column, double afterSecond, double untilSecond) {
        double[] values = column(column);
        return values == null
                ? Double.NaN
                : Arrays.stream(within(values, afterSecond, untilSecond))
                        .average()
                        .orElse(Double.NaN);
    }

    public boolean isEmpty() {
        return seconds.length == 0;
    }

    /** Reads a file with a column of time; a line whose time is no number or goes backwards is left out. */
    public static SampleTable read(Path path) {
        Growing rows = new Growing();
        List<String> header = new ArrayList<>();
        CsvTable.rows(path, row -> {
            if (header.isEmpty()) {
                header.addAll(row.getHeader());
            }
            double[] values = new double[header.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = i < row.getFieldCount() ? number(row.getField(i)) : Double.NaN;
            }
            rows.add(seconds(path, header, values), values);
        });
        Map<String, double[]> columns = new LinkedHashMap<>();
        for (int i = 0; i < header.size(); i++) {
            columns.putIfAbsent(header.get(i), rows.column(i + 1));
        }
        return new SampleTable(String.valueOf(path.getFileName()).replaceFirst("\\.csv$", ""), rows.column(0), columns);
    }

    private static double seconds(Path path, List<String> header, double[] values) {
        int millis = header.indexOf(ELAPSED_MS);
        int seconds = header.indexOf(ELAPSED_S);
        if (millis < 0 && seconds < 0) {
            throw new ResultReadException(path + " has no column " + ELAPSED_MS + " or " + ELAPSED_S);
        }
        return millis < 0 ? values[seconds] : values[millis] * 0.001;
    }

    /** A number as a collector writes it; NaN for anything else. */
    public static double number(String text) {
        try {
            double value = Double.parseDouble(text);
            return Double.isInfinite(value) ? Double.NaN : value;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** Rows in ascending order of their time, column 0. */
    static final class Growing {
        private final List<double[]> rows = new ArrayList<>();

        void add(double second, double... values) {
            double last = rows.isEmpty() ? Double.NEGATIVE_INFINITY : rows.get(rows.size() - 1)[0];
            if (second > last) {
                rows.add(ArrayUtils.addFirst(values, second));
            }
        }

        double[] column(int column) {
            return rows.stream().mapToDouble(row -> row[column]).toArray();
        }
    }
}
