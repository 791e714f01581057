package io.bmsql.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A key of BenchmarkSQL versions and forks that has no effect here; its harmless values are what this program does
 * anyway. Since is {@code habit} for a key that none ever read.
 */
record UnsupportedKey(String key, String since, String instead, List<String> harmlessValues) {
    /** A line each of {@code keys-without-effect.txt}. */
    static final List<UnsupportedKey> ALL = read();

    private static List<UnsupportedKey> read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(UnsupportedKey.class.getResourceAsStream("/config/keys-without-effect.txt")),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> List.of(line.split(" \\| ")))
                    .map(part ->
                            new UnsupportedKey(part.get(0), part.get(1), part.get(2), part.subList(3, part.size())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("a file of the program cannot be read", e);
        }
    }

    boolean isHarmless(String value) {
        return harmlessValues.stream().anyMatch(value::equalsIgnoreCase);
    }

    static Optional<UnsupportedKey> find(String name) {
        return ALL.stream().filter(known -> known.key.equals(name)).findFirst();
    }
}
