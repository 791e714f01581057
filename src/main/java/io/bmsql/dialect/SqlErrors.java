package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Classifies an SQLException by the tables of a dialect.
 *
 * <p>The order of decision: classes of java.sql that say "connection gone"; rules with a vendor code or a message; rules
 * with an SQLState; then what the other classes of java.sql say. A class that says "transaction rolled back" is always
 * answered with a retryable kind. Causes and next exceptions are looked at too: batches and some drivers put the real code
 * there. Threads: immutable.
 *
 * @param rules in the order of their ranks, by key of {@code dialect.properties}, such as {@code noDatabase}; those of the kinds of
 *     errors together under the empty one
 */
public record SqlErrors(Map<String, List<Rule>> rules) {
    /** A stored procedure says that an ordered item does not exist: the planned rollback of clause 2.4.1.4. */
    public static final String UNUSED_ITEM = "unusedItem";
    /** An object of a build step exists already. */
    public static final String ALREADY_THERE = "alreadyThere";
    /** The server has no database of this name. */
    public static final String NO_DATABASE = "noDatabase";
    /** It does not know the user or the password. */
    public static final String WRONG_LOGIN = "wrongLogin";
    /** The server may not write for now; of class connection, but nothing was done. */
    public static final String READS_ONLY = "readsOnly";

    /** Driver bugs may make a ring of a chain. */
    private static final int MAX_CHAIN = 64;

    private static final String CONNECTION_STATE = "08";

    public ErrorClass classify(SQLException exception) {
        List<Throwable> chain = chain(exception);
        if (chain.stream().anyMatch(SqlErrors::isOfLostConnection)) {
            return ErrorClass.CONNECTION;
        }
        boolean rolledBack = any(chain, SQLTransactionRollbackException.class);
        for (Rule rule : rules.getOrDefault("", List.of())) {
            if (rule.matches(chain) && (!rolledBack || rule.errorClass().isRetryable())) {
                return rule.errorClass();
            }
        }
        if (rolledBack) {
            return ErrorClass.SERIALIZATION;
        }
        if (any(chain, SQLTimeoutException.class)) {
            return ErrorClass.TIMEOUT;
        }
        return any(chain, SQLIntegrityConstraintViolationException.class) ? ErrorClass.CONSTRAINT : ErrorClass.OTHER;
    }

    /**
     * True when its class says that the connection is gone or cannot be had. MariaDB's driver gives such a class to each answer whose
     * SQLState it does not know, as 45000 of a procedure's SIGNAL: what has a code and another SQLState of the server is an answer.
     */
    public static boolean isOfLostConnection(Throwable error) {
        if (error instanceof SQLTransientConnectionException transientError) {
            String state = transientError.getSQLState();
            return transientError.getErrorCode() == 0 || state == null || state.startsWith(CONNECTION_STATE);
        }
        return error instanceof SQLRecoverableException || error instanceof SQLNonTransientConnectionException;
    }

    /** @param kind of answer, one of the above */
    public boolean is(String kind, SQLException exception) {
        List<Throwable> chain = chain(exception);
        return rules.getOrDefault(kind, List.of()).stream().anyMatch(rule -> rule.matches(chain));
    }

    /** The first SQLState of the chain, {@code -} when there is none. */
    public static String sqlState(SQLException exception) {
        return sqlLinks(chain(exception))
                .flatMap(link -> Stream.ofNullable(link.getSQLState()))
                .filter(state -> !state.isBlank())
                .findFirst()
                .orElse("-");
    }

    /** Gives the first vendor code of the chain that is not 0, else 0. */
    public static int vendorCode(SQLException exception) {
        return sqlLinks(chain(exception))
                .mapToInt(SQLException::getErrorCode)
                .filter(code -> code != 0)
                .findFirst()
                .orElse(0);
    }

    /** What an error says, without blanks around it. */
    public static String text(Throwable error) {
        return String.valueOf(error.getMessage()).strip();
    }

    /** Why it failed, in the server's words: a failed batch says only that it failed, and the server's word comes behind it. */
    public static String reason(Throwable error) {
        if (error instanceof SQLException sql && sql.getNextException() != null) {
            return reason(sql.getNextException());
        }
        String message = error.getMessage();
        return message == null || message.isBlank() ? error.getClass().getSimpleName() : message.strip();
    }

    /** What {@link #text} says, on one line. */
    public static String line(Throwable error) {
        return text(error).replaceAll("\\s+", " ");
    }

