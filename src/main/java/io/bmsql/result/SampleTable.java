package io.bmsql.result;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    /** A sample that is shorter than this part of the usual one, such as the last of a run, says nothing by itself. */
    private static final double SHORT = 0.2;

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

    /** The value of the sample that covers a second, {@link Double#NaN} where it is no number; 0 after the last one. */
    public double at(String column, double second) {
        double[] values = column(column);
        int found = Arrays.binarySearch(seconds, second);
        int at = found < 0 ? -found - 1 : found;
        return at >= seconds.length ? 0 : values == null ? Double.NaN : values[at];
    }

    /** What each sample covers, seconds. */
    public double[] lengths() {
        double usual = usualDistance(seconds);
        double[] lengths = new double[seconds.length];
        Arrays.setAll(lengths, i -> i == 0 ? usual : seconds[i] - seconds[i - 1]);
        return lengths;
    }

    /** The median distance of ascending numbers; 1 for a single one. */
    public static double usualDistance(double[] ascending) {
        double[] distances = new double[Math.max(0, ascending.length - 1)];
        Arrays.setAll(distances, i -> ascending[i + 1] - ascending[i]);
        Arrays.sort(distances);
        return distances.length == 0 ? 1 : distances[distances.length / 2];
    }

    /** The mean of numbers, one a sample, by the time that each sample covers after a second up to another one; {@link Double#NaN} without any. */
    public double meanOverTime(double @Nullable [] values, double afterSecond, double untilSecond) {
        return meanOverTime(values, List.of(new double[] {afterSecond, untilSecond}));
    }

    /** The same over several times, each after a second up to another one. */
    public double meanOverTime(double @Nullable [] values, List<double[]> parts) {
        if (values == null) {
            return Double.NaN;
        }
        double[] lengths = lengths();
        double[] covered = new double[values.length];
        for (double[] part : parts) {
            for (int i = 0; i < values.length; i++) {
                double length = Math.min(seconds[i], part[1]) - Math.max(seconds[i] - lengths[i], part[0]);
                covered[i] += Double.isNaN(values[i]) ? 0 : Math.max(0, length);
            }
        }
        int[] known =
                IntStream.range(0, values.length).filter(i -> covered[i] > 0).toArray();
        return Arrays.stream(known).mapToDouble(i -> values[i] * covered[i]).sum()
                / Arrays.stream(known).mapToDouble(i -> covered[i]).sum();
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
        rows.leaveOutShort();
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

    /** True when no line of a file, by its time, is before the one above it. */
    public static boolean isInOrder(Path path) {
        double[] last = {Double.NEGATIVE_INFINITY};
        boolean[] isInOrder = {true};
        CsvTable.rows(path, row -> {
            double time = Stream.of(ELAPSED_S, ELAPSED_MS, "second")
                    .flatMap(name -> row.findField(name).stream())
                    .mapToDouble(SampleTable::number)
                    .findFirst()
                    .orElse(0);
            isInOrder[0] &= !(time < last[0]);
            last[0] = time;
        });
        return isInOrder[0];
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

        private void leaveOutShort() {
            double least = SHORT * usualDistance(column(0));
            double[] last = {Double.NEGATIVE_INFINITY};
            rows.removeIf(row -> {
                boolean isShort = row[0] - last[0] < least;
                last[0] = isShort ? last[0] : row[0];
                return isShort;
            });
        }

        double[] column(int column) {
            return rows.stream().mapToDouble(row -> row[column]).toArray();
        }
    }
}
