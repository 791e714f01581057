package io.bmsql.result;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** {@code data/series.csv}: one row a second and transaction type. */
public final class SeriesCsv {
    /** Columns of {@link SeriesRow}, in its order. */
    public static final String HEADER =
            "second,type,phase,completed,rolledBack,failed,unknown,retries,skippedDeliveries,"
                    + "responseP50Ms,responseP90Ms,responseP99Ms,responseMaxMs,serviceMeanMs,startDelayMeanMs,intervalMs";

    /** Above all that a second can hold, and small enough to be added up a billion times. */
    private static final long MOST = 1_000_000_000_000L;

    private SeriesCsv() {}

    /** The file's first line, with its line end. */
    public static String headerLine() {
        return HEADER + "\n";
    }

    /** These rows as lines, each with its line end. */
    public static String lines(List<SeriesRow> rows) {
        return rows.stream().map(row -> CsvTable.line(fields(row))).collect(Collectors.joining());
    }

    private static List<String> fields(SeriesRow row) {
        return List.of(
                Integer.toString(row.second()),
                row.type().name(),
                row.phase().name(),
                Long.toString(row.completed()),
                Long.toString(row.rolledBack()),
                Long.toString(row.failed()),
                Long.toString(row.unknown()),
                Long.toString(row.retries()),
                Long.toString(row.skippedDeliveries()),
                millis(row.responseP50Ms()),
                millis(row.responseP90Ms()),
                millis(row.responseP99Ms()),
                millis(row.responseMaxMs()),
                millis(row.serviceMeanMs()),
                millis(row.startDelayMeanMs()),
                millis(row.intervalMs()));
    }

    private static String millis(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    /**
     * Reads a file row by row in the order written; a cut last line is left out.
     *
     * @throws ResultReadException when it is missing or damaged
     */
    public static void read(Path path, Consumer<SeriesRow> rows) {
        CsvTable.read(path, row -> rows.accept(row(row)));
    }

    private static SeriesRow row(NamedCsvRecord row) {
        return new SeriesRow(
                Integer.parseInt(row.getField("second")),
                TransactionType.valueOf(row.getField("type")),
                RunPhase.valueOf(row.getField("phase")),
                count(row, "completed"),
                count(row, "rolledBack"),
                count(row, "failed"),
                count(row, "unknown"),
                count(row, "retries"),
                count(row, "skippedDeliveries"),
                decimal(row, "responseP50Ms"),
                decimal(row, "responseP90Ms"),
                decimal(row, "responseP99Ms"),
                decimal(row, "responseMaxMs"),
                decimal(row, "serviceMeanMs"),
                decimal(row, "startDelayMeanMs"),
                decimal(row, "intervalMs"));
    }

    private static long count(NamedCsvRecord row, String column) {
        long count = Long.parseLong(row.getField(column));
        if (count < 0 || count > MOST) {
            throw new NumberFormatException(column + "=" + count + " is not a count");
        }
        return count;
    }

    private static double decimal(NamedCsvRecord row, String column) {
        double value = Double.parseDouble(row.getField(column));
        if (!(Math.abs(value) <= MOST)) {
            throw new NumberFormatException(column + "=" + value + " is not a time in milliseconds");
        }
        return value;
    }
}
