package io.bmsql.collector.database;

import io.bmsql.collector.CollectorWindow;
import io.bmsql.collector.TimedFile;
import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.dialect.SqlScript.SqlStatement;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks ten times a second at what the sessions of a run do, by {@code sessions.sql} of the dialect; each second a line for each
 * statement and wait goes to {@code sessions.csv}. One thread.
 */
final class SessionSampler {
    private static final long INTERVAL_NANOS = 100_000_000;

    /** The query may take this share of the time: a slower one is asked less often. */
    private static final long INTERVALS_A_QUERY = 10;

    private static final long SECOND_NANOS = 1_000_000_000;

    /** Lines a second: a workload with ever new texts must not fill the disk. */
    private static final int MOST_LINES = 200;

    private static final int LONGEST_SECS = 5;

    private final RunClock clock;
    private final List<SqlStatement> alternatives;
    private final KnownStatements statements;
    private final TimedFile file;
    private final TimedFile metrics;
    /** How many sessions did the same, by the cells of the file that say what. */
    private final Map<List<String>, Long> sums = new LinkedHashMap<>();

    private @Nullable PreparedStatement prepared;
    private @Nullable Connection preparedOn;
    private int chosen;
    private boolean hasWorked;
    private long samples;
    private long queryNanos;
    private long begunNanos;
    private long dueNanos;

    /**
     * Begins the file.
     *
     * @param alternatives of which the first one is asked that the server takes
     * @param metrics gets the time of the query
     */
    SessionSampler(
            RunClock clock,
            List<SqlStatement> alternatives,
            KnownStatements statements,
            ResultDirectory directory,
            CollectorWindow window,
            TimedFile metrics) {
        this.clock = clock;
        this.alternatives = alternatives;
        this.statements = statements;
        this.file =
                new TimedFile(directory.append(SessionSample.CSV.in(directory)), window, SessionSample.CSV.header());
        this.metrics = metrics;
        this.begunNanos = clock.nanoTime();
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
        dueNanos = clock.nanoTime() + (hasWorked ? SECOND_NANOS : 0);
        prepared = null;
    }

    /** Asks once; writes what a whole second gave. */
    void sample(Connection connection) throws SQLException {
        long beginNanos = clock.nanoTime();
        Map<List<String>, Long> rows = ask(connection);
        long endNanos = clock.nanoTime();
        rows.forEach((did, count) -> sums.merge(did, count, Long::sum));
        hasWorked = true;
        samples++;
        queryNanos += endNanos - beginNanos;
        dueNanos = Math.max(
                Math.max(dueNanos + INTERVAL_NANOS, beginNanos + INTERVALS_A_QUERY * (endNanos - beginNanos)),
                endNanos);
        if (endNanos - begunNanos >= SECOND_NANOS) {
            write(endNanos);
        }
    }

    private Map<List<String>, Long> ask(Connection connection) throws SQLException {
        PreparedStatement query = prepared;
        if (query == null || preparedOn != connection) {
            query = connection.prepareStatement(alternatives.get(chosen).text());
            query.setQueryTimeout(LONGEST_SECS);
            prepared = query;
            preparedOn = connection;
        }
        Map<List<String>, Long> rows = new LinkedHashMap<>();
        try (ResultSet result = query.executeQuery()) {
            while (result.next()) {
                Sampled found = statements.of(text(result, "statement"));
                List<String> did = List.of(
                        found.type(),
                        found.statement(),
                        found.table(),
                        text(result, "wait_class"),
                        text(result, "wait_event"));
                rows.merge(did, result.getLong("sessions"), Long::sum);
            }
        }
        return rows;
    }

    private static String text(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text.strip();
    }

    private void write(long nanos) {
        sums.entrySet().stream().limit(MOST_LINES).forEach(sum -> {
            String mean = NumberText.format("%.3f", sum.getValue() / (double) samples);
            file.add(
                    nanos,
                    CollectorCsv.line(Stream.concat(sum.getKey().stream(), Stream.of(mean))
                            .toList()));
        });
        file.flush();
        metrics.add(
                nanos,
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
