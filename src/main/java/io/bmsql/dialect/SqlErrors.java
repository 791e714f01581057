package io.bmsql.dialect;

import io.bmsql.spec.ErrorClass;
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
import org.jspecify.annotations.Nullable;

/**
 * Classifies an SQLException by the tables of a dialect.
 *
 * <p>The order of decision: classes of java.sql that say "connection gone"; rules with a vendor code or a message; rules
 * with an SQLState; then what the other classes of java.sql say. A class that says "transaction rolled back" is always
 * answered with a retryable kind. Causes and next exceptions are looked at too: batches and some drivers put the real code
 * there. Threads: immutable.
 */
public final class SqlErrors {
    /** A guard against chains that driver bugs have tied into a ring. */
    private static final int MAX_CHAIN = 64;

    private final List<ErrorRule> rules;
    private final List<ErrorRule> unusedItem;
    private final List<ErrorRule> alreadyThere;

    /**
     * With rules for the kinds of errors.
     *
     * @param unusedItem for the error by which a stored procedure reports a missing item
     * @param alreadyThere for those by which the server refuses to make a table, index, key or constraint a second time
     */
    SqlErrors(List<ErrorRule> rules, List<ErrorRule> unusedItem, List<ErrorRule> alreadyThere) {
        this.unusedItem = List.copyOf(unusedItem);
        this.alreadyThere = List.copyOf(alreadyThere);
        List<ErrorRule> ordered = new ArrayList<>(rules);
        ordered.sort((a, b) -> Integer.compare(a.rank(), b.rank()));
        this.rules = List.copyOf(ordered);
    }

    /** The kind of an error; OTHER when no table knows it. */
    public ErrorClass classify(SQLException exception) {
        List<Throwable> chain = chain(exception);
        if (any(
                chain,
                SQLRecoverableException.class,
                SQLNonTransientConnectionException.class,
                SQLTransientConnectionException.class)) {
            return ErrorClass.CONNECTION;
        }
        boolean rolledBack = any(chain, SQLTransactionRollbackException.class);
        for (ErrorRule rule : rules) {
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

    /** True when a stored procedure says that an ordered item does not exist: the planned rollback of clause 2.4.1.4. */
    public boolean isUnusedItem(SQLException exception) {
        List<Throwable> chain = chain(exception);
        return unusedItem.stream().anyMatch(rule -> rule.matches(chain));
    }

    /** True when the server says that the table, index, key or constraint to be made exists already. */
    public boolean isAlreadyThere(SQLException exception) {
        List<Throwable> chain = chain(exception);
        return alreadyThere.stream().anyMatch(rule -> rule.matches(chain));
    }

    /** The first SQLState of the chain, {@code -} when there is none. */
    public static String sqlState(SQLException exception) {
        for (Throwable link : chain(exception)) {
            if (link instanceof SQLException sql) {
                String state = sql.getSQLState();
                if (state != null && !state.isBlank()) {
                    return state;
                }
            }
        }
        return "-";
    }

    /** The first vendor code of the chain that is not 0, else 0. */
    public static int vendorCode(SQLException exception) {
        for (Throwable link : chain(exception)) {
            if (link instanceof SQLException sql && sql.getErrorCode() != 0) {
                return sql.getErrorCode();
            }
        }
        return 0;
    }

    /** The exception with its next exceptions and causes, nearest first, each once. */
    static List<Throwable> chain(SQLException first) {
        List<Throwable> seen = new ArrayList<>();
        Deque<Throwable> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty() && seen.size() < MAX_CHAIN) {
            Throwable link = open.removeFirst();
            if (seen.stream().noneMatch(old -> old == link)) {
                seen.add(link);
                if (link instanceof SQLException sql) {
                    addIfPresent(open, sql.getNextException());
                }
                addIfPresent(open, link.getCause());
            }
        }
        return seen;
    }

    private static void addIfPresent(Deque<Throwable> open, @Nullable Throwable link) {
        if (link != null) {
            open.addLast(link);
        }
    }

    private static boolean any(List<Throwable> chain, Class<?>... kinds) {
        for (Throwable link : chain) {
            for (Class<?> kind : kinds) {
                if (kind.isInstance(link)) {
                    return true;
                }
            }
        }
        return false;
    }
}
