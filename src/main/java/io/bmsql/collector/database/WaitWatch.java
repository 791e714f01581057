package io.bmsql.collector.database;

import io.bmsql.collector.database.SessionQuery.Asked;
import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.common.Texts;
import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.SessionSample;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Says what a run or a build waits for while nothing goes on, before its first transaction as well as later: a commit that waits for a
 * standby that is gone shows no error. The server is asked after some seconds without a transaction, and not before.
 */
public final class WaitWatch implements AutoCloseable {
    private static final long LOOK_NANOS = 5 * RunWindow.SECOND_NANOS;
    private static final long CONFIRM_NANOS = 3 * RunWindow.SECOND_NANOS;
    private static final long REPEAT_NANOS = 60 * RunWindow.SECOND_NANOS;

    /** What sessions may wait for without an end; who works or reads the disk goes on. */
    static final Set<String> WAITS = Set.of(
            SessionSample.LOCK, SessionSample.STRANGER, SessionSample.COPY, SessionSample.LOG, SessionSample.LATCH);

    /** Who works does not wait for these time and again: they are told also where nothing says whether something goes on. */
    private static final Set<String> WAITS_FOR_OTHERS =
            Set.of(SessionSample.LOCK, SessionSample.STRANGER, SessionSample.COPY);

    /** Nothing says whether something goes on. */
    private static final LongSupplier UNKNOWN = () -> 0;

    private final Database database;
    private final RunClock clock;
    private final List<SqlStatement> alternatives;
    private final Consumer<Waiting> say;
    private volatile LongSupplier completed = UNKNOWN;
    private final StopFlag stop;

    /**
     * What the sessions of a run or a build wait for.
     *
     * @param seconds since something went on
     * @param event the server's own name of the wait; empty where it has none
     */
    public record Waiting(double seconds, long sessions, Cause cause, String event) {
        Waiting after(double sinceSeconds) {
            return new Waiting(sinceSeconds, sessions, cause, event);
        }

        /** One sentence without a full stop. */
        public String in(Texts texts) {
            String what = texts.translated(cause.words());
            return texts.counted(
                    "waits",
                    sessions,
                    NumberText.decimal(seconds, 0),
                    sessions,
                    event.isEmpty() ? what : texts.text("waits.event", what, event));
        }
    }

    private WaitWatch(Database database, RunClock clock, List<SqlStatement> alternatives, Consumer<Waiting> say) {
        this.database = database;
        this.clock = clock;
        this.alternatives = alternatives;
        this.say = say;
        this.stop = new StopFlag(clock);
    }

    /** @param isWanted false for one that watches nothing */
    public static WaitWatch begin(Database database, RunClock clock, boolean isWanted, Consumer<Waiting> say)
            throws UsageException {
        Optional<SqlFile> file = database.dialect().script("sessions.sql");
        List<SqlStatement> queries =
                file.isPresent() && isWanted ? file.get().script().statements() : List.of();
        WaitWatch watch = new WaitWatch(database, clock, queries, say);
        if (!queries.isEmpty()) {
            ParallelWork.daemon("wait-watch", watch::watch).start();
        }
        return watch;
    }

    /** From now on something goes on as long as this number, such as that of transactions, grows. */
    public void follow(LongSupplier transactions) {
        completed = transactions;
    }

    /** From now on nothing says what goes on. */
    public void unfollow() {
        completed = UNKNOWN;
    }

    private void watch() {
        long before = 0;
        long sinceNanos = clock.nanoTime();
        Waiting said = null;
        long saidNanos = sinceNanos;
        while (!stop.isSet()) {
            stop.await(clock.nanoTime() + LOOK_NANOS);
            if (stop.isSet()) {
                return;
            }
            long now = completed.getAsLong();
            if (now != before) {
                before = now;
                sinceNanos = clock.nanoTime();
                said = null;
                continue;
            }
            Waiting waits = waits();
            if (waits != null) {
                // One look may fall between two statements, and the number of transactions is a second old.
                stop.await(clock.nanoTime() + CONFIRM_NANOS);
                waits = stop.isSet() || completed.getAsLong() != now ? null : waits();
            }
            if (waits == null && completed == UNKNOWN) {
                sinceNanos = clock.nanoTime();
            }
            boolean isSaid = waits != null && waits.equals(said) && clock.nanoTime() - saidNanos < REPEAT_NANOS;
            if (waits != null && !isSaid) {
                say.accept(waits.after(clock.secondsSince(sinceNanos)));
                said = waits;
                saidNanos = clock.nanoTime();
            }
        }
    }

    /** Null where the server does not answer, or some session goes on. */
    private @Nullable Waiting waits() {
        SessionQuery query =
                new SessionQuery(database::sessionNumbers, alternatives, new KnownStatements(database.dialect()));
        try (Connection connection = database.autoCommitConnection()) {
            while (query.isLeft()) {
                try {
                    return waits(query.ask(connection), completed == UNKNOWN ? WAITS_FOR_OTHERS : WAITS);
                } catch (SQLException refused) {
                    query.leave(false);
                }
            }
        } catch (SQLException e) {
            LoggerFactory.getLogger(WaitWatch.class).debug("what is waited for is not known: {}", e.getMessage());
        }
        return null;
    }

    /** What all sessions that do something wait for, the most frequent; null when one of them goes on. */
    static @Nullable Waiting waits(Map<String, Asked> rows, Set<String> classes) {
        Map<String, Long> waiting = rows.values().stream()
                .filter(row -> !row.isStranger() && !row.waitClass().equals(SessionSample.CLIENT))
                .collect(
                        Collectors.groupingBy(row -> waitAtTheEnd(row, rows), Collectors.summingLong(Asked::sessions)));
        if (!classes.containsAll(waiting.keySet())) {
            return null;
        }
        return waiting.entrySet().stream()
                .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(most ->
                        new Waiting(0, most.getValue(), Cause.waitedFor(most.getKey()), event(most.getKey(), rows)))
                .orElse(null);
    }

    /** What the last of those waits for who hold up a session. */
    private static String waitAtTheEnd(Asked row, Map<String, Asked> rows) {
        Asked last = row.waitsForLock() ? SessionQuery.blocker(SessionQuery.lastBlocked(row, rows), rows) : row;
        return last != null && WAITS.contains(last.waitClass()) ? last.waitClass() : row.waitClass();
    }

    private static String event(String waitClass, Map<String, Asked> rows) {
        return rows.values().stream()
                .filter(row ->
                        row.waitClass().equals(waitClass) && !row.waitEvent().isEmpty())
                .max(Comparator.comparingLong(Asked::sessions))
                .map(Asked::waitEvent)
                .orElse("");
    }

    @Override
    public void close() {
        stop.set();
    }
}
