package io.bmsql.dialect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A named piece of SQL from {@code statements.sql}, {@code checks.sql} or {@code population.sql}: a line {@code -- name: X},
 * perhaps a line {@code -- about: description}, then the text up to the next name.
 *
 * @param about the description, empty without one
 * @param text without comment lines and terminating semicolon; empty when there is none
 * @param line of the name, from 1
 */
public record NamedSql(String name, String about, String text, String file, int line) {
    private static final String NAME = "-- name:";
    private static final String ABOUT = "-- about:";

    /** Reads a file; a name given twice, or text before the first name, is an error. */
    public static Map<String, NamedSql> parse(String file, String whole) throws DialectException {
        Map<String, NamedSql> found = new LinkedHashMap<>();
        List<String> lines = whole.lines().toList();
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at).strip();
            if (line.startsWith(NAME)) {
                int end = endOf(lines, at + 1);
                NamedSql sql = read(file, lines.subList(at, end), at + 1);
                if (found.put(sql.name(), sql) != null) {
                    throw new DialectException(sql.place() + ": the name " + sql.name() + " is defined twice");
                }
                at = end;
            } else if (line.isEmpty() || line.startsWith("--")) {
                at++;
            } else {
                throw new DialectException(
                        file + ":" + (at + 1) + ": text before the first \"-- name:\" line: " + line);
            }
        }
        return found;
    }

    private static int endOf(List<String> lines, int from) {
        int end = from;
        while (end < lines.size() && !lines.get(end).strip().startsWith(NAME)) {
            end++;
        }
        return end;
    }

    private static NamedSql read(String file, List<String> lines, int number) {
        String name = lines.get(0).strip().substring(NAME.length()).strip();
        String about = "";
        List<String> text = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String stripped = line.strip();
            if (stripped.startsWith(ABOUT)) {
                about = stripped.substring(ABOUT.length()).strip();
            } else if (!stripped.isEmpty() && !stripped.startsWith("--")) {
                text.add(line.stripTrailing());
            }
        }
        String joined = String.join("\n", text).strip();
        String withoutEnd =
                joined.endsWith(";") ? joined.substring(0, joined.length() - 1).strip() : joined;
        return new NamedSql(name, about, withoutEnd, file, number);
    }

    /** {@code file:line}, for messages. */
    public String place() {
        return file + ":" + line;
    }
}
