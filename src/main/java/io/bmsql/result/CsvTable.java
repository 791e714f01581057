package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;

/** CSV files of moderate size: columns are found by the names in the header, further ones are left out. */
public final class CsvTable {
    private CsvTable() {}

    /**
     * Reads a file row by row in the order written; a cut last line is left out.
     *
     * @throws ResultReadException when it is missing or damaged, or a column is missing
     */
    public static void read(Path path, Consumer<NamedCsvRecord> rows) {
        try (Reader lines = open(path);
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

    /** The file without its cut last line, as UTF-8 text. */
    static Reader open(Path path) throws IOException {
        return new BufferedReader(new InputStreamReader(FileParts.wholeLines(path), StandardCharsets.UTF_8));
    }

    /** {@link #read} into a list. */
    public static <T> List<T> list(Path path, Function<NamedCsvRecord, T> row) {
        List<T> all = new ArrayList<>();
        read(path, found -> all.add(row.apply(found)));
        return all;
    }

    /**
     * At most that many rows as text: column to cell, in the order of the file; a cell that a row lacks is missing.
     *
     * @throws ResultReadException with one sentence when the file is missing or damaged
     */
    static List<Map<String, String>> texts(Path path, int mostRows) {
        List<Map<String, String>> rows = new ArrayList<>();
        read(path, row -> {
            if (rows.size() < mostRows) {
                rows.add(new LinkedHashMap<>(row.getFieldsAsMap()));
            }
        });
        return rows;
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
