package io.bmsql.script;

import io.bmsql.common.NearestWord;
import io.bmsql.common.UsageException;
import io.bmsql.tpcc.RowSink;
import io.bmsql.tpcc.RowSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.function.FailableIntConsumer;

/**
 * A statement of a file of a workload folder, and the rows of the table that it creates. Comments before it say {@code -- copies:
 * :tables}, so that it is sent for {@code sbtest1}, {@code sbtest2} and so on, and {@code -- rows: 10 * :scale}; {@code -- = rownum}
 * behind a column is the expression of its values. Columns without one are left to their default. Threads: immutable.
 *
 * @param title what the comment {@code -- check: title} says, or nothing
 * @param table that it creates or drops; empty for another statement
 * @param columns those with an expression
 * @param place in the file, for a message
 * @param rows 0 for a table that is empty at first
 * @param given values of variables from which, with the seed, the values of all rows follow
 */
public record TableStatement(
        String title,
        String sql,
        String place,
        String table,
        List<String> columns,
        long rows,
        List<Expression> values,
        ScriptVariables names,
        Map<String, String> given,
        long seed) {
    static final String ROWNUM = "rownum";

    private static final List<String> NOTES = List.of("rows", "copies", "check");
    private static final Pattern NOTE = Pattern.compile("--\\s*(rows|copies|check):(.*)");
    /** What a comment looks like that is meant for the program. */
    private static final Pattern KEY = Pattern.compile("--\\s*([A-Za-z][A-Za-z_-]*)(?:\\s*[:=].*|\\s+[0-9:(].*)");

    private static final Pattern VALUE = Pattern.compile("^\\s*(\\w+)\\s.*?--\\s*=(.*)$");
    private static final Pattern LOST_VALUE = Pattern.compile(".*--\\s*=.*");
    private static final Pattern TABLE =
            Pattern.compile("(?is)\\s*(?:create(?:\\s+(?:unlogged|(?:(?:global|local)\\s+)?temp(?:orary)?"
                    + "|column|row))?|drop)\\s+table\\s+(?:if\\s+(?:not\\s+)?exists\\s+)?([^\\s(;]+).*");
    private static final Pattern VARIABLE = Pattern.compile("(?<!:):([A-Za-z0-9_]+)");
    /** The end of a name that is made for each copy. */
    private static final Pattern NUMBERED = Pattern.compile("(?<=[A-Za-z_])1(?![0-9A-Za-z])");

    private static final int MAX_ROW_BYTES = 3_500;
    private static final long COPIES_OF_A_SEED = 1L << 32;

    /** The statements of a file, in order, with the values of these variables. */
    public static List<TableStatement> read(Place file, Map<String, String> given, long seed) throws UsageException {
        List<TableStatement> all = new ArrayList<>();
        Draft draft = new Draft(file, given);
        int at = 0;
        for (String line : file.text().split("\n", -1)) {
            draft.read(line, at);
            if (draft.isWhole()) {
                all.addAll(draft.statements(seed));
                draft = new Draft(file, given);
            }
            at += line.length() + 1;
        }
        draft.requireNothing();
        return all;
    }

    /** One statement of a file and the comments before it, while its lines are read. */
    private static final class Draft {
        private final Place file;
        private final Map<String, String> given;
        private final ScriptVariables names;
        private final List<String> columns = new ArrayList<>();
        private final List<Expression> values = new ArrayList<>();
        /** Holds what the notes {@code rows} and {@code copies} say. */
        private final Map<String, Long> numbers = new HashMap<>();

        private final StringBuilder sql = new StringBuilder();
        private String title = "";
        private Place begun;
        private Place noted;

        Draft(Place file, Map<String, String> given) {
            this.file = file;
            this.given = given;
            this.names = names(given);
            this.begun = file;
            this.noted = file;
        }

        void read(String line, int at) throws UsageException {
            Matcher note = NOTE.matcher(line.strip());
            Matcher value = VALUE.matcher(line);
            if (note.matches() && note.group(1).equals("check")) {
                readTitle(note.group(2), line, at);
            } else if (note.matches()) {
                noted = file.at(at);
                Place start = file.at(at + line.indexOf(':') + 1);
                long number = evaluate(start, at + line.length(), given);
                start.check(number >= 0, "this is " + number + ", below 0; correct it");
                numbers.put(note.group(1), number);
            } else if (value.matches()) {
                columns.add(value.group(1));
                values.add(compile(file.at(at + value.start(2)), at + line.length(), names));
            } else {
                file.at(at)
                        .check(
                                !LOST_VALUE.matcher(line).matches(),
                                "no column stands before this = ...; write the value behind its column, on one line");
                if (line.strip().startsWith("--")) {
                    checkComment(file.at(at), line.strip(), NOTES);
                }
            }
            String kept = line.replaceFirst("--.*", "").stripTrailing();
            if (!kept.isBlank()) {
                begun = sql.isEmpty() ? file.at(at) : begun;
                sql.append(sql.isEmpty() ? "" : "\n").append(kept);
            }
        }

        private void readTitle(String text, String line, int at) throws UsageException {
            String[] parts = (text + "|expect: no rows").split("[|]\\s*expect:", -1);
            title = parts[0].strip();
            file.at(at + line.indexOf(parts[1]))
                    .check(
                            parts[1].strip().equals("no rows"),
                            "expect:" + parts[1] + " is not known; write expect: no rows");
        }

        /** True when the line that was read last ends it. */
        boolean isWhole() {
            return !sql.isEmpty() && sql.charAt(sql.length() - 1) == ';';
        }

        /** As often as its note says. */
        List<TableStatement> statements(long seed) throws UsageException {
            List<TableStatement> all = new ArrayList<>();
            String text = sql.substring(0, sql.length() - 1);
            long copies = numbers.getOrDefault("copies", 1L);
            long rows = numbers.getOrDefault("rows", 0L);
            for (long copy = 1; copy <= copies; copy++) {
                String own =
                        withValues(copies == 1 ? text : NUMBERED.matcher(text).replaceAll(Long.toString(copy)), given);
                Matcher table = TABLE.matcher(own);
                boolean isFilled = rows > 0 || !values.isEmpty();
                begun.check(!isFilled || table.matches(), "rows are given, but this creates no table");
                all.add(new TableStatement(
                        copies == 1 ? title : title + " " + copy,
                        own,
                        begun.toString(),
                        table.matches() ? table.group(1) : "",
                        List.copyOf(columns),
                        rows,
                        List.copyOf(values),
                        names,
                        given,
                        seed + copy * COPIES_OF_A_SEED));
            }
            return all;
        }

        /** At the end of the file. */
        void requireNothing() throws UsageException {
            begun.check(sql.isEmpty(), "the last statement has no semicolon at the end of a line; add it");
            noted.check(numbers.isEmpty(), "no statement follows the last -- " + numbers.keySet() + "; take it out");
        }
    }

    /** A comment that is nearly one of those for the program is a mistake: in silence it would be left aside. */
    static void checkComment(Place place, String comment, List<String> known) throws UsageException {
        Matcher key = KEY.matcher(comment);
        Optional<String> near = key.matches() ? NearestWord.to(key.group(1), known.stream()) : Optional.empty();
        if (near.isPresent()) {
            throw place.error("`" + comment + "` is not understood: did you mean `-- " + near.get()
                    + ":`? Write other comments without a colon");
        }
    }

    public boolean isDrop() {
        return !table.isEmpty() && sql.stripLeading().regionMatches(true, 0, "drop", 0, 4);
    }

    /** The statement with the values of these variables as text; other names behind a colon stay. */
    public static String withValues(String sql, Map<String, String> given) {
        return VARIABLE.matcher(sql)
                .replaceAll(name -> Matcher.quoteReplacement(given.getOrDefault(name.group(1), name.group())));
    }

    private static ScriptVariables names(Map<String, String> given) {
        Set<String> names = new LinkedHashSet<>(given.keySet());
        names.add(ROWNUM);
        ScriptVariables variables = new ScriptVariables(names);
        variables.set(Set.of(ROWNUM), Set.of());
        return variables;
    }

    private static Expression compile(Place start, int end, ScriptVariables names) throws UsageException {
        FailableIntConsumer<UsageException> known = colon -> {
            String name = start.text().substring(colon + 1, ExpressionParser.nameEnd(start.text(), colon + 1, end));
            String message = ":" + name + " is no variable of this workload; name it in workload.properties";
            start.at(colon).check(names.isGiven(name), message);
        };
        return new ExpressionParser(start, end, names, known).parse();
    }

    private static long evaluate(Place start, int end, Map<String, String> given) throws UsageException {
        ScriptVariables names = names(given);
        Expression number = compile(start, end, names);
        ScriptClient client = new ScriptClient(names, 0, 0, given);
        number.evaluate(client);
        return client.registers.asLong(0, start);
    }

    /** Some of the rows, which count from 1; their values depend on seed and first row. */
    public RowSource part(long first, long last) {
        return new RowSource() {
            @Override
            public String table() {
                return table;
            }

            @Override
            public List<String> columns() {
                return columns;
            }

            @Override
            public <E extends Exception> void write(RowSink<E> sink) throws E {
                ScriptClient client = new ScriptClient(names, seed, first, given);
                int rownum = names.slot(ROWNUM);
                for (long row = first; row <= last; row++) {
                    client.variables.set(rownum, row);
                    int bytes = 0;
                    for (Expression value : values) {
                        try {
                            value.evaluate(client);
                        } catch (UsageException e) {
                            throw new IllegalStateException(e.getMessage(), e);
                        }
                        bytes += writeValue(client.registers, sink);
                    }
                    if (bytes > MAX_ROW_BYTES) {
                        throw new IllegalStateException(
                                "a row of " + table + " has more than " + MAX_ROW_BYTES + " bytes");
                    }
                    sink.endRow();
                }
            }
        };
    }

    /** Gives its bytes, about. */
    private <E extends Exception> int writeValue(Values from, RowSink<E> sink) throws E {
        switch (from.kind(0)) {
            case Values.NULL -> sink.nullValue();
            case Values.LONG -> sink.integer(from.bits(0));
            case Values.BOOLEAN -> sink.integer(from.bool(0) ? 1 : 0);
            case Values.DOUBLE -> sink.decimal(Math.round(from.real(0) * 10_000), 4);
            default -> {
                byte[] text = from.text(0).getBytes(StandardCharsets.UTF_8);
                for (byte c : text) {
                    if (c < ' ' || c == '\\' || c > '~') {
                        throw new IllegalStateException(
                                "a text of " + table + " has another character than printable ASCII, or a backslash");
                    }
                }
                sink.text(text, 0, text.length);
                return text.length;
            }
        }
        return Long.BYTES;
    }
}
