package io.bmsql.collector.database;

import io.bmsql.collector.CollectorNotes;
import io.bmsql.collector.TimedFile;
import io.bmsql.collector.database.KnownStatements.Sampled;
import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretText;
import io.bmsql.common.StopFlag;
import io.bmsql.common.UsageException;
import io.bmsql.config.CollectorConfig;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlFile;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the database in its own thread and on its own connection, which is opened again when it is lost; what the user
 * may not read is left out. The costs of statements are read at both ends, and settings meanwhile as well.
 */
public final class DatabaseCollector implements AutoCloseable {
    /** The name under which the report speaks of it. */
    public static final String SOURCE = "database";

    private static final long RECONNECT_SECS = 5;
    private static final long STOP_MILLIS = 10_000;

    private static final int MAX_STATEMENTS = 100;

    /** Samples of one connection with which settings and statements are asked for, as long as the server refuses. */
    private static final int MAX_ATTEMPTS = 5;

    /** Between two readings of the settings: somebody may turn fsync off and on again. */
    private static final long SETTINGS_SECS = 10;

    /** Follows the name of a setting that became unsafe during the run. */
    private static final String FOR_A_PART = " (for a part of the run)";

    private final Database database;
    private final ResultDirectory directory;
    private final RunClock clock;
    private final RunWindow window;
    private final long intervalNanos;
    private final MetricCatalog catalog;
    private final KnownStatements known;
    private final List<MetricSampler> samplers;
    private final TimedFile metrics;
    private final @Nullable SessionSampler sessions;
    private final Logger log = LoggerFactory.getLogger(DatabaseCollector.class);
    final Thread thread = ParallelWork.daemon("collector database", this::collect);
    final CollectorNotes notes = new CollectorNotes(log);
    private final CollectorNotes sessionNotes = new CollectorNotes(log);
    private final StopFlag stop;
    private @Nullable Answer settingsAtStart;
    private volatile @Nullable AppendedFile settings;

    /** Name and value of each unsafe setting that is in the file. */
    private final Set<String> unsafe = new HashSet<>();

    private long settingsDueNanos;
    private @Nullable Answer statementsAtStart;
    /** True when the run waits for no answer any more: its files may be signed by now, and no more are made. */
    private volatile boolean isLeft;

    private boolean isWindowSeen;
    private boolean areCostsWritten;
    private volatile long samples;

    /**
     * One that samples nothing before its {@link #start}. A dialect without {@code metrics.sql} gives empty files, and one without
     * {@code sessions.sql} no look at what sessions do.
     *
     * @param isWhole true when all sessions of the run are of this database object
     */
    public DatabaseCollector(
            Database database,
            ResultDirectory directory,
            RunClock clock,
            RunWindow window,
            CollectorConfig config,
            boolean isWhole)
            throws UsageException {
        this.database = database;
        this.catalog = MetricCatalog.of(database.dialect());
        this.known = new KnownStatements(database.dialect());
        this.directory = directory;
        this.clock = clock;
        this.stop = new StopFlag(clock);
        this.window = window;
        this.intervalNanos = config.intervalSecs() * RunWindow.SECOND_NANOS;
        this.samplers = catalog.charts().values().stream()
                .map(alternatives -> new MetricSampler(alternatives, config.intervalSecs()))
                .toList();
        this.metrics = new TimedFile(
                directory.append(directory.databaseMetrics()), window, CollectorCsv.line(CollectorCsv.METRICS));
        Optional<SqlFile> script = database.dialect().script("sessions.sql");
        this.sessions = script.isPresent() && config.sessionSampling()
                ? new SessionSampler(
                        clock,
                        new SplittableRandom(clock.nanoTime()),
                        new SessionQuery(
                                isWhole ? database::sessionNumbers : Set::of,
                                script.get().script().statements(),
                                known),
                        directory,
                        window,
                        metrics)
                : null;
    }

    public DatabaseCollector start() {
        thread.start();
        return this;
    }

