package io.bmsql.collector.database;

import io.bmsql.collector.TimedFile;
import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.ResultDirectory;
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

/**
 * Looks ten times a second at what the sessions of a run do, by {@code sessions.sql} of the dialect; each second a line for each
 * statement and wait goes to {@code sessions.csv}. One thread.
 */
final class SessionSampler {
    private static final long INTERVAL_NANOS = 100_000_000;

    /** The query may take this share of the time: a slower one is asked less often. */
    private static final long INTERVALS_A_QUERY = 10;

    /** Where an answer comes so many intervals after the one before, nobody knows what sessions did for most of that time. */
    private static final int LONGEST_GAP_INTERVALS = 5;

    /** Lines a second: a workload with ever new texts must not fill the disk. */
    private static final int MAX_LINES = 200;

    private static final int LONGEST_SECS = 5;

    /** The class of the row of the session that asks. */
    private static final String SELF = "self";

    /** Further ones are {@code session} and {@code blocker}. */
    private static final int COLUMNS_WITHOUT_BLOCKERS = 4;

    private final RunClock clock;
    private final Supplier<Set<String>> ownSessions;
    private final List<SqlStatement> alternatives;
    private final KnownStatements statements;
    private final TimedFile file;
    private final TimedFile metrics;
    /** Seconds of sessions that did the same, by the cells of the file that say what. */
    private final Map<Did, Double> sums = new LinkedHashMap<>();

    /** What sessions do, and for one that waits for a lock how its chain of blockers ends. */
    private record Did(Sampled sampled, String waitClass, String waitEvent, String blocker, String blockedTable) {
        List<Object> cells(double sessions) {
            return List.of(
                    sampled.type(),
                    sampled.statement(),
                    sampled.table(),
                    waitClass,
                    waitEvent,
                    NumberText.format("%.3f", sessions),
                    blocker,
                    blockedTable);
        }
    }

    /** A row of the answer; the session that blocks it is empty where the server does not tell. */
    private record Asked(Sampled sampled, String waitClass, String waitEvent, long sessions, String blockedBy) {
        boolean waitsForLock() {
            return waitClass.equals(SessionSample.LOCK);
        }

        Asked ofStranger() {
            return new Asked(sampled, SessionSample.STRANGER, waitEvent, sessions, blockedBy);
        }
    }

    private @Nullable PreparedStatement prepared;
    private @Nullable Connection preparedOn;
    private int chosen;
    private boolean hasWorked;
    private long samples;
    private long queryNanos;
    private long lastQueryNanos;
    private long begunNanos;
    private long sampledNanos;
    private long dueNanos;
    private long intervalNanos = INTERVAL_NANOS;

    /**
     * @param ownSessions numbers of those that this program has opened; none where others have opened some of the run's
     * @param alternatives of which the first one is asked that the server takes
     * @param metrics gets the time of the query
     */
    SessionSampler(
            RunClock clock,
            Supplier<Set<String>> ownSessions,
            List<SqlStatement> alternatives,
            KnownStatements statements,
            ResultDirectory directory,
            RunWindow window,
            TimedFile metrics) {
        this.clock = clock;
        this.ownSessions = ownSessions;
        this.alternatives = alternatives;
        this.statements = statements;
        this.file =
                new TimedFile(directory.append(SessionSample.CSV.in(directory)), window, SessionSample.CSV.header());
        this.metrics = metrics;
        this.begunNanos = clock.nanoTime();
        this.sampledNanos = begunNanos;
        this.dueNanos = begunNanos;
    }

    long dueNanos() {
        return dueNanos;
    }

    boolean hasQuery() {
        return chosen < alternatives.size();
    }

    /** Leaves a query that the server refused for the next one; one that has worked is asked again a second later. */
    void leaveQuery() {
        chosen += hasWorked ? 0 : 1;
        dueNanos = clock.nanoTime() + (hasWorked ? RunWindow.SECOND_NANOS : 0);
        prepared = null;
    }

    /** Asks once; writes what a whole second gave. */
    void sample(Connection connection) throws SQLException {
        long beginNanos = clock.nanoTime();
        Map<String, Asked> rows = ask(connection);
        long endNanos = clock.nanoTime();
        if (endNanos - sampledNanos > LONGEST_GAP_INTERVALS * intervalNanos) {
            write(sampledNanos);
            sampledNanos = endNanos - intervalNanos;
            begunNanos = sampledNanos;
        }
        double seconds = (endNanos - sampledNanos) / (double) RunWindow.SECOND_NANOS;
        rows.values().stream()
                .filter(row -> !row.waitClass.equals(SessionSample.STRANGER))
                .forEach(row -> sums.merge(did(row, rows), row.sessions * seconds, Double::sum));
        sampledNanos = endNanos;
        hasWorked = true;
        samples++;
        queryNanos += endNanos - beginNanos;
        long usualNanos = usualNanos(endNanos - beginNanos, lastQueryNanos);
        lastQueryNanos = endNanos - beginNanos;
        intervalNanos = Math.max(INTERVAL_NANOS, INTERVALS_A_QUERY * usualNanos);
        dueNanos = Math.max(Math.max(dueNanos + INTERVAL_NANOS, beginNanos + INTERVALS_A_QUERY * usualNanos), endNanos);
        if (endNanos - begunNanos >= RunWindow.SECOND_NANOS) {
            write(endNanos);
        }
    }

    /** One slow query is no slow server: after it stood still for seconds, nothing would be seen for ten times as long. */
    static long usualNanos(long tookNanos, long tookBeforeNanos) {
        return Math.min(tookNanos, tookBeforeNanos);
    }

    /** The answer by session, or by the number of the row where it has none. */
    private Map<String, Asked> ask(Connection connection) throws SQLException {
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

    /** Follows the chain of those that block a session to the last one. */
    private static Did did(Asked row, Map<String, Asked> rows) {
        Asked blocked = row;
        Asked last = row.blockedBy.isEmpty() ? null : rows.get(row.blockedBy);
        for (int i = 0; i < rows.size() && last != null && last.waitsForLock(); i++) {
            blocked = last;
            last = rows.get(last.blockedBy);
        }
        boolean isWaiting = row.waitsForLock() && !row.blockedBy.isEmpty();
        String blocker =
                last == null ? SessionSample.GONE : last.waitsForLock() ? SessionSample.EACH_OTHER : last.waitClass;
        return new Did(
                row.sampled,
                row.waitClass,
                row.waitEvent,
                isWaiting ? blocker : "",
                isWaiting ? blocked.sampled.table() : "");
    }

    private static String text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text.strip();
    }

    private void write(long nanos) {
        if (samples == 0) {
            return;
        }
        double seconds = (nanos - begunNanos) / (double) RunWindow.SECOND_NANOS;
        if (sums.isEmpty()) {
            sums.put(new Did(new Sampled("", "", ""), SessionSample.NONE, "", "", ""), 0.0);
        }
        sums.entrySet().stream()
                .limit(MAX_LINES)
                .forEach(sum -> file.add(nanos, CollectorCsv.line(sum.getKey().cells(sum.getValue() / seconds))));
        file.flush();
        // Other lines of this file were written since a look before a gap.
        metrics.add(
                clock.nanoTime(),
                CollectorCsv.line(List.of(
                        MetricSeries.SAMPLING,
                        "time of the query",
                        "ms",
                        NumberText.format("%.3f", queryNanos / 1e6 / samples))));
        sums.clear();
        samples = 0;
        queryNanos = 0;
        begunNanos = nanos;
    }

    @Nullable
    String close() {
        file.close();
        return file.problem();
    }
}
