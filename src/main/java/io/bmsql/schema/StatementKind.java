package io.bmsql.schema;

import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a build statement does: those of a kind that follow each other may run together, unless tables are shared. */
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
    /** One table, one or several additions: MySQL reads a table once for all of them. */
    private static final Pattern ALTER_TABLE = Pattern.compile("alter\\s+table\\s+" + NAME + "\\s+add\\s[^;]*");

    /** Informix writes the constraint's name at the end. */
    private static final String ADD_CONSTRAINT =
            "\\sadd\\s+(?:constraint\\s+(?:(?!primary\\s|foreign\\s|unique\\b)\\S+\\s+)?)?";

    private static final Pattern ADD_KEY =
            Pattern.compile(ADD_CONSTRAINT + "(?:primary\\s+key|unique|index|key)[\\s(]");
    private static final Pattern ADD_FOREIGN_KEY =
            Pattern.compile(ADD_CONSTRAINT + "foreign\\s+key[\\s(].*?\\sreferences\\s+" + NAME, Pattern.DOTALL);
    private static final Pattern MAINTAIN =
            Pattern.compile("(?:vacuum(?:\\s+(?:full|freeze|verbose|analyze))*|analyze(?:\\s+table)?|optimize\\s+table"
                    + "|update\\s+statistics(?:\\s+(?:low|medium|high))?\\s+for\\s+table)\\s+"
                    + NAME
                    + "\\s*(?:\\([^;)]*\\))?");

    /** The kind of a statement and the tables that it concerns, in lower case. */
    record Claim(StatementKind kind, Set<String> tables) {}

    static Claim of(SqlStatement statement) {
        String text = statement.text().strip().toLowerCase(Locale.ROOT);
        Matcher create = CREATE_INDEX.matcher(text);
        if (create.matches()) {
            return new Claim(INDEX, Set.of(create.group(1)));
        }
        Matcher alter = ALTER_TABLE.matcher(text);
        if (alter.matches()) {
            return ofAdditions(alter.group(1), text);
        }
        Matcher maintain = MAINTAIN.matcher(text);
        return maintain.matches() ? new Claim(MAINTENANCE, Set.of(maintain.group(1))) : new Claim(OTHER, Set.of());
    }

    private static Claim ofAdditions(String table, String text) {
        Set<String> tables = new HashSet<>(Set.of(table));
        Matcher foreignKey = ADD_FOREIGN_KEY.matcher(text);
        while (foreignKey.find()) {
            tables.add(foreignKey.group(1));
        }
        if (foreignKey.reset().find()) {
            return new Claim(FOREIGN_KEY, Set.copyOf(tables));
        }
        return ADD_KEY.matcher(text).find() ? new Claim(INDEX, Set.of(table)) : new Claim(OTHER, Set.of());
    }
}
