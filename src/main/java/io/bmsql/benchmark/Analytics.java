package io.bmsql.benchmark;

import io.bmsql.common.NumberText;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.AnalyticsConfig;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.load.WorkloadBuild;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Participant;
import io.bmsql.measure.RunWindow;
import io.bmsql.replicas.AcknowledgedOrders;
import io.bmsql.result.AnalyticRow;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.Latency;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.script.TableStatement;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.Scale;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Streams of analytic queries for a whole run. Each stream sends one query after the other, in an order drawn anew for each set, and first
 * looks at the orders that its transaction sees. For the conducting thread, and {@link #begin}'s measurement for all.
 */
public final class Analytics implements Participant {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final long END_MILLIS = 5_000;
    /** A query that fails at once would only make errors. */
    private static final long AFTER_ERROR_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Suppliers, nations and regions. */
    private static final long ROWS = 10_000 + 62 + 5;

    private static final long COPIED_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final RunClock clock;
    private final RunWindow window;
    private final RunConfig.Inputs inputs;
    private final AcknowledgedOrders orders;
    private final String url;
    private final Database database;
    private final List<Query> queries = new ArrayList<>();
    private final List<Stream> streams = new ArrayList<>();
    private final Histogram staleMicros = new Histogram(SIGNIFICANT_DIGITS);
    private @Nullable AppendedFile rows;
    private volatile boolean isOver;

    /** A query and what came of it in the window; guarded by {@link #queries}. */
    private static final class Query {
        private final String name;
        private final String sql;
        private final Histogram micros = new Histogram(SIGNIFICANT_DIGITS);
        private long failed;
        private long rows;
        private @Nullable String problem;

        Query(String name, String sql) {
            this.name = name;
            this.sql = sql;
        }
    }

    private final class Stream {
        private final int number;
        private final Thread thread;
        private volatile @Nullable WorkerConnection connection;
        private volatile @Nullable Statement running;

        Stream(int number) {
            this.number = number;
            this.thread = ParallelWork.daemon("analytics-" + number, this::queryUntilTheEnd);
        }

        private void queryUntilTheEnd() {
            int[] order = new int[queries.size()];
            RandomStream random = new RandomStream(inputs.seed());
            for (int set = 0; !isOver; set++) {
                random.seek(inputs.seed(), 0, number, 0, set).permutation(order);
                for (int at = 0; at < order.length && !isOver; at++) {
                    answer(queries.get(order[at] - 1));
                }
            }
            disconnect();
        }

        private void answer(Query query) {
            long beginNanos = clock.nanoTime();
            try {
                WorkerConnection open = connection;
                if (open == null) {
                    open = database.worker();
                    connection = open;
                }
                int[] shown = orders.shownTo(open);
                beginNanos = clock.nanoTime();
                long count = send(open, query.sql);
                long endNanos = clock.nanoTime();
                open.commit();
                ended(query, beginNanos, endNanos, count, orders.nanosMissing(shown, endNanos), null);
            } catch (SQLException e) {
                // What was cut off at the end is no failure.
                if (!isOver) {
                    ended(query, beginNanos, clock.nanoTime(), 0, 0, SqlErrors.text(e));
                    disconnect();
                    clock.parkUntil(clock.nanoTime() + AFTER_ERROR_NANOS);
                }
            }
        }

        /** Reads all rows, some at a time; returns how many there were. */
        private long send(WorkerConnection open, String sql) throws SQLException {
            try (Statement statement = open.connection().createStatement()) {
                statement.setFetchSize(open.fetchRows());
                running = statement;
                long count = 0;
                try (ResultSet answer = statement.executeQuery(sql)) {
                    while (answer.next()) {
                        count++;
                    }
                }
                return count;
            } finally {
                running = null;
            }
        }

        /** The next query opens another connection. */
        private void disconnect() {
            WorkerConnection open = connection;
            connection = null;
            if (open != null) {
                open.close();
            }
        }

        private void ended(
                Query query, long beginNanos, long endNanos, long count, long staleNanos, @Nullable String problem) {
            long nanos = endNanos - beginNanos;
            synchronized (queries) {
                if (window.phase(endNanos) == RunPhase.MEASURE) {
                    if (problem == null) {
                        query.micros.recordValue(nanos / 1_000);
                        query.rows = count;
                        staleMicros.recordValue(staleNanos / 1_000);
                    } else {
                        query.failed++;
                        query.problem = query.problem == null ? problem : query.problem;
                    }
                }
                if (rows != null) {
                    rows.append(AnalyticRow.CSV.line(new AnalyticRow(
                            (endNanos - window.measureFromNanos()) / 1e9,
                            number,
                            query.name,
                            nanos / 1e6,
                            count,
                            staleNanos / 1e6,
                            problem == null ? 0 : 1)));
                }
            }
        }

        /** Ends the query under way at the server, and the connection where the server does not answer. */
        private void end() throws InterruptedException {
            Statement open = running;
            try {
                if (open != null) {
                    open.cancel();
                }
            } catch (SQLException endedMeanwhile) {
                // The connection is cut off below, where that is so.
            }
            thread.join(END_MILLIS);
            WorkerConnection left = connection;
            if (thread.isAlive() && left != null) {
                left.abort(new SQLException("analytic stream " + number + " did not end"));
                thread.join(END_MILLIS);
            }
        }
    }

    private Analytics(ProgramContext program, BenchmarkConfig config, RunWindow window, Database database) {
        this.clock = program.clock();
        this.window = window;
        this.inputs = config.run().inputs();
        this.orders = AcknowledgedOrders.of(inputs);
        this.database = database;
        this.url = SecretText.hideIn(config.analytics().url());
    }

    /**
     * Makes the tables that the queries need beside those of TPC-C where they are missing, and connects to the copy; null without any
     * stream.
     *
     * @throws UsageException when there is no query for this database, the tables cannot be made, or the copy is none
     */
    public static @Nullable Analytics open(
            ProgramContext program, BenchmarkConfig config, RunWindow window, Database database, Consumer<String> info)
            throws UsageException, SQLException, InterruptedException {
        AnalyticsConfig wanted = config.analytics();
        if (wanted.streams() == 0) {
            return null;
        }
        WorkloadBuild tables = WorkloadBuild.ofAnalytics(program, database, info);
        make(tables);
        Database read = database;
        if (!wanted.url().isEmpty()) {
            try {
                read = Database.open(program, config.connection().at(wanted.url()), database.dialect(), 1);
            } catch (CannotConnectException e) {
                throw UsageException.about("analyticConn", ": " + e.getMessage(), e);
            }
        }
        Analytics analytics = new Analytics(program, config, window, read);
        try {
            if (!analytics.url.isEmpty()) {
                analytics.awaitCopied(tables);
                database.join(read);
            }
            for (int number = 1; number <= AnalyticSummary.QUERIES; number++) {
                String name = NumberText.format("q%02d", number);
                List<TableStatement> statements = tables.statements("analytics/" + name + ".sql");
                if (statements.size() != 1) {
                    throw new UsageException(name + ".sql of workload.chbench for db="
                            + database.dialect().name() + " should hold one query that ends in a semicolon");
                }
                analytics.queries.add(new Query(name, statements.get(0).sql()));
            }
            for (int number = 1; number <= wanted.streams(); number++) {
                analytics.streams.add(analytics.new Stream(number));
            }
            return analytics;
        } catch (UsageException | SQLException | InterruptedException | RuntimeException e) {
            analytics.close();
            throw e;
        }
    }

    /**
     * Makes the three tables that CH-benCHmark adds to those of TPC-C (Cole et al., The mixed workload CH-benCHmark, DBTest 2011)
     * where they are missing or not whole; some seconds. A stock belongs to the supplier {@code mod(s_w_id * s_i_id, 10000)}.
     */
    static void make(WorkloadBuild tables) throws UsageException, SQLException, InterruptedException {
        if (areWhole(tables, tables.database())) {
            return;
        }
        try {
            tables.drop();
            tables.lines().accept("making the tables of suppliers, nations and regions for the analytic queries");
            tables.buildAnew();
        } catch (BuildFailedException e) {
            throw new UsageException(
                    "the tables for the analytic queries cannot be made ("
                            + SqlErrors.reason(Objects.requireNonNullElse(e.getCause(), e))
                            + "): let the user of the run create tables, or set analyticStreams=0",
                    e);
        }
    }

    /** Waits up to a minute until the copy of the database has them. */
    private void awaitCopied(WorkloadBuild tables) throws UsageException, InterruptedException {
        long begin = clock.nanoTime();
        while (!areWhole(tables, database)) {
            if (clock.nanoTime() - begin > COPIED_NANOS) {
                throw UsageException.about(
                        "analyticConn",
                        ": bmsql_supplier of the database did not arrive there in a minute:"
                                + " it is no copy of it, or it does not follow");
            }
            clock.sleep(LOOK_NANOS);
        }
    }

    private static boolean areWhole(WorkloadBuild tables, Database where) throws UsageException {
        String count = tables.statements("loaded.sql").get(0).sql();
        try (Connection connection = where.connection()) {
            List<Long> rows = PlainSql.query(connection, count, row -> row.getLong(1));
            connection.rollback();
            return rows.equals(List.of(ROWS));
        } catch (SQLException notThere) {
            return false;
        }
    }

    @Override
    public Measurement begin(Measurement measurement, @Nullable ResultDirectory directory) {
        if (directory != null) {
            rows = directory.append(AnalyticRow.CSV);
        }
        streams.forEach(stream -> stream.thread.start());
        return measurement.after(orders::note);
    }

    /** Ends the queries under way, some seconds at most. */
    @Override
    public void end(int leftBehind) throws InterruptedException {
        isOver = true;
        for (Stream stream : streams) {
            stream.end();
        }
        if (rows != null) {
            rows.close();
        }
    }

    @Override
    public RunSummary addTo(RunSummary counted, boolean isPlanned) {
        AnalyticSummary summary = summary(counted.run().window().windowSeconds());
        return counted.with(found -> found.withAnalytics(summary));
    }

    private AnalyticSummary summary(double windowSeconds) {
        int allDistricts = (inputs.lastWarehouse() - inputs.firstWarehouse() + 1) * Scale.DISTRICTS_PER_WAREHOUSE;
        synchronized (queries) {
            List<AnalyticSummary.Query> found = queries.stream()
                    .map(query -> new AnalyticSummary.Query(
                            query.name,
                            query.micros.getTotalCount(),
                            query.failed,
                            query.rows,
                            Latency.of(query.micros),
                            query.problem))
                    .toList();
            double answers =
                    found.stream().mapToLong(AnalyticSummary.Query::count).sum();
            return new AnalyticSummary(
                    streams.size(),
                    url,
                    windowSeconds > 0 ? answers / AnalyticSummary.QUERIES * 3600 / windowSeconds : 0,
                    Latency.of(staleMicros),
                    orders.districts(),
                    allDistricts,
                    found);
        }
    }

    @Override
    public void close() {
        isOver = true;
        streams.forEach(stream -> {
            WorkerConnection open = stream.connection;
            if (open != null) {
                open.abort(new SQLException("the run is over"));
            }
        });
        if (!url.isEmpty()) {
            database.close();
        }
    }
}
