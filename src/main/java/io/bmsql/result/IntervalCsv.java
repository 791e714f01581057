package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.spec.TransactionType;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The files of BenchmarkSQL 6.0, which added transactions up while it ran (contract 6.7): {@code result.csv} with one row a
 * type, thread and interval, {@code summary.csv} and {@code histogram.csv}. Rows of other types are left out.
 */
public final class IntervalCsv {
    private static final String FIRST_COLUMNS = "ttype,second,";

    private IntervalCsv() {}

    /**
     * What one thread collected of one type in one interval.
     *
     * @param endSecond of the interval, from the start of the program
     */
    public record Row(
            TransactionType type,
            double endSecond,
            long count,
            double sumLatencyMs,
            double maxLatencyMs,
            double sumDelayMs) {}

    /**
     * A type over the whole measured time.
     *
     * @param rollbacks how many
     */
    public record Total(TransactionType type, long count, double meanMs, double maxMs, long rollbacks, long errors) {}

    /** How many took at most so long, and longer than the edge before. */
    public record Edge(TransactionType type, double edgeMs, long count) {}

    /**
     * True when a {@code result.csv} has this form.
     *
     * @throws ResultReadException with one sentence when it cannot be read
     */
    public static boolean isAt(Path path) {
        try {
            return FileParts.firstLine(path).startsWith(FIRST_COLUMNS);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        }
    }

    /** Reads {@code result.csv}; a cut last line is left out. */
    public static List<Row> read(Path path) {
        return read(
                path,
                row -> new Row(
                        Objects.requireNonNull(type(row)),
                        decimal(row, "second"),
                        count(row, "numtrans"),
                        decimal(row, "sumlatencyms"),
                        decimal(row, "maxlatencyms"),
                        decimal(row, "sumdelayms")));
    }

    /** Reads {@code summary.csv}. */
    public static List<Total> readSummary(Path path) {
        return read(
                path,
                row -> new Total(
                        Objects.requireNonNull(type(row)),
                        count(row, "count"),
                        decimal(row, "mean") * 1000,
                        decimal(row, "max") * 1000,
                        count(row, "rollbacks"),
                        count(row, "errors")));
    }

    /** Reads {@code histogram.csv}. */
    public static List<Edge> readHistogram(Path path) {
        return read(
                path,
                row -> new Edge(
                        Objects.requireNonNull(type(row)), decimal(row, "edge") * 1000, count(row, "numtrans")));
    }

    private static <T> List<T> read(Path path, Function<NamedCsvRecord, T> make) {
        try (Reader lines = WholeLines.open(path);
                CsvReader<NamedCsvRecord> csv =
                        CsvReader.builder().allowExtraFields(true).ofNamedCsvRecord(lines)) {
            List<T> rows = new ArrayList<>();
            for (NamedCsvRecord row : csv) {
                if (type(row) != null) {
                    rows.add(make.apply(row));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | NumberFormatException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }

    private static @Nullable TransactionType type(NamedCsvRecord row) {
        String name = row.getField("ttype").strip();
        return Arrays.stream(TransactionType.values())
                .filter(type -> type.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static long count(NamedCsvRecord row, String column) {
        return (long) decimal(row, column);
    }

    private static double decimal(NamedCsvRecord row, String column) {
        double value = Double.parseDouble(row.getField(column).strip());
        if (!(Math.abs(value) <= 1e15)) {
            throw new NumberFormatException(column + "=" + value);
        }
        return value;
    }
}
