package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A collector's file with one line an interval and one column a quantity: {@code sys_info.csv}, {@code blk_*.csv},
 * {@code net_*.csv} and {@code driver_info.csv} (contract 6.2). Columns are found by their names, so that files of
 * BenchmarkSQL 5 and files with more columns are read alike.
 *
 * @param name of the file, without its ending
 * @param seconds end of each interval, from the start of the measurement window, ascending
 * @param columns by name in the order of the file; {@link Double#NaN} where a cell holds no number
 */
public record SampleTable(String name, double[] seconds, Map<String, double[]> columns) {
    private static final String ELAPSED_MS = "elapsed";
    private static final String ELAPSED_S = "elapsed_s";

    /** A column; null when the file has none of this name. */
    public double @Nullable [] column(String column) {
        return columns.get(column);
    }

    /** True when nothing was sampled. */
    public boolean isEmpty() {
        return seconds.length == 0;
    }

    /**
     * Reads a file. A cut last line is left out, and so is a line whose time is no number or goes backwards, such as a
     * message that a collector wrote between its lines.
     *
     * @throws ResultReadException when it is missing or has no column of time
     */
    public static SampleTable read(Path path) {
        try (Reader lines = CsvTable.open(path);
                CsvReader<CsvRecord> csv = CsvReader.builder()
                        .allowExtraFields(true)
                        .allowMissingFields(true)
                        .ofCsvRecord(lines)) {
            return new Parser(path).parse(csv);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }

    /** A number as a collector writes it; NaN for anything else. */
    static double number(String text) {
        try {
            double value = Double.parseDouble(text.strip());
            return Double.isInfinite(value) ? Double.NaN : value;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static final class Parser {
        private final Path path;
        private double[] seconds = new double[256];
        private double[][] values = {};
        private int rows;

        Parser(Path path) {
            this.path = path;
        }

        SampleTable parse(Iterable<CsvRecord> records) {
            List<String> header = List.of();
            double unit = 1;
            int time = -1;
            for (CsvRecord record : records) {
                if (header.isEmpty()) {
                    header = record.getFields().stream().map(String::strip).toList();
                    time = Math.max(header.indexOf(ELAPSED_MS), header.indexOf(ELAPSED_S));
                    unit = header.contains(ELAPSED_MS) ? 0.001 : 1;
                    values = new double[header.size()][256];
                    if (time < 0) {
                        throw new ResultReadException(path + " has no column " + ELAPSED_MS + " or " + ELAPSED_S);
                    }
                } else {
                    add(record, time, unit);
                }
            }
            return table(header);
        }

        private void add(CsvRecord record, int time, double unit) {
            double second = record.getFieldCount() > time ? number(record.getField(time)) * unit : Double.NaN;
            if (Double.isNaN(second) || rows > 0 && second <= seconds[rows - 1]) {
                return;
            }
            if (rows == seconds.length) {
                seconds = Arrays.copyOf(seconds, rows * 2);
                for (int i = 0; i < values.length; i++) {
                    values[i] = Arrays.copyOf(values[i], rows * 2);
                }
            }
            seconds[rows] = second;
            for (int i = 0; i < values.length; i++) {
                values[i][rows] = i < record.getFieldCount() ? number(record.getField(i)) : Double.NaN;
            }
            rows++;
        }

        private SampleTable table(List<String> header) {
            Map<String, double[]> columns = new LinkedHashMap<>();
            for (int i = 0; i < header.size(); i++) {
                columns.putIfAbsent(header.get(i), Arrays.copyOf(values[i], rows));
            }
            Path last = path.getFileName();
            String file = last == null ? "" : last.toString().replaceFirst("\\.csv$", "");
            return new SampleTable(file, Arrays.copyOf(seconds, rows), columns);
        }
    }
}
