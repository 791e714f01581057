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
 * @param with the name of the condition whose query answers this one too, from a line {@code -- with: Y}; else empty
 * @param parameters of a condition, whose text is as JDBC takes it: their names in the order of the question marks. One with
 *     {@code :first_w_id} and {@code :last_w_id} is asked about one range of warehouses after the other
 */
public record NamedSql(String name, String about, String with, String text, String place, List<String> parameters) {
    /** The column of a query for several conditions that holds the clauses of those that the row breaks. */
    public static final String CLAUSES = "clauses";

    public static final String FIRST_WAREHOUSE = "first_w_id";
    public static final String LAST_WAREHOUSE = "last_w_id";

    private static final String NAME = "-- name:";
    private static final String ABOUT = "-- about:";
    private static final String WITH = "-- with:";

    /** Reads a file; a name given twice, or text before the first name, is an error. */
    static Map<String, NamedSql> parse(String file, String whole) throws UsageException {
        Map<String, NamedSql> found = new LinkedHashMap<>();
        List<String> lines = whole.lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            String place = file + ":" + (at + 1);
            if (line.startsWith(NAME)) {
                int begin = at + 1;
                while (at + 1 < lines.size() && !lines.get(at + 1).strip().startsWith(NAME)) {
                    at++;
                }
                NamedSql sql = read(line.substring(NAME.length()).strip(), lines.subList(begin, at + 1), place);
                if (found.put(sql.name(), sql) != null) {
                    throw new UsageException(place + ": the name " + sql.name() + " is defined twice");
                }
            } else if (!line.isEmpty() && !line.startsWith("--")) {
                throw new UsageException(place + ": text before the first \"-- name:\" line: " + line);
            }
        }
        return found;
    }

    private static NamedSql read(String name, List<String> lines, String place) {
        String about = "";
        String with = "";
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            String stripped = line.strip();
            if (stripped.startsWith(ABOUT)) {
                about = stripped.substring(ABOUT.length()).strip();
            } else if (stripped.startsWith(WITH)) {
                with = stripped.substring(WITH.length()).strip();
            } else if (!stripped.isEmpty() && !stripped.startsWith("--")) {
                text.append(line.stripTrailing()).append('\n');
            }
        }
        return new NamedSql(name, about, with, text.toString().strip().replaceFirst("\\s*;$", ""), place, List.of());
    }

    /** The consistency conditions of {@code checks.sql} as JDBC takes them. */
    static List<NamedSql> conditions(List<NamedSql> texts) throws UsageException {
        List<NamedSql> conditions = new ArrayList<>();
        for (NamedSql text : texts) {
            conditions.add(text.condition());
        }
        for (NamedSql condition : conditions) {
            if (!condition.with.isEmpty()
                    && conditions.stream()
                            .noneMatch(other -> other.name.equals(condition.with) && other.with.isEmpty())) {
                throw condition.wrong("is asked with " + condition.with + ", which is no condition with a query");
            }
        }
        return List.copyOf(conditions);
    }

    private NamedSql condition() throws UsageException {
        List<String> found = new ArrayList<>();
        String query = NamedStatement.toJdbc(this, found);
        List<String> known = List.of(FIRST_WAREHOUSE, LAST_WAREHOUSE);
        if (!found.isEmpty() && !(known.containsAll(found) && found.containsAll(known))) {
            throw wrong("uses the parameters " + found + ", but a condition has both of " + known + " or none");
        }
        if (with.isEmpty() == query.isEmpty()) {
            throw wrong("needs a query, or the name of the condition whose query answers it too (-- with: Check.…)");
        }
        return new NamedSql(name, about, with, query, place, List.copyOf(found));
    }

    UsageException wrong(String what) {
        return new UsageException(place + ": " + name + " " + what);
    }

    /** The clause of a condition, such as 3.3.2.1. */
    public String clause() {
        return name.replaceFirst("^Check\\.", "");
    }

    public boolean isByWarehouse() {
        return !parameters.isEmpty();
    }
}
