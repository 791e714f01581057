package io.bmsql.config;

import io.bmsql.common.TableFile;
import java.util.List;
import java.util.Optional;

/**
 * A key of BenchmarkSQL versions and forks that has no effect here; its harmless values are what this program does
 * anyway. Since is {@code habit} for a key that none ever read.
 */
record UnsupportedKey(String key, String since, String instead, List<String> harmlessValues) {
    /** A line each of {@code keys-without-effect.txt}. */
    static final List<UnsupportedKey> ALL = TableFile.rows("/config/keys-without-effect.txt", " | ").stream()
            .map(row -> new UnsupportedKey(row.get(0), row.get(1), row.get(2), row.subList(3, row.size())))
            .toList();

    boolean isHarmless(String value) {
        return harmlessValues.stream().anyMatch(value::equalsIgnoreCase);
    }

    static Optional<UnsupportedKey> find(String name) {
        return ALL.stream().filter(known -> known.key.equals(name)).findFirst();
    }
}
