package io.bmsql.dialect;

import io.bmsql.spec.ErrorClass;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * One entry of an {@code errors.*} list: terms separated by blanks that must all hold, each for any exception of the
 * chain.
 *
 * @param rank 0 for rules with a vendor code or message, 1 for whole SQLStates, 2 for SQLState prefixes
 */
record ErrorRule(ErrorClass errorClass, int rank, List<Predicate<SQLException>> terms) {
    private static final String VENDOR = "vendor:";
    private static final String MESSAGE = "message:";

    /** Reads a comma separated list; a comma inside a message pattern is written {@code \,}. */
    static List<ErrorRule> parse(ErrorClass errorClass, String list, String place) throws DialectException {
        List<ErrorRule> rules = new ArrayList<>();
        for (String entry : list.split("(?<!\\\\),", -1)) {
            if (!entry.isBlank()) {
                rules.add(parseEntry(errorClass, entry.strip().replace("\\,", ","), place));
            }
        }
        return rules;
    }

    private static ErrorRule parseEntry(ErrorClass errorClass, String entry, String place) throws DialectException {
        List<Predicate<SQLException>> terms = new ArrayList<>();
        int rank = 2;
        String rest = entry;
        while (!rest.isEmpty()) {
            // A message pattern may hold blanks, so it takes the rest of the entry.
            int end = rest.startsWith(MESSAGE) || rest.indexOf(' ') < 0 ? rest.length() : rest.indexOf(' ');
            String term = rest.substring(0, end);
            rank = Math.min(rank, rankOf(term));
            terms.add(term(term, place));
            rest = rest.substring(end).strip();
        }
        return new ErrorRule(errorClass, rank, List.copyOf(terms));
    }

    private static int rankOf(String term) {
        if (term.startsWith(VENDOR) || term.startsWith(MESSAGE)) {
            return 0;
        }
        return term.endsWith("*") ? 2 : 1;
    }

    private static Predicate<SQLException> term(String term, String place) throws DialectException {
        if (term.startsWith(VENDOR)) {
            try {
                int code = Integer.parseInt(term.substring(VENDOR.length()));
                return exception -> exception.getErrorCode() == code;
            } catch (NumberFormatException e) {
                throw new DialectException(place + ": " + term + " is not a number after vendor:", e);
            }
        }
        if (term.startsWith(MESSAGE)) {
            try {
                Pattern pattern = Pattern.compile(term.substring(MESSAGE.length()));
                return exception -> exception.getMessage() != null
                        && pattern.matcher(exception.getMessage()).find();
            } catch (PatternSyntaxException e) {
                throw new DialectException(place + ": " + term + " is not a regular expression", e);
            }
        }
        if (!term.matches("[0-9A-Z]{5}|[0-9A-Z]{2,4}\\*")) {
            throw new DialectException(place + ": " + term
                    + " is neither an SQLState (40001, 08*) nor vendor:<number> nor message:<regular expression>");
        }
        String state = term.replace("*", "");
        boolean prefix = term.endsWith("*");
        return exception -> exception.getSQLState() != null
                && (prefix
                        ? exception.getSQLState().startsWith(state)
                        : exception.getSQLState().equals(state));
    }

    boolean matches(List<Throwable> chain) {
        for (Predicate<SQLException> term : terms) {
            if (chain.stream().noneMatch(link -> link instanceof SQLException sql && term.test(sql))) {
                return false;
            }
        }
        return true;
    }
}
