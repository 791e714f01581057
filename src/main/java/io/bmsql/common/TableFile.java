package io.bmsql.common;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The program's own tables: text files among its resources, a row a line. Lines that begin with # are comments. */
public final class TableFile {
    private TableFile() {}

    public static List<List<String>> rows(String resource, String separator) {
        Pattern between = Pattern.compile(separator, Pattern.LITERAL);
        try (InputStream file = TableFile.class.getResourceAsStream(resource)) {
            return new String(Objects.requireNonNull(file, resource).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(line -> List.of(between.split(line)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the program cannot be read", e);
        }
    }

    /** The same by the first word of each row, which is there once. */
    public static Map<String, List<String>> byFirst(String resource, String separator) {
        return rows(resource, separator).stream().collect(Collectors.toMap(row -> row.get(0), Function.identity()));
    }
}
