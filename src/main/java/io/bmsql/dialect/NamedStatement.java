package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import io.bmsql.config.StatementForm;
import io.bmsql.tpcc.RowSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A statement in one dialect; empty when this one does not send it. The arrays are read only: JDBC positions of each
 * declared parameter, and of {@link StatementId#outputs()}, none for a text that gives a row.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NamedStatement(StatementId id, String sql, String place, int[][] positions, int[] outputPositions) {
    /** A parameter, whose name is the group; or what holds none: quoted text, comments, casts; or a question mark. */
    private static final Pattern PIECE = Pattern.compile(
            "'[^']*+'?|\"[^\"]*+\"?|--[^\n]*+|/\\*(?s:.*?)(?:\\*/|\\z)|::|:([\\p{L}_][\\p{L}\\p{Nd}_]*+)|\\?");

    private static final Pattern COMMIT = Pattern.compile("\\bcommit\\b", Pattern.CASE_INSENSITIVE);

    /** Name and place, which is the folder, file and line, for a message. */
    @Override
    public String toString() {
        return id.sqlName() + " (" + place.replaceFirst(".*[/\\\\](?=[^/\\\\]+[/\\\\][^/\\\\]+$)", "") + ")";
    }

    /** Lays files over each other, the most general one first; unknown names and missing statements are refused. */
    static Map<StatementId, NamedStatement> catalog(List<Map<String, NamedSql>> layers) throws UsageException {
        Map<StatementId, NamedStatement> statements = new EnumMap<>(StatementId.class);
        Map<String, StatementId> missing = new LinkedHashMap<>();
        Stream.of(StatementId.values()).forEach(id -> missing.put(id.sqlName(), id));
        Map<String, StatementId> known = Map.copyOf(missing);
        for (Map<String, NamedSql> layer : layers) {
            for (NamedSql sql : layer.values()) {
                StatementId id = known.get(sql.name());
                if (id == null) {
                    throw new UsageException(sql.place() + ": no statement of the program is named " + sql.name()
                            + "; the names are those of sql.common/statements.sql");
                }
                if (sql.text().isEmpty() && !id.mayBeEmpty()) {
                    throw sql.wrong("has no text, but it is needed");
                }
                statements.put(id, of(id, sql));
                missing.remove(sql.name());
            }
        }
        if (!missing.isEmpty()) {
            throw new UsageException("no statements.sql names " + String.join(", ", missing.keySet()));
        }
        return Collections.unmodifiableMap(statements);
    }

    /** Replaces the {@code :name} parameters; quoted text, comments and {@code ::} casts stay as they are. */
    static NamedStatement of(StatementId id, NamedSql source) throws UsageException {
        List<String> found = new ArrayList<>();
        String sql = toJdbc(source, found);
        List<String> declared = id.parameters();
        List<String> outputs = List.copyOf(id.outputs().keySet());
        for (String parameter : found) {
            if (!declared.contains(parameter) && !outputs.contains(parameter)) {
                throw source.wrong("uses :" + parameter + ", but its parameters are " + declared
                        + (outputs.isEmpty() ? "" : ", and those of a call's output " + outputs));
            }
        }
        int[][] positions = declared.stream()
                .map(name -> IntStream.rangeClosed(1, found.size())
                        .filter(position -> found.get(position - 1).equals(name))
                        .toArray())
                .toArray(int[][]::new);
        return new NamedStatement(id, sql, source.place(), positions, outputPositions(source, found, outputs));
    }

    /** The text with ? for parameters, whose names are added in their order. */
    static String toJdbc(NamedSql source, List<String> found) throws UsageException {
        Matcher piece = PIECE.matcher(source.text());
        StringBuilder out = new StringBuilder();
        while (piece.find()) {
            if (piece.group().equals("?")) {
                throw source.wrong("holds a ?; parameters are written :name");
            }
            if (piece.group(1) != null) {
                found.add(piece.group(1));
            }
            piece.appendReplacement(out, piece.group(1) == null ? Matcher.quoteReplacement(piece.group()) : "?");
        }
        return piece.appendTail(out).toString();
    }

    /** None for a text that gives a row; else each output is in the text once. */
    private static int[] outputPositions(NamedSql source, List<String> found, List<String> outputs)
            throws UsageException {
        List<String> used = found.stream().filter(outputs::contains).toList();
        if (used.isEmpty()) {
            return new int[0];
        }
        if (used.size() != outputs.size() || !used.containsAll(outputs)) {
            throw source.wrong("has the output parameters " + used + ", but needs each of " + outputs
                    + " once, or none when it gives a row");
        }
        return outputs.stream().mapToInt(output -> found.indexOf(output) + 1).toArray();
    }

    /** The same insert with other words in place of its INSERT, such as ones with a hint. Parameters stay where they are. */
    public NamedStatement insertedBy(String words) {
        return new NamedStatement(
                id, sql.replaceFirst("^(?i:insert)\\b", words.replace("$", "\\$")), place, positions, outputPositions);
    }

    /** With {@code {table}} and {@code {columns}} of these rows, and a parameter for each column in place of {@code {values}}. */
    public NamedStatement forTable(RowSource rows) {
        int[][] parameters = IntStream.rangeClosed(1, rows.columns().size())
                .mapToObj(at -> new int[] {at})
                .toArray(int[][]::new);
        String text = sql.replace("{table}", rows.table())
                .replace("{columns}", String.join(", ", rows.columns()))
                .replace("{values}", String.join(", ", Collections.nCopies(parameters.length, "?")));
        return new NamedStatement(id, text, place, parameters, outputPositions);
    }

    /** The same with another one, which has no parameters, behind it. */
    public NamedStatement followedBy(NamedStatement next) {
        return new NamedStatement(id, sql + ";\n" + next.sql, place, positions, outputPositions);
    }

    public boolean isEmpty() {
        return sql.isEmpty();
    }

    /** True when it may end its transaction: {@code COMMIT} is in the text, or the dialect's procedures do it. */
    public boolean mayCommit(DialectProperties properties) {
        boolean isCall = id.form() == StatementForm.PROCEDURES;
        return COMMIT.matcher(sql).find()
                || isCall && (properties.callsAreAutoCommitted() || properties.commitsInside(sql));
    }

    public int[] positions(int parameter) {
        return positions[parameter - 1];
    }
}
