package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A file of rows of text with a header, such as {@code db_settings.csv} and {@code db_statements.csv}. */
public final class TextTable {
    private TextTable() {}

    /**
     * Reads at most that many rows: column to text, in the order of the file. A cut last line is left out; a cell that a row
     * lacks is missing from its map.
     *
     * @throws ResultReadException with one sentence when the file is missing or damaged
     */
    public static List<Map<String, String>> read(Path path, int mostRows) {
        List<Map<String, String>> rows = new ArrayList<>();
        try (Reader lines = WholeLines.open(path);
                CsvReader<NamedCsvRecord> csv = CsvReader.builder()
                        .allowExtraFields(true)
                        .allowMissingFields(true)
                        .ofNamedCsvRecord(lines)) {
            for (NamedCsvRecord row : csv) {
                if (rows.size() < mostRows) {
                    rows.add(new LinkedHashMap<>(row.getFieldsAsMap()));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + path + " (" + IoReason.of(e) + ")", e);
        } catch (UncheckedIOException | CsvParseException e) {
            throw new ResultReadException(path + " is damaged (" + e.getMessage() + ")", e);
        }
    }
}
