package io.bmsql.schema;

import io.bmsql.dialect.SqlStatement;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a statement of a build script does, as far as it matters for running it beside others: statements of the same kind
 * that follow each other may run in any order, and at the same time when they concern different tables.
 */
enum StatementKind {
    /** A primary or unique key, or an index: concerns one table. */
    INDEX,
    /** Concerns the referencing and the referenced table, and needs the latter's key. */
    FOREIGN_KEY,
    /** Statistics and clean-up of one table. */
    MAINTENANCE,
    /** Anything else: runs alone, in its place. */
    OTHER;

    private static final String NAME = "([\\w.\"$`]+)";
    private static final Pattern CREATE_INDEX =
            Pattern.compile("create\\s+(?:unique\\s+)?index\\s.*?\\son\\s+(?:only\\s+)?" + NAME + ".*", Pattern.DOTALL);
    private static final Pattern ADD_KEY = Pattern.compile(
            "alter\\s+table\\s+" + NAME + "\\s+add\\s+(?:constraint\\s+\\S+\\s+)?(?:primary\\s+key|unique)[\\s(][^;]*",
            Pattern.DOTALL);
    private static final Pattern ADD_FOREIGN_KEY = Pattern.compile(
            "alter\\s+table\\s+" + NAME
                    + "\\s+add\\s+(?:constraint\\s+\\S+\\s+)?foreign\\s+key[\\s(].*?\\sreferences\\s+" + NAME + "[^;]*",
            Pattern.DOTALL);
    private static final Pattern MAINTAIN = Pattern.compile(
            "(?:vacuum(?:\\s+(?:full|freeze|verbose|analyze))*|analyze(?:\\s+table)?|optimize\\s+table)\\s+"
                    + NAME
                    + "\\s*(?:\\([^;)]*\\))?");

    /** The kind of a statement and the tables that it concerns, in lower case. */
    record Claim(StatementKind kind, Set<String> tables) {}

    static Claim of(SqlStatement statement) {
        String text = statement.text().strip().toLowerCase(Locale.ROOT);
        Matcher foreignKey = ADD_FOREIGN_KEY.matcher(text);
        if (foreignKey.matches()) {
            String from = foreignKey.group(1);
            String to = foreignKey.group(2);
            return new Claim(FOREIGN_KEY, from.equals(to) ? Set.of(from) : Set.of(from, to));
        }
        for (Pattern pattern : new Pattern[] {CREATE_INDEX, ADD_KEY}) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.matches()) {
                return new Claim(INDEX, Set.of(matcher.group(1)));
            }
        }
        Matcher maintain = MAINTAIN.matcher(text);
        return maintain.matches() ? new Claim(MAINTENANCE, Set.of(maintain.group(1))) : new Claim(OTHER, Set.of());
    }
}
