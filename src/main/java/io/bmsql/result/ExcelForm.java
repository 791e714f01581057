package io.bmsql.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * CSV as Excel opens it by a double click: marked as UTF-8, separators and decimals as the user's Excel has them, and no
 * text that it would run as a formula.
 */
public enum ExcelForm {
    /** English, Chinese: columns by commas, decimals with a point. */
    COMMA(',', '.'),
    /** German, French and others: columns by semicolons, decimals with a comma. */
    SEMICOLON(';', ',');

    /** More than these Excel does not open. */
    public static final int MOST_ROWS = 1_048_576;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?");
    private static final String FORMULA_STARTS = "=+-@\t\r\n";

    private final char separator;
    private final char decimal;

    ExcelForm(char separator, char decimal) {
        this.separator = separator;
        this.decimal = decimal;
    }

    /** The bytes of such a file for a plain one; nothing for one of more rows than Excel opens. */
    public Optional<byte[]> of(Path csv) {
        try (Reader plain = Files.newBufferedReader(csv)) {
            return convert(plain);
        } catch (IOException e) {
            throw ResultReadException.unreadable(csv, e);
        } catch (UncheckedIOException | CsvParseException e) {
            throw ResultReadException.damaged(csv, e);
        }
    }

    /** The same for text, of at most so many rows. */
    public byte[] of(String csv) {
        try {
            return convert(new StringReader(csv)).orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException("A string cannot fail to be read", e);
        }
    }

    private Optional<byte[]> convert(Reader plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(BYTE_ORDER_MARK);
        int rows = 0;
        try (CsvReader<CsvRecord> in = CsvReader.builder()
                        .allowExtraFields(true)
                        .allowMissingFields(true)
                        .ofCsvRecord(plain);
                CsvWriter out = CsvWriter.builder()
                        .fieldSeparator(separator)
                        .lineDelimiter(LineDelimiter.CRLF)
                        .build(bytes, StandardCharsets.UTF_8)) {
            for (CsvRecord row : in) {
                if (++rows > MOST_ROWS) {
                    return Optional.empty();
                }
                out.writeRecord(row.getFields().stream().map(this::cell).toList());
            }
        }
        return Optional.of(bytes.toByteArray());
    }

    private String cell(String text) {
        if (NUMBER.matcher(text).matches()) {
            return text.replace('.', decimal);
        }
        // The sign that makes Excel, and others, take a cell for text; it is shown.
        return !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }
}
