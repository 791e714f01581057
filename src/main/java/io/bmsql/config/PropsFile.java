package io.bmsql.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A props file as read, nothing interpreted.
 *
 * @param name as the user gave it
 * @param entries in the order of the file, repeated keys included
 * @param swallowedLines lines that BenchmarkSQL would have joined to a {@code //} line ending in a backslash
 */
public record PropsFile(String name, List<Entry> entries, List<Integer> swallowedLines) {
    public PropsFile {
        entries = List.copyOf(entries);
        swallowedLines = List.copyOf(swallowedLines);
    }

    /**
     * One setting of the file.
     *
     * @param value escapes resolved, trailing blanks kept, one char a byte (ISO-8859-1)
     * @param line of the key, from 1
     * @param defect why the original would have refused the file here, else null
     */
    public record Entry(String key, String value, int line, @Nullable String defect) {}

    /** {@code file:line}. */
    public String place(int line) {
        return name + ":" + line;
    }
}