    /** Finds out before anything is made whether a dialect's {@code metrics.sql} can be read. */
    public static void require(Dialect dialect) throws UsageException {
        MetricCatalog.of(dialect);
    }

    /** The settings that are not the server's default, as they go into the results; empty where they cannot be had. */
    public static CollectedFigures.Database settings(Database database) {
        List<Map<String, String>> settings = List.of();
        try (ServerFacts server = ServerFacts.of(database)) {
            settings = server.settings().orElse(settings);
        } catch (SQLException | UsageException e) {
            LoggerFactory.getLogger(DatabaseCollector.class)
                    .warn("The server's settings cannot be read: {}", e.getMessage());
        }
        return new CollectedFigures.Database(List.of(), settings, List.of(), List.of(), List.of());
    }

    private void collect() {
        if (sessions == null
                && catalog.charts().isEmpty()
                && catalog.settings().isEmpty()
                && catalog.statements().isEmpty()) {
            return;
        }
        while (!stop.isSet()) {
            long lostNanos = clock.nanoTime();
            try (Connection connection = database.autoCommitConnection()) {
                sampleUntilStopped(connection);
                writeEnd(connection);
            } catch (SQLException e) {
                if (!stop.isSet()) {
                    notes.add("No figures from the database for some seconds at " + window.minutes(clock.nanoTime())
                            + " (" + SqlErrors.line(e) + ")");
                    samplers.forEach(MetricSampler::forget);
                    stop.await(Math.max(clock.nanoTime(), lostNanos) + RECONNECT_SECS * RunWindow.SECOND_NANOS);
                }
            } catch (ResultWriteException e) {
                notes.add(String.valueOf(e.getMessage()));
                return;
            }
        }
    }

    /** Asks for the settings, and for what statements have cost so far, unless an earlier sample had them already. */
    private void begin(Connection connection, int attempt) throws SQLException {
        if (settingsAtStart == null) {
            settingsAtStart =
                    firstAnswer(connection, catalog.settings(), attempt == MAX_ATTEMPTS ? "its settings" : null);
            if (settingsAtStart != null && !isLeft) {
                AppendedFile file = directory.append(directory.databaseSettings());
                settings = file;
                file.append(CollectorCsv.line(CollectorCsv.SETTINGS));
                settingsAtStart.rows().forEach(row -> file.append(setting(row, "")));
                settingsAtStart.rows().forEach(this::isNewlyUnsafe);
                settingsDueNanos = clock.nanoTime() + SETTINGS_SECS * RunWindow.SECOND_NANOS;
            }
        }
        if (statementsAtStart == null) {
            statementsAtStart = firstAnswer(connection, catalog.statements(), null);
        }
    }

    private static String setting(Map<String, String> row, String when) {
        Map<String, String> named = settingRow(row);
        named.merge("name", when, String::concat);
        return CollectorCsv.line(CollectorCsv.SETTINGS.stream()
                .map(column -> named.getOrDefault(column, ""))
                .toList());
    }

    /** By the columns of the file. Servers list passwords among their settings, such as MySQL's {@code report_password}. */
    static Map<String, String> settingRow(Map<String, String> row) {
        String name = row.getOrDefault("name", "");
        Map<String, String> named = new TreeMap<>();
        // "default" is a word of SQL.
        row.forEach((column, cell) -> named.put(
                column.replace("default_value", "default"),
                column.endsWith("value") ? SecretText.hideIn(name, cell) : cell));
        return named;
    }

    /** Adds what became unsafe since the start. Others, such as positions in a log, change by themselves. */
    private void addUnsafe(Connection connection) throws SQLException {
        Answer set = settingsAtStart;
        AppendedFile file = settings;
        if (set == null || file == null) {
            return;
        }
        settingsDueNanos = clock.nanoTime() + SETTINGS_SECS * RunWindow.SECOND_NANOS;
        try {
            MetricSampler.rows(connection, set.query()).stream()
                    .filter(this::isNewlyUnsafe)
                    .forEach(row -> file.append(setting(row, FOR_A_PART)));
        } catch (SQLException e) {
            throwIfLost(e);
            log.debug("{}: {}", set.query().place(), SqlErrors.line(e));
        }
    }

