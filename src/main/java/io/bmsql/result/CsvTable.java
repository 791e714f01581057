package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;

/** CSV files of moderate size: columns are found by the names in the header, further ones are left out. */
public final class CsvTable {
    private CsvTable() {}

    /**
     * Reads a file row by row in the order written; a cut last line is left out.
     *
     * @throws ResultReadException with one sentence when it is missing or damaged, or a column is missing
     */
    public static void read(Path path, Consumer<NamedCsvRecord> rows) {
        try (Reader lines = WholeLines.open(path);
                CsvReader<NamedCsvRecord> csv = CsvReader.builder()
                        .allowExtraFields(true)
                        .allowMissingFields(true)
                        .ofNamedCsvRecord(lines)) {
            csv.forEach(rows);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | IllegalArgumentException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }

    /** {@link #read} into a list. */
    public static <T> List<T> list(Path path, Function<NamedCsvRecord, T> row) {
        List<T> all = new ArrayList<>();
        read(path, found -> all.add(row.apply(found)));
        return all;
    }

    /** Cells as a line with its end. */
    public static String line(List<?> cells) {
        StringWriter line = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(line)) {
            csv.writeRecord(cells.stream().map(String::valueOf).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("A string cannot fail to be written", e);
        }
        return line.toString();
    }
}
