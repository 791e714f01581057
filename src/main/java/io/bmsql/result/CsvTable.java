package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldModifiers;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import de.siegmar.fastcsv.reader.NamedCsvRecordHandler;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file of moderate size whose rows are records: columns are the components by name, and the components of a record in
 * it in its place. Readers find columns by the names in the header, leave further ones out, and a cut last line too.
 */
public final class CsvTable<R extends Record> {
    private static final int LONGEST_HEADER = 1 << 16;

    /** Above all that a second can hold, and small enough to be added up a billion times. */
    private static final double MOST = 1e12;

    private final String file;
    private final Constructor<R> constructor;
    private final List<Column> columns;
    private final TransactionTypes types;

    /** A component of the record; {@code inner} is the table of one that is a record itself. */
    private record Column(String name, RecordComponent part, @Nullable CsvTable<?> inner) {
        Column(RecordComponent part) {
            this(
                    Optional.ofNullable(part.getAccessor().getAnnotation(JsonProperty.class))
                            .map(JsonProperty::value)
                            .orElse(part.getName()),
                    part,
                    part.getType().isRecord()
                            ? new CsvTable<>("", part.getType().asSubclass(Record.class))
                            : null);
        }
    }

    /** @param file its name in {@code data/} of a result directory */
    public CsvTable(String file, Class<R> type) {
        this(file, type, TpccTransaction.TYPES);
    }

    /** @param types those whose names a column of transaction types may have */
    CsvTable(String file, Class<R> type, TransactionTypes types) {
        this.file = file;
        this.types = types;
        RecordComponent[] parts = type.getRecordComponents();
        columns = Arrays.stream(parts).map(Column::new).toList();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
            // The record may be private to its package.
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every record has a canonical constructor", e);
        }
    }

    public Path in(ResultDirectory directory) {
        return directory.data().resolve(file);
    }

    /** The first line, with its end. */
    public String header() {
        return line(names().toList());
    }

    /** A row, with its end; numbers with a fraction have three digits behind the point. */
    public String line(R row) {
        return line(cells(row)
                .map(cell -> cell instanceof Double number ? String.format(Locale.ROOT, "%.3f", number) : cell)
                .toList());
    }

    public String lines(List<R> rows) {
        return rows.stream().map(this::line).collect(Collectors.joining());
    }

    /** Reads a file row by row in the order written; {@link ResultReadException} when it is missing or damaged. */
    public void read(Path path, Consumer<R> rows) {
        rows(path, cells -> rows.accept(row(cells)));
    }

    /** All rows of a result directory; none without the file. */
    public List<R> list(ResultDirectory directory) {
        return Files.exists(in(directory)) ? list(in(directory)) : List.of();
    }

    public List<R> list(Path path) {
        List<R> all = new ArrayList<>();
        read(path, all::add);
        return all;
    }

    public R row(NamedCsvRecord cells) {
        Object[] values = columns.stream()
                .map(column -> column.inner == null ? value(column, cells) : column.inner.row(cells))
                .toArray();
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot call " + constructor, e);
        }
    }

    private Stream<String> names() {
        return columns.stream().flatMap(column -> column.inner == null ? Stream.of(column.name) : column.inner.names());
    }

    Stream<Object> cells(Record row) {
        return columns.stream().flatMap(column -> {
            Object value = Objects.requireNonNull(SummaryJson.valueOf(row, column.part));
            return column.inner == null ? Stream.of(value) : column.inner.cells((Record) value);
        });
    }

    private Object value(Column column, NamedCsvRecord cells) {
        Class<?> type = column.part.getType();
        if (type == String.class) {
            // Files of older versions lack columns of text.
            return cells.findField(column.name).orElse("");
        }
        String text = cells.getField(column.name);
        if (type == int.class) {
            return Integer.valueOf(text);
        }
        if (type == long.class) {
            return count(column.name, text);
        }
        if (type == double.class) {
            return decimal(column.name, text);
        }
        if (type == TransactionType.class) {
            return types.named(text);
        }
        return Arrays.stream(type.getEnumConstants())
                .filter(known -> known.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text + " is no " + type.getSimpleName()));
    }

    static long count(String column, String text) {
        long count = Long.parseLong(text);
        if (count < 0 || count > MOST) {
            throw new NumberFormatException(column + "=" + count + " is not a count");
        }
        return count;
    }

    /** A number that can be summed up. */
    public static double decimal(String column, String text) {
        double value = Double.parseDouble(text);
        if (!(Math.abs(value) <= MOST)) {
            throw new NumberFormatException(column + "=" + value + " is out of range");
        }
        return value;
    }

    /** Reads rows of any kind; {@link ResultReadException} when the file is missing or damaged, or lacks a column. */
    public static void rows(Path path, Consumer<NamedCsvRecord> rows) {
        rows(path, false, rows);
    }

    /** @param isWhole a last line without an end counts: the file was not written line by line */
    static void rows(Path path, boolean isWhole, Consumer<NamedCsvRecord> rows) {
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder()
                .allowExtraFields(true)
                .allowMissingFields(true)
                .detectBomHeader(true)
                .build(
                        NamedCsvRecordHandler.of(fields ->
                                fields.allowDuplicateHeaderFields(true).fieldModifier(FieldModifiers.STRIP)),
                        isWhole ? ResultFile.openText(path) : ResultFile.wholeLines(path),
                        StandardCharsets.UTF_8)) {
            csv.forEach(rows);
        } catch (IOException e) {
            throw ResultReadException.unreadable(path, e);
        } catch (UncheckedIOException | CsvParseException | NoSuchElementException | IllegalArgumentException e) {
            throw ResultReadException.damaged(path, e);
        }
    }

    /** At most that many rows as text: column to cell, in the order of the file; a cell that a row lacks is missing. */
    static List<Map<String, String>> texts(Path path, int mostRows) {
        List<Map<String, String>> rows = new ArrayList<>();
        rows(path, row -> {
            if (rows.size() < mostRows) {
                rows.add(new LinkedHashMap<>(row.getFieldsAsMap()));
            }
        });
        return rows;
    }

    public static String line(List<?> cells) {
        StringWriter line = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(line)) {
            csv.writeRecord(cells.stream().map(String::valueOf).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("A string cannot fail to be written", e);
        }
        return line.toString();
    }

    /** The first line without its end; empty for an empty file. */
    static String firstLine(Path path) throws IOException {
        try (InputStream in = ResultFile.open(path, LONGEST_HEADER)) {
            String begin = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            return begin.lines().findFirst().orElse("").replaceFirst("^\u00ef\u00bb\u00bf", "");
        }
    }
}