    private boolean isNewlyUnsafe(Map<String, String> row) {
        return "yes".equals(row.get("unsafe")) && unsafe.add(row.get("name") + "=" + row.get("value"));
    }

    private record Answer(SqlStatement query, List<Map<String, String>> rows) {}

    /** What the first of several queries shows that the server takes; null when it takes none, which a note says of {@code what}. */
    private @Nullable Answer firstAnswer(Connection connection, List<SqlStatement> alternatives, @Nullable String what)
            throws SQLException {
        SQLException last = null;
        for (SqlStatement sql : alternatives) {
            try {
                return new Answer(sql, MetricSampler.rows(connection, sql));
            } catch (SQLException e) {
                throwIfLost(e);
                last = e;
                log.debug("{}: {}", sql.place(), SqlErrors.line(e));
            }
        }
        if (last != null && what != null) {
            notes.add("The database does not show " + what + " (" + SqlErrors.line(last) + ")");
        }
        return null;
    }

    private void sampleUntilStopped(Connection connection) throws SQLException {
        long dueNanos = clock.nanoTime();
        for (int attempt = 1; !stop.isSet(); attempt++) {
            if (attempt <= MAX_ATTEMPTS) {
                begin(connection, attempt);
            }
            if (!isWindowSeen && !window.isProvisional() && window.elapsedSecs(clock.nanoTime()) >= 0) {
                // What statements cost before the window belongs to the ramp-up.
                statementsAtStart = firstAnswer(connection, catalog.statements(), null);
                isWindowSeen = true;
            }
            if (window.isOver(clock.nanoTime() + intervalNanos)) {
                // While the run's connections are there: MariaDB forgets what their statements cost.
                writeEnd(connection);
            }
            if (clock.nanoTime() - settingsDueNanos >= 0) {
                addUnsafe(connection);
            }
            sample(connection);
            dueNanos = RunClock.nextDueNanos(dueNanos, intervalNanos, clock.nanoTime());
            sampleSessions(connection, dueNanos);
            stop.await(dueNanos);
        }
    }

    /** On the same connection, so that no session of ours is among those of the run. */
    private void sampleSessions(Connection connection, long untilNanos) throws SQLException {
        while (sessions != null && sessions.hasQuery() && sessions.dueNanos() - untilNanos < 0) {
            stop.await(sessions.dueNanos());
            if (stop.isSet()) {
                return;
            }
            try {
                sessions.sample(connection);
            } catch (SQLException e) {
                throwIfLost(e);
                sessions.leaveQuery();
                if (!sessions.hasQuery()) {
                    sessionNotes.add(
                            "The database does not show what its sessions wait for (" + SqlErrors.line(e) + ")");
                }
            }
        }
    }

    private void sample(Connection connection) throws SQLException {
        for (MetricSampler sampler : samplers) {
            MetricCatalog.Query query = sampler.query();
            while (!stop.isSet() && query != null) {
                query = sample(sampler, query, connection);
            }
        }
        metrics.flush();
        samples++;
    }

    /** The next alternative, whose turn it is when this one was refused for the first time; else null. */
    private MetricCatalog.@Nullable Query sample(
            MetricSampler sampler, MetricCatalog.Query query, Connection connection) throws SQLException {
        try {
            Map<String, Double> now = MetricSampler.numbers(MetricSampler.rows(connection, query.sql()));
            // A server that was stopped meanwhile has counted until it answered.
            long nanos = clock.nanoTime();
            sampler.values(query.kind(), now, nanos / (double) RunWindow.SECOND_NANOS)
                    .forEach((series, value) -> metrics.add(
                            nanos,
                            CollectorCsv.line(
                                    List.of(query.chart(), series, query.unit(), NumberText.format("%.3f", value)))));
            return null;
        } catch (SQLException e) {
            throwIfLost(e);
            log.debug("{}: {}", query.sql().place(), SqlErrors.line(e));
            boolean isLeft = sampler.leaveQuery();
            if (sampler.query() == null && !query.optional()) {
                notes.add("The database does not show \"" + query.chart() + "\" (" + SqlErrors.line(e) + ")");
            }
            return isLeft ? sampler.query() : null;
        }
    }

