package io.bmsql.script;

import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One SQL statement of a script: pieces of text, and a variable between each two. A variable is a parameter of a prepared
 * statement, with these exceptions, where its value is put in as text, as pgbench does everywhere:
 *
 * <ul>
 *   <li>in a statement that begins with another word than {@link #WITH_PARAMETERS};
 *   <li>inside quotes, dollar quotes and comments, where a name without a value stays as it is;
 *   <li>as a name or a part of one: behind FROM, JOIN, INTO, UPDATE, TABLE, ONLY, BY or AS, next to a letter, a digit or a
 *       dot, or before a parenthesis.
 * </ul>
 */
final class SqlText {
    private static final Set<String> WITH_PARAMETERS =
            Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "MERGE", "CALL", "REPLACE");

    private static final Set<String> BEFORE_NAMES =
            Set.of("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ONLY", "BY", "AS");

    private static final Set<String> BATCHED = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE");

    /** Leave the transaction open that they stand in. Others may end it, as DDL does on MySQL, or a procedure that commits. */
    private static final Set<String> WITHIN_A_TRANSACTION = Set.of(
            ("SELECT INSERT UPDATE DELETE WITH VALUES MERGE REPLACE TABLE SHOW EXPLAIN SET SAVEPOINT RELEASE ROLLBACK DECLARE"
                            + " FETCH MOVE CLOSE")
                    .split(" "));

    /** Some of MySQL's SETs commit, or change what no rollback takes back. */
    private static final Pattern SETS_MORE_THAN_THE_SESSION = Pattern.compile(
            "(?is)^[\\s(]*SET\\b[^'\"]*?(?:\\b|@@)(?:AUTOCOMMIT|PASSWORD|GLOBAL|PERSIST|PERSIST_ONLY)\\b.*");

    /** At the beginning of a WITH's part or of what follows its parts. */
    private static final Pattern WRITES_WITHIN = Pattern.compile("(?is)[()]\\s*(?:INSERT|UPDATE|DELETE|MERGE)\\b");

    private static final int LONGEST_NAME = 120;

    /** What pgbench shows of a double. */
    private static final MathContext DOUBLE_DIGITS = new MathContext(15);

    final Place place;
    final int[] slots;
    final boolean[] isText;
    /** What stays where a variable has no value; empty where that is a mistake. */
    private final String[] unset;

    final boolean isPrepared;
    /** INSERT, UPDATE, DELETE, REPLACE or MERGE, at its beginning or inside WITH; others may write too. */
    final boolean writes;
    /** Inside a transaction it may be the end of what was sent before. */
    final boolean mayCommit;
    /** Gives no rows, so that several executions may be sent together. */
    final boolean isBatched;

    private final String[] pieces;
    /** With question marks where there is no text to put in; else empty. */
    final String fixedSql;
    /** The same for statements that differ in the names of their variables only; a zero stands for a text, which no statement holds. */
    final String key;
    /** By which it is known in files. */
    final String name;

    private SqlText(Builder from, Place place) {
        this.place = place;
        isPrepared = WITH_PARAMETERS.contains(from.firstWord());
        from.endPiece();
        pieces = from.pieces.toArray(String[]::new);
        mayCommit = !WITHIN_A_TRANSACTION.contains(from.firstWord())
                || SETS_MORE_THAN_THE_SESSION.matcher(withoutComments()).matches();
        writes = BATCHED.contains(from.firstWord())
                || from.firstWord().equals("MERGE")
                || from.firstWord().equals("WITH")
                        && WRITES_WITHIN
                                .matcher(withoutComments().replaceAll("(?s)'.*?'", "''"))
                                .find();
        slots = from.slots.stream().mapToInt(slot -> slot).toArray();
        unset = from.unset.toArray(String[]::new);
        isText = new boolean[slots.length];
        boolean isFixed = true;
        StringBuilder keyed = new StringBuilder(pieces[0]);
        for (int i = 0; i < slots.length; i++) {
            isText[i] = !isPrepared || from.isText.get(i);
            isFixed &= !isText[i];
            keyed.append(isText[i] ? '\0' + unset[i] : "?").append(pieces[i + 1]);
        }
        key = keyed.toString().intern();
        isBatched = BATCHED.contains(from.firstWord())
                && !key.toUpperCase(Locale.ROOT).contains("RETURNING");
        String text = String.join("?", pieces).replaceAll("\\s+", " ").strip();
        name = UserText.cut(text, LONGEST_NAME);
        fixedSql = isFixed ? key : "";
    }

    /** The statement while the file is read. */
    static final class Builder {
        private final List<String> pieces = new ArrayList<>();
        private final List<Integer> slots = new ArrayList<>();
        private final List<Boolean> isText = new ArrayList<>();
        private final List<String> unset = new ArrayList<>();
        private final StringBuilder piece = new StringBuilder();
        /** Offset of what is neither blank nor comment; -1 while there is nothing. */
        int start = -1;

        void append(CharSequence more) {
            piece.append(more);
        }

        /** A question mark of the statement's own, as an operator of PostgreSQL, is doubled for JDBC. */
        void appendQuestionMark() {
            piece.append(WITH_PARAMETERS.contains(firstWord()) ? "??" : "?");
        }

        char last() {
            return piece.length() > 0 ? piece.charAt(piece.length() - 1) : pieces.isEmpty() ? ' ' : '_';
        }

        private String firstWord() {
            String all = (pieces.isEmpty() ? piece.toString() : pieces.get(0))
                    .replaceAll("(?s)^(?:[\\s(]|/\\*.*?\\*/)++", "");
            return all.substring(0, ExpressionParser.nameEnd(all, 0, all.length()))
                    .toUpperCase(Locale.ROOT);
        }

        /** With the character behind the variable, and what stays while it has no value; nothing where it must have one. */
        void variable(int slot, char next, boolean inQuotes, String otherwise) {
            String before = piece.toString().stripTrailing();
            int word = before.length();
            while (word > 0 && Character.isLetter(before.charAt(word - 1))) {
                word--;
            }
            boolean asText = inQuotes
                    || isNamePart(last())
                    || next == '.'
                    || next == '('
                    || BEFORE_NAMES.contains(before.substring(word).toUpperCase(Locale.ROOT));
            isText.add(asText);
            slots.add(slot);
            unset.add(asText ? otherwise : "");
            endPiece();
        }

        static boolean isNamePart(char character) {
            return character == '.' || character == '_' || character == '$' || Character.isLetterOrDigit(character);
        }

        private void endPiece() {
            pieces.add(piece.toString());
            piece.setLength(0);
        }

        SqlText build(Place place) {
            while (piece.length() > 0 && Character.isWhitespace(last())) {
                piece.setLength(piece.length() - 1);
            }
            return new SqlText(this, place);
        }
    }

    /** Place and beginning, for a message. */
    @Override
    public String toString() {
        return place + " (" + name + ")";
    }

    /** Its comments may be hints, but hide what a statement is. */
    String withoutComments() {
        return String.join(":", pieces).replaceAll("(?s)/\\*.*?\\*/", " ").strip();
    }

    /** With the values of a client put in where they are text. */
    String sql(ScriptClient client) throws UsageException {
        if (!fixedSql.isEmpty()) {
            return fixedSql;
        }
        StringBuilder sql = new StringBuilder(pieces[0]);
        for (int i = 0; i < slots.length; i++) {
            byte kind = client.variables.kind(slots[i]);
            String value = "?";
            if (!unset[i].isEmpty() && (kind == Values.UNSET || kind == Values.NULL)) {
                value = kind == Values.UNSET ? unset[i] : "";
            } else {
                checkIsSet(client, slots[i]);
                value = isText[i] ? valueText(client.variables, slots[i]) : value;
            }
            sql.append(value).append(pieces[i + 1]);
        }
        return sql.toString();
    }

    /** Whether a statement that was made with these values still has the right text. */
    boolean isTextOf(Values made, Values now) {
        for (int i = 0; i < slots.length; i++) {
            if (isText[i] && !made.isSame(i, now, slots[i])) {
                return false;
            }
        }
        return true;
    }

    void checkIsSet(ScriptClient client, int slot) throws UsageException {
        if (client.variables.kind(slot) == Values.UNSET) {
            throw place.error("a variable of this statement has no value yet; set it before this line");
        }
    }

    static String valueText(Values values, int at) {
        return switch (values.kind(at)) {
            case Values.BOOLEAN -> values.text(at).isEmpty() ? Boolean.toString(values.bool(at)) : values.text(at);
            case Values.LONG -> Long.toString(values.bits(at));
            case Values.DOUBLE ->
                Double.isFinite(values.real(at))
                        ? decimal(values.real(at)).toString()
                        : Double.toString(values.real(at));
            case Values.TEXT, Values.READ -> values.text(at);
            default -> "NULL";
        };
    }

    /** As a server reads the text that pgbench sends. */
    static BigDecimal decimal(double finite) {
        return new BigDecimal(finite, DOUBLE_DIGITS).stripTrailingZeros();
    }
}
