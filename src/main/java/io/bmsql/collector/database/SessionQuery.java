package io.bmsql.collector.database;

import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.result.SessionSample;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks what the sessions of a run do at this moment, by {@code sessions.sql} of the dialect. One thread. */
final class SessionQuery {
    private static final int LONGEST_SECS = 5;

    /** The class of the row of the session that asks. */
    private static final String SELF = "self";

    /** Further ones are {@code session} and {@code blocker}. */
    private static final int COLUMNS_WITHOUT_BLOCKERS = 4;

    private final Supplier<Set<String>> ownSessions;
    private final List<SqlStatement> alternatives;
    private final KnownStatements statements;
    private @Nullable PreparedStatement prepared;
    private @Nullable Connection preparedOn;
    private int chosen;

    /**
     * @param ownSessions numbers of those that this program has opened; none where others have opened some of the run's
     * @param alternatives of which the first one is asked that the server takes
     */
    SessionQuery(Supplier<Set<String>> ownSessions, List<SqlStatement> alternatives, KnownStatements statements) {
        this.ownSessions = ownSessions;
        this.alternatives = alternatives;
        this.statements = statements;
    }

    /** A row of the answer; the session that blocks it is empty where the server does not tell. */
    record Asked(Sampled sampled, String waitClass, String waitEvent, long sessions, String blockedBy) {
        boolean waitsForLock() {
            return waitClass.equals(SessionSample.LOCK);
        }

        boolean isStranger() {
            return waitClass.equals(SessionSample.STRANGER);
        }

        private Asked ofStranger() {
            return new Asked(sampled, SessionSample.STRANGER, waitEvent, sessions, blockedBy);
        }
    }

    /** False when the server has refused all of them. */
    boolean isLeft() {
        return chosen < alternatives.size();
    }

    /** Leaves one that the server refused for the next one, or keeps it for another try. */
    void leave(boolean isKept) {
        chosen += isKept ? 0 : 1;
        prepared = null;
    }

    /** The answer by session, or by the number of the row where it has none. */
    Map<String, Asked> ask(Connection connection) throws SQLException {
        PreparedStatement query = prepared;
        if (query == null || preparedOn != connection) {
            query = connection.prepareStatement(alternatives.get(chosen).text());
            query.setQueryTimeout(LONGEST_SECS);
            prepared = query;
            preparedOn = connection;
        }
        Map<String, Asked> rows = new LinkedHashMap<>();
        try (ResultSet result = query.executeQuery()) {
            boolean hasBlockers = result.getMetaData().getColumnCount() > COLUMNS_WITHOUT_BLOCKERS;
            while (result.next()) {
                rows.put(
                        hasBlockers ? text(result, "session") : "row " + rows.size(),
                        new Asked(
                                statements.of(text(result, "statement")),
                                text(result, "wait_class"),
                                text(result, "wait_event"),
                                result.getLong("sessions"),
                                hasBlockers ? text(result, "blocker") : ""));
            }
        }
        // Where the server knows the one that asks by the same number, who has the run's login and another number is a
        // stranger.
        Set<String> own = ownSessions.get();
        boolean areTold = rows.entrySet().stream()
                .anyMatch(row -> row.getValue().waitClass.equals(SELF) && own.contains(row.getKey()));
        rows.values().removeIf(row -> row.waitClass.equals(SELF));
        if (areTold) {
            rows.replaceAll((session, row) -> own.contains(session) ? row : row.ofStranger());
        }
        return rows;
    }

    /** Follows the chain of those that block a session to the last of them that waits for a lock itself; the session where none does. */
    static Asked lastBlocked(Asked row, Map<String, Asked> rows) {
        Asked blocked = row;
        Asked next = blocker(row, rows);
        for (int i = 0; i < rows.size() && next != null && next.waitsForLock(); i++) {
            blocked = next;
            next = blocker(next, rows);
        }
        return blocked;
    }

    /** Null where the server does not tell who blocks it, or that one is gone. */
    static @Nullable Asked blocker(Asked row, Map<String, Asked> rows) {
        return row.blockedBy.isEmpty() ? null : rows.get(row.blockedBy);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text.strip();
    }
}
