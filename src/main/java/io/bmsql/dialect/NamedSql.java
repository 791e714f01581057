package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A named piece of SQL from {@code statements.sql}, {@code checks.sql} or {@code population.sql}: a line {@code --
 * name: X}, perhaps a line {@code -- about: description}, then the text up to the next name, kept without comments.
 *
 * @param with the name of the piece whose text answers this one too, from a line {@code -- with: Y}; else empty
 */
public record NamedSql(String name, String about, String with, String text, String place) {
    private static final String NAME = "-- name:";
    private static final String ABOUT = "-- about:";
    private static final String WITH = "-- with:";

    /** Reads a file; a name given twice, or text before the first name, is an error. */
    static Map<String, NamedSql> parse(String file, String whole) throws UsageException {
        Map<String, NamedSql> found = new LinkedHashMap<>();
        List<String> lines = whole.lines().toList();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            String place = file + ":" + (at + 1);
            int end = at + 1;
            if (line.startsWith(NAME)) {
                while (end < lines.size() && !lines.get(end).strip().startsWith(NAME)) {
                    end++;
                }
                NamedSql sql = read(line.substring(NAME.length()).strip(), lines.subList(at + 1, end), place);
                if (found.put(sql.name(), sql) != null) {
                    throw new UsageException(place + ": the name " + sql.name() + " is defined twice");
                }
            } else if (!line.isEmpty() && !line.startsWith("--")) {
                throw new UsageException(place + ": text before the first \"-- name:\" line: " + line);
            }
            at = end;
        }
        return found;
    }

    private static NamedSql read(String name, List<String> lines, String place) {
        String about = "";
        String with = "";
        List<String> text = new ArrayList<>();
        for (String line : lines) {
            String stripped = line.strip();
            if (stripped.startsWith(ABOUT)) {
                about = stripped.substring(ABOUT.length()).strip();
            } else if (stripped.startsWith(WITH)) {
                with = stripped.substring(WITH.length()).strip();
            } else if (!stripped.isEmpty() && !stripped.startsWith("--")) {
                text.add(line.stripTrailing());
            }
        }
        return new NamedSql(name, about, with, String.join("\n", text).strip().replaceFirst("\\s*;$", ""), place);
    }
}
