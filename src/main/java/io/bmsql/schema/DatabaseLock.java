package io.bmsql.schema;

import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps two commands from changing one database at the same time. Where the server has advisory locks ({@code Lock.take} of the
 * folder) a session holds one; elsewhere, and behind a pooler of transactions, as soon as something is loaded, a row of {@code bmsql_config} that is renewed until the command
 * ends. A lock that is lost, with the server for example, is taken again when it can be. Builds and loads share it: their journal
 * divides the work.
 */
public final class DatabaseLock implements AutoCloseable {
    private static final String ROW = "lock";
    private static final String HOLDER_ROW = "lock holder";
    private static final Set<String> LOADING = Set.of("build", "load");
    /** A command, a user at a host, a process. */
    private static final Pattern HOLDER = Pattern.compile("(\\S+) (\\S+) (\\d+)");

    /** Seconds since 1970. */
    private static final Pattern TIME = Pattern.compile("\\d{1,11}(\\.\\d+)?");

    private static final DateTimeFormatter SINCE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final String REFUSAL =
            ": wait for its end, or stop it. Add --anyway, or set lock=false, if nothing is at work there any more";
    private static final int LONGEST_PLACE = 30;
    private static final long BEAT_SECONDS = 5;
    private static final double STALE_SECONDS = 60;
    /** The server may take a moment to notice that a session ended. */
    private static final int LOOKS = 6;

