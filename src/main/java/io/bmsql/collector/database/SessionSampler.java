package io.bmsql.collector.database;

import io.bmsql.collector.TimedFile;
import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.collector.database.SessionQuery.Asked;
import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.MetricSeries;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.SessionSample;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Looks ten times a second at what the sessions of a run do, by {@code sessions.sql} of the dialect; each second a line for each
 * statement and wait goes to {@code sessions.csv}. The moments are drawn: a server that does something ten times a second would always
 * be seen at the same point of it. One thread.
 */
final class SessionSampler {
    private static final long INTERVAL_NANOS = 100_000_000;

    /** The query may take this share of the time: a slower one is asked less often. */
    private static final long INTERVALS_A_QUERY = 10;

    /** Where an answer comes so many intervals after the one before, nobody knows what sessions did for most of that time. */
    private static final int LONGEST_GAP_INTERVALS = 5;

    /** Lines a second: a workload with ever new texts must not fill the disk. */
    private static final int MAX_LINES = 200;

    private final RunClock clock;
    private final RandomGenerator random;
    private final SessionQuery query;
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

    private boolean hasWorked;
    private long samples;
    private long queryNanos;
    private long lastQueryNanos;
    private long begunNanos;
    private long sampledNanos;
    private long dueNanos;
    private long intervalNanos = INTERVAL_NANOS;

    /** @param metrics gets the time of the query */
    SessionSampler(
            RunClock clock,
            RandomGenerator random,
            SessionQuery query,
            ResultDirectory directory,
            RunWindow window,
            TimedFile metrics) {
        this.clock = clock;
        this.random = random;
        this.query = query;
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
        return query.isLeft();
    }

    /** Leaves a query that the server refused for the next one; one that has worked is asked again a second later. */
    void leaveQuery() {
        query.leave(hasWorked);
        dueNanos = clock.nanoTime() + (hasWorked ? RunWindow.SECOND_NANOS : 0);
    }

    /** Asks once; writes what a whole second gave. */
    void sample(Connection connection) throws SQLException {
        long beginNanos = clock.nanoTime();
        Map<String, Asked> rows = query.ask(connection);
        long endNanos = clock.nanoTime();
        if (endNanos - sampledNanos > LONGEST_GAP_INTERVALS * intervalNanos) {
            write(sampledNanos);
            sampledNanos = endNanos - intervalNanos;
            begunNanos = sampledNanos;
        }
        double seconds = (endNanos - sampledNanos) / (double) RunWindow.SECOND_NANOS;
        rows.values().stream()
                .filter(row -> !row.isStranger())
                .forEach(row -> sums.merge(did(row, rows), row.sessions() * seconds, Double::sum));
        sampledNanos = endNanos;
        hasWorked = true;
        samples++;
        queryNanos += endNanos - beginNanos;
        long usualNanos = usualNanos(endNanos - beginNanos, lastQueryNanos);
        lastQueryNanos = endNanos - beginNanos;
        intervalNanos = Math.max(INTERVAL_NANOS, INTERVALS_A_QUERY * usualNanos);
        long pauseNanos = INTERVAL_NANOS / 2 + random.nextLong(INTERVAL_NANOS);
        dueNanos = Math.max(Math.max(dueNanos + pauseNanos, beginNanos + INTERVALS_A_QUERY * usualNanos), endNanos);
        if (endNanos - begunNanos >= RunWindow.SECOND_NANOS) {
            write(endNanos);
        }
    }

    /** One slow query is no slow server: after it stood still for seconds, nothing would be seen for ten times as long. */
    static long usualNanos(long tookNanos, long tookBeforeNanos) {
        return Math.min(tookNanos, tookBeforeNanos);
    }

    /** Follows the chain of those that block a session to the last one. */
    private static Did did(Asked row, Map<String, Asked> rows) {
        Asked blocked = SessionQuery.lastBlocked(row, rows);
        Asked last = SessionQuery.blocker(blocked, rows);
        boolean isWaiting = row.waitsForLock() && !row.blockedBy().isEmpty();
        String blocker =
                last == null ? SessionSample.GONE : last.waitsForLock() ? SessionSample.EACH_OTHER : last.waitClass();
        return new Did(
                row.sampled(),
                row.waitClass(),
                row.waitEvent(),
                isWaiting ? blocker : "",
                isWaiting ? blocked.sampled().table() : "");
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