    /** Its first line: some drivers write a paragraph. */
    public static String firstLine(Throwable error) {
        return text(error).lines().findFirst().orElse("-");
    }

    private static Stream<SQLException> sqlLinks(List<Throwable> chain) {
        return chain.stream().filter(SQLException.class::isInstance).map(SQLException.class::cast);
    }

    /** The exception with its next exceptions and causes, nearest first, each once. */
    private static List<Throwable> chain(SQLException first) {
        List<Throwable> seen = new ArrayList<>();
        Deque<Throwable> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty() && seen.size() < MAX_CHAIN) {
            Throwable link = open.removeFirst();
            if (seen.stream().noneMatch(old -> old == link)) {
                seen.add(link);
                if (link instanceof SQLException sql) {
                    Stream.ofNullable(sql.getNextException()).forEach(open::addLast);
                }
                Stream.ofNullable(link.getCause()).forEach(open::addLast);
            }
        }
        return seen;
    }

    private static boolean any(List<Throwable> chain, Class<?>... kinds) {
        return chain.stream().anyMatch(link -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(link)));
    }

    /**
     * One entry of an {@code errors.*} list: terms with blanks between them that must all hold, each for any of the
     * chain. Vendor codes and messages have rank 0, whole SQLStates 1, prefixes 2.
     */
    record Rule(ErrorClass errorClass, int rank, List<Predicate<SQLException>> terms) {
        private static final String VENDOR = "vendor:";
        private static final String MESSAGE = "message:";

        private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");

        /** A list written in one way: the same list is the same text, however often an entry was in it. */
        static String entries(String list) {
            return COMMA.splitAsStream(list)
                    .map(String::strip)
                    .filter(entry -> !entry.isEmpty())
                    .distinct()
                    .collect(Collectors.joining(", "));
        }

        /** Reads a comma separated list; a comma inside a message pattern is written {@code \,}. */
        static List<Rule> parse(ErrorClass errorClass, String list, String place) throws UsageException {
            List<Rule> rules = new ArrayList<>();
            for (String entry : COMMA.split(list)) {
                if (!entry.isBlank()) {
                    rules.add(parseEntry(errorClass, entry.strip().replace("\\,", ","), place));
                }
            }
            return rules;
        }

        private static Rule parseEntry(ErrorClass errorClass, String entry, String place) throws UsageException {
            List<Predicate<SQLException>> terms = new ArrayList<>();
            int rank = 2;
            String rest = entry;
            while (!rest.isEmpty()) {
                // A message pattern may hold blanks, so it takes the rest of the entry.
                int end = rest.startsWith(MESSAGE) || rest.indexOf(' ') < 0 ? rest.length() : rest.indexOf(' ');
                String term = rest.substring(0, end);
                boolean isExact = term.startsWith(VENDOR) || term.startsWith(MESSAGE);
                rank = Math.min(rank, isExact ? 0 : term.endsWith("*") ? 2 : 1);
                terms.add(term(term, place));
                rest = rest.substring(end).strip();
            }
            return new Rule(errorClass, rank, List.copyOf(terms));
        }

        private static Predicate<SQLException> term(String term, String place) throws UsageException {
            try {
                if (term.startsWith(VENDOR)) {
                    int code = Integer.parseInt(term.substring(VENDOR.length()));
                    return exception -> exception.getErrorCode() == code;
                }
                if (term.startsWith(MESSAGE)) {
                    Predicate<String> pattern =
                            Pattern.compile(term.substring(MESSAGE.length())).asPredicate();
                    return exception -> exception.getMessage() != null && pattern.test(exception.getMessage());
                }
            } catch (PatternSyntaxException e) {
                throw new UsageException(place + ": " + term + " is not a regular expression", e);
            } catch (NumberFormatException e) {
                throw new UsageException(place + ": " + term + " is not a number after vendor:", e);
            }
            if (!term.matches("[0-9A-Z]{5}|[0-9A-Z]{2,4}\\*")) {
                throw new UsageException(place + ": " + term
                        + " is neither an SQLState (40001, 08*) nor vendor:<number> nor message:<regular expression>");
            }
            Predicate<String> state = Pattern.compile(term.replace("*", ".*")).asMatchPredicate();
            return exception -> exception.getSQLState() != null && state.test(exception.getSQLState());
        }

        boolean matches(List<Throwable> chain) {
            return terms.stream().allMatch(term -> sqlLinks(chain).anyMatch(term));
        }
    }
}