    private static final long BETWEEN_LOOKS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long CLOSE_MILLIS = 2000;
    private static final long RELEASE_MILLIS = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLock.class);

    private final Database database;
    private final RunClock clock;
    private final String holder;
    private final Consumer<String> warnings;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread beat = new Thread(this::beat, "database-lock");
    /** Holds an advisory lock. The fields are those of one thread at a time. */
    private volatile @Nullable WorkerConnection session;
    /** The row as it was written last; empty where none was. */
    private volatile String row = "";

    private double sinceSeconds;

    private DatabaseLock(Database database, RunClock clock, String holder, Consumer<String> warnings) {
        this.database = database;
        this.clock = clock;
        this.holder = holder;
        this.warnings = warnings;
    }

    /**
     * Takes the lock, or with {@code lock=false} only says who has it.
     *
     * @param command such as "run"
     * @throws UsageException when another command is at work
     */
    public static DatabaseLock take(Database database, RunClock clock, String command, Consumer<String> warnings)
            throws SQLException, UsageException {
        String place = System.getProperty("user.name", "") + "@" + ProgramContext.hostName();
        return take(database, clock, command, place, ProcessHandle.current().pid(), warnings);
    }

    static DatabaseLock take(
            Database database, RunClock clock, String command, String place, long pid, Consumer<String> warnings)
            throws SQLException, UsageException {
        // Servers change other characters where they show the name of a session.
        String where = place.replaceAll("[^!-~]", "_");
        String holder = command + " " + where.substring(0, Math.min(LONGEST_PLACE, where.length())) + " " + pid;
        DatabaseLock lock = new DatabaseLock(database, clock, holder, warnings);
        if (!database.isLocked()) {
            requireFree(database, clock, warnings);
            return lock;
        }
        String other = lock.attempt();
        for (int look = 1; look < LOOKS && !other.isEmpty(); look++) {
            clock.parkUntil(clock.nanoTime() + BETWEEN_LOOKS_NANOS);
            other = lock.attempt();
        }
        UsageException.throwIf(!other.isEmpty(), other + REFUSAL);
        lock.beat.setDaemon(true);
        lock.beat.start();
        return lock;
    }

    /**
     * Takes no lock, and refuses work beside a command that has it; with {@code lock=false} only says who has it.
     *
     * @throws UsageException when a command is at work
     */
    public static void requireFree(Database database, RunClock clock, Consumer<String> warnings)
            throws SQLException, UsageException {
        Optional<String> other;
        try (WorkerConnection connection = database.worker()) {
            other = holder(connection, clock);
        }
        if (other.isPresent()) {
            UsageException.throwIf(database.isLocked(), other.get() + REFUSAL);
            warnings.accept(other.get() + " too");
        }
    }

    /**
     * @param who a command, a user at a host and a process, or other words of a server
     * @param sentence who has it since when
     */
    private record Holder(String who, String sentence) {}

    /** Who has the lock, as a sentence; empty when nobody has it. */
    public static Optional<String> holder(WorkerConnection connection, RunClock clock) throws SQLException {
        return find(connection, clock).map(Holder::sentence);
    }

    /** True when that database shows this lock: both are one, whatever their URLs say. */
    public boolean isOf(Database other) throws SQLException {
        try (WorkerConnection connection = other.worker()) {
            return find(connection, clock)
                    .filter(found -> found.who.equals(holder))
                    .isPresent();
        }
    }

    private static Optional<Holder> find(WorkerConnection connection, RunClock clock) throws SQLException {
        Map<String, String> config = config(connection);
        String[] times = config.getOrDefault(ROW, "").split(" ");
        // A row whose time cannot be read counts as renewed.
        boolean isRenewed = times.length == 2
                && !(TIME.matcher(times[1]).matches()
                        && RunTime.now(connection, clock) - Double.parseDouble(times[1]) >= STALE_SECONDS);
        NamedStatement query = connection.dialect().statement(StatementId.LOCK_HOLDER);
        List<String> sessions = List.of();
        if (!query.isEmpty()) {
            try {
                sessions =
                        PlainSql.query(connection.connection(), query.sql(), each -> String.valueOf(each.getString(1)));
            } catch (SQLException e) {
                refused(connection, e);
            }
            connection.rollback();
        }
        if (sessions.isEmpty() && !isRenewed) {
            return Optional.empty();
        }
        String noted = config.getOrDefault(HOLDER_ROW, "");
        String who = sessions.isEmpty() || !HOLDER.matcher(sessions.get(0)).matches() && !noted.isEmpty()
                ? noted
                : sessions.get(0);
        Matcher words = HOLDER.matcher(who);
        String sentence = (words.matches()
                        ? "another 'bmsql " + words.group(1) + "' (" + words.group(2) + ", process " + words.group(3)
                        : "another bmsql command (" + (who.isEmpty() ? "unknown" : who))
                + (who.equals(noted) ? since(times[0]) : "") + ") is at work on this database";
        return Optional.of(new Holder(who, sentence));
    }

    private static String since(String seconds) {
        return TIME.matcher(seconds).matches()
                ? ", since "
                        + SINCE.format(Instant.ofEpochMilli(Math.round(1000 * Double.parseDouble(seconds)))
                                .atZone(ZoneId.systemDefault()))
                : ", since when is not known";
    }

    /** Empty when the lock is held from now on, or there is no place for it; else who has it. */
    private String attempt() throws SQLException {
        WorkerConnection connection = database.worker();
        try {
            return attempt(connection);
        } finally {
            if (connection != session) {
                connection.close();
            }
        }
    }

    private boolean isLoading() {
        return LOADING.contains(holder.split(" ", 2)[0]);
    }

    /** Takes the server's lock, once more if this session has it; false when another has it. */
    private boolean takes(WorkerConnection connection) throws SQLException {
        BoundStatement take = connection.bound(StatementId.LOCK_TAKE, isLoading() ? 1 : 0);
        take.setString(2, holder);
        boolean isTaken = take.number() == 1;
        connection.commit();
        return isTaken;
    }

    /** MySQL's lock cannot be shared: of several loaders one has it, and the turn of another one comes when that has ended. */
    private String keep(WorkerConnection held) throws SQLException {
        return !isLoading() || takes(held) ? "" : holder(held, clock).orElse("");
    }

    private String attempt(WorkerConnection connection) throws SQLException {
        if (connection.dialect().has(StatementId.LOCK_TAKE) && !database.sharesSessions()) {
            try {
                if (!takes(connection)) {
                    return holder(connection, clock).orElse("another session has the lock of this database");
                }
                session = connection;
            } catch (SQLException e) {
                refused(connection, e);
            }
        }
        Map<String, String> config = config(connection);
        if (config.isEmpty()) {
            return "";
        }
        double now = RunTime.now(connection, clock);
        String is = config.getOrDefault(ROW, "");
        // A damaged row of this holder is not another's.
        Optional<Holder> other = session != null || is.equals(row)
                ? Optional.empty()
                : find(connection, clock).filter(found -> row.isEmpty() || !found.who.equals(holder));
        if (other.isPresent()) {
            boolean isShared = isLoading()
                    && LOADING.contains(config.getOrDefault(HOLDER_ROW, "").split(" ", 2)[0]);
            return isShared ? "" : other.get().sentence;
        }
        try {
            if (row.isEmpty()) {
                sinceSeconds = now;
                RunTime.endAll(connection, now);
            }
            String mine = NumberText.format(session == null ? "%.3f %.3f" : "%.3f", sinceSeconds, now);
            if (config.containsKey(ROW)) {
                BoundStatement renew = connection.statement(StatementId.LOCK_RENEW);
                renew.setString(1, mine);
                renew.setString(2, is);
                if (renew.update() == 0) {
                    throw new SQLException("another has just taken it");
                }
            } else {
                DataState.put(connection, ROW, mine);
            }
            DataState.put(connection, HOLDER_ROW, holder);
            connection.commit();
            row = mine;
        } catch (SQLException e) {
            refused(connection, e);
            return session != null ? "" : holder(connection, clock).orElse("");
        }
        return "";
    }

    /** Looks every few seconds whether the lock is still there, and takes it again where it is not. */
    private void beat() {
        boolean isWarned = false;
        try {
            while (!closing.await(BEAT_SECONDS, TimeUnit.SECONDS)) {
                WorkerConnection held = session;
                if (held != null && !held.isUsable()) {
                    session = null;
                    held.close();
                    held = null;
                }
                try {
                    String other = held == null ? attempt() : keep(held);
                    if (!other.isEmpty() && !isWarned) {
                        warnings.accept(other + " too");
                        isWarned = true;
                    }
                } catch (SQLException e) {
                    LOG.debug("the lock is lost until the server is back: {}", e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> config(WorkerConnection connection) throws SQLException {
        try {
            Map<String, String> rows = DataState.read(connection, StatementId.CONFIG_ALL);
            // A transaction left open would keep its own command from dropping the table.
            connection.rollback();
            return rows;
        } catch (SQLException e) {
            refused(connection, e);
            return Map.of();
        }
    }

    /** The server knows no such lock, or lets this user write no row: the work goes on without. */
    private static void refused(WorkerConnection connection, SQLException e) throws SQLException {
        if (!connection.isUsable()) {
            throw e;
        }
        connection.rollback();
        LOG.debug("no lock: {}", e.getMessage());
    }

    /** Releases it. Never throws. */
    @Override
    public void close() {
        closing.countDown();
        boolean isInterrupted = Thread.interrupted();
        try {
            beat.join(CLOSE_MILLIS);
            // A server that cannot be reached ends the session itself, and a row grows stale: a commit may wait for a
            // standby for ever.
            if (!beat.isAlive() && (session != null || !row.isEmpty())) {
                Thread release = ParallelWork.daemon("database-lock release", this::release);
                release.start();
                release.join(RELEASE_MILLIS);
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void release() {
        WorkerConnection held = session;
        try (WorkerConnection connection = held != null ? held : database.worker()) {
            if (holder.equals(config(connection).get(HOLDER_ROW))) {
                DataState.delete(connection, ROW);
                DataState.delete(connection, HOLDER_ROW);
            }
            if (held != null) {
                PlainSql.execute(connection.connection(), connection.dialect().statement(StatementId.LOCK_RELEASE));
            }
            connection.commit();
        } catch (SQLException e) {
            LOG.debug("the lock was not released: {}", e.getMessage());
        }
    }
}