    private void writeEnd(Connection connection) throws SQLException {
        // What the server does not answer now, the next connection asks for.
        Answer start = statementsAtStart;
        if (!areCostsWritten && start != null && !start.rows().isEmpty()) {
            List<Map<String, String>> now = MetricSampler.rows(connection, start.query());
            areCostsWritten = true;
            if (isLeft) {
                return;
            }
            try (AppendedFile file = directory.append(directory.databaseStatements())) {
                file.append(CollectorCsv.line(CollectorCsv.STATEMENTS));
                costs(start.rows(), now, known).forEach(cells -> file.append(CollectorCsv.line(cells)));
            }
        }
        addUnsafe(connection);
    }

    private record Total(String statement, double calls, double millis, double rows) {}

    /** What statements cost between two readings of the server's sums, the costliest first, as cells of {@code db_statements.csv}. */
    static List<List<String>> costs(
            List<Map<String, String>> start, List<Map<String, String>> end, KnownStatements known) {
        Map<String, Total> totals = new LinkedHashMap<>();
        add(totals, end, 1);
        add(totals, start, -1);
        return totals.values().stream()
                .filter(total -> total.calls > 0 && total.millis >= 0)
                .sorted(Comparator.comparingDouble(Total::millis).reversed())
                .limit(MAX_STATEMENTS)
                .map(total -> cells(total, known.of(total.statement)))
                .toList();
    }

    /**
     * One statement may be listed several times, for each user or plan. Where a server leaves values in its text, one may be somebody's
     * password.
     */
    private static void add(Map<String, Total> totals, List<Map<String, String>> rows, int sign) {
        rows.forEach(row -> totals.merge(
                row.getOrDefault("id", ""),
                new Total(
                        row.getOrDefault("statement", "")
                                .replaceAll("'[^']*+'?", "'***'")
                                .replaceAll("\\s+", " "),
                        sign * number(row, "calls"),
                        sign * number(row, "total_ms"),
                        sign * number(row, "row_count")),
                (a, b) -> new Total(a.statement, a.calls + b.calls, a.millis + b.millis, a.rows + b.rows)));
    }

    private static double number(Map<String, String> row, String column) {
        String text = row.getOrDefault(column, "");
        return text.matches("\\d{1,30}(\\.\\d*)?") ? Double.parseDouble(text) : 0;
    }

    private static List<String> cells(Total total, Sampled found) {
        return List.of(
                total.statement,
                NumberText.format("%.0f", total.calls),
                NumberText.format("%.3f", total.millis),
                NumberText.format("%.4f", total.millis / total.calls),
                NumberText.format("%.0f", total.rows),
                found.type(),
                found.type().isEmpty() ? "" : found.statement());
    }

    /** Errors of the connection end the sampling on it; others concern one query. */
    private void throwIfLost(SQLException e) throws SQLException {
        if (database.dialect().errors().classify(e) == ErrorClass.CONNECTION) {
            throw e;
        }
    }

    /** Ends the sampling; waits for the query under way, some seconds at most. */
    public List<CollectorCsv.Summary> stop() throws InterruptedException {
        close();
        thread.join(STOP_MILLIS);
        isLeft = true;
        metrics.close();
        AppendedFile begun = settings;
        if (begun != null) {
            begun.close();
        }
        Stream.of(metrics.problem(), sessions == null ? null : sessions.close())
                .filter(Objects::nonNull)
                .forEach(notes::add);
        CollectorCsv.Summary own = new CollectorCsv.Summary(SOURCE, samples, notes.all());
        return sessionNotes.all().isEmpty()
                ? List.of(own)
                : List.of(own, new CollectorCsv.Summary(CollectorCsv.SESSIONS, 0, sessionNotes.all()));
    }

    /** Lets the thread end without waiting for it. */
    @Override
    public void close() {
        stop.set();
    }
}
