package io.bmsql.replicas;

import io.bmsql.collector.database.ServerFacts;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Participant;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.ReplicaRow;
import io.bmsql.result.ReplicaSummary;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.schema.LoadedData;
import io.bmsql.tpcc.Scale;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the copies of the database, and at the database itself for the order of commits, each on a thread of its own. A further thread
 * notes how far a copy is behind while a look at it is not answered.
 */
public final class Replicas implements Participant {
    private static final long SPEAKS_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long END_MILLIS = 5_000;

    private final RunClock clock;
    private final RunWindow window;
    private final RunConfig.Inputs inputs;
    private final Consumer<String> info;
    private final AcknowledgedOrders orders;
    private final CommitOrder order;
    private final ReadCounters reads;
    /** The database itself is the first. */
    private final List<Node> nodes = new ArrayList<>();

    private @Nullable AppendedFile rows;
    private volatile long endNanos;
    /** The run is over, at {@link #endNanos}; copies may still be waited for. */
    private volatile boolean isOver;

    private volatile boolean isClosed;

    /** The database or a copy of it. */
    private final class Node {
        private final int number;
        private final String url;
        private final Database database;
        private final CopyLag lag;
        private final Thread thread;
        private volatile @Nullable WorkerConnection connection;
        private volatile @Nullable Double caughtUpSeconds;
        /** New-Orders of before the run that it did not show when the run began: how old they are is not known. */
        private int lackedBefore;
        /** Whether it says itself how far it is behind, and when it was asked. */
        private boolean speaks;

        private long spokeNanos;

        Node(int number, String url, Database database) {
            this.number = number;
            this.url = url;
            this.database = database;
            this.lag = new CopyLag(number, orders, window, clock, Replicas.this::append);
            this.thread = ParallelWork.daemon("replica-" + number, this::lookUntilTheEnd);
        }

        private void lookUntilTheEnd() {
            long next = clock.nanoTime();
            while (!isClosed && (!isOver || isAwaited())) {
                try {
                    look();
                } catch (SQLException e) {
                    lag.failed(SqlErrors.text(e));
                    disconnect();
                }
                next = Math.max(next + CopyLag.LOOK_EVERY_NANOS, clock.nanoTime());
                clock.parkUntil(next);
            }
            disconnect();
        }

        /** Only copies are waited for, and not for ever. */
        private boolean isAwaited() {
            return number > 0 && caughtUpSeconds == null && clock.nanoTime() - endNanos < CATCH_UP_NANOS;
        }

        private void look() throws SQLException {
            long beginNanos = clock.nanoTime();
            lag.asked(beginNanos);
            boolean isLast = isOver;
            int[] wanted = orders.next();
            int[] counters = counters();
            if (lag.answered(beginNanos, wanted, counters) && isLast) {
                caughtUpSeconds = Math.max(0, (clock.nanoTime() - endNanos) / 1e9);
            }
            order.add(number, (beginNanos - window.measureFromNanos()) / 1e9, counters);
            // Only of a copy that has just answered: the pool of its connections waits long for one that is away.
            if (speaks && clock.nanoTime() - spokeNanos >= SPEAKS_EVERY_NANOS) {
                lag.asked(clock.nanoTime());
                askItself();
                lag.answered();
            }
        }

        /** Asks for the copy's own view; false when it has none. */
        private boolean askItself() throws SQLException {
            try (ServerFacts server = ServerFacts.of(database)) {
                List<Map<String, String>> views = server.rows("copy");
                spokeNanos = clock.nanoTime();
                // A column such as MySQL's Seconds_Behind_Source holds nothing while the copy does not follow.
                views.forEach(view -> view.forEach((column, text) -> {
                    if (column.startsWith("seconds_behind") && text.matches("[0-9]{1,12}(\\.[0-9]*)?")) {
                        lag.said(spokeNanos, Double.parseDouble(text) * 1_000);
                    }
                }));
                return !views.isEmpty();
            } catch (UsageException e) {
                throw new IllegalStateException("read before the run without a mistake", e);
            }
        }

        /** Reads the counters of all districts in one statement; connects first where there is no connection. */
        private int[] counters() throws SQLException {
            WorkerConnection open = connection;
            if (open == null) {
                open = database.runWorker();
                connection = open;
            }
            int[] counters = orders.shownTo(open);
            open.commit();
            return counters;
        }

        private ReplicaSummary summary() {
            boolean areSnapshots = database.dialect().properties().statementsAreSnapshots();
            long contradictions = order.contradictions(number);
            int allDistricts = (inputs.lastWarehouse() - inputs.firstWarehouse() + 1) * Scale.DISTRICTS_PER_WAREHOUSE;
            double runMillis = (endNanos - window.startNanos()) / 1e6;
            return new ReplicaSummary(
                    url,
                    lag.looked(allDistricts),
                    lag.figures(runMillis / Math.max(1, orders.count()), caughtUpSeconds),
                    lackedBefore,
                    areSnapshots ? contradictions : 0,
                    areSnapshots ? 0 : contradictions,
                    order.samples(number),
                    reads.of(number));
        }

        private void disconnect() {
            WorkerConnection open = connection;
            connection = null;
            if (open != null) {
                open.close();
            }
        }

        /** Waits so long for the thread; then it is cut off from a node that does not answer. */
        private void await(long millis) throws InterruptedException {
            thread.join(millis);
            WorkerConnection open = connection;
            if (!thread.isAlive()) {
                disconnect();
            } else if (open != null) {
                open.abort(new SQLException(CommitOrder.name(number) + " did not answer"));
                thread.join(END_MILLIS);
            }
        }
    }

    private Replicas(RunClock clock, RunWindow window, RunConfig.Inputs inputs, int copies, Consumer<String> info) {
        this.info = info;
        this.clock = clock;
        this.window = window;
        this.inputs = inputs;
        this.orders = AcknowledgedOrders.of(inputs);
        this.order = new CommitOrder(orders, copies + 1);
        this.reads = new ReadCounters(orders, window, copies);
    }

    /**
     * Connects to all copies and reads their counters; null without any.
     *
     * @param loaded of the database itself
     * @throws UsageException when a copy cannot be reached or read, or is of another scale
     */
    public static @Nullable Replicas open(
            ProgramContext program,
            BenchmarkConfig config,
            RunWindow window,
            Database database,
            LoadedData loaded,
            Consumer<String> info)
            throws UsageException {
        List<String> urls = config.replicas().urls();
        if (urls.isEmpty()) {
            return null;
        }
        UsageException.throwIf(
                urls.contains(config.connection().url()),
                "replicas has the database's own URL (conn): name the URLs of its copies");
        Replicas replicas = new Replicas(program.clock(), window, config.run().inputs(), urls.size(), info);
        try {
            replicas.nodes.add(replicas.new Node(0, "", database));
            for (String url : urls) {
                replicas.add(program, config.connection().at(url), database.dialect(), loaded);
            }
            return replicas;
        } catch (UsageException | RuntimeException e) {
            replicas.close();
            throw e;
        }
    }

    private void add(ProgramContext program, ConnectionConfig copy, Dialect dialect, LoadedData loaded)
            throws UsageException {
        String url = SecretText.hideIn(copy.url());
        try {
            Node node = new Node(nodes.size(), url, Database.open(program, copy, dialect, 1));
            nodes.add(node);
            LoadedData found = LoadedData.read(node.database);
            if (found.warehouses() != loaded.warehouses()) {
                throw refusal(
                        url,
                        " has " + found.warehouses() + " warehouses, and the database " + loaded.warehouses()
                                + ": it is no copy of it");
            }
            if (!found.isSameLoad(loaded)) {
                throw refusal(url, " holds another load than the database: it is no copy of it, or far behind");
            }
            node.speaks = node.askItself();
            int[] shown = node.counters();
            // Read later, so that it has all that a copy of it has.
            int[] own = nodes.get(0).counters();
            if (IntStream.range(0, own.length).anyMatch(district -> shown[district] > own[district])) {
                throw refusal(
                        url, " has orders that the database does not have: it is no copy of it, or others write to it");
            }
            node.lackedBefore = IntStream.range(0, own.length)
                    .map(district -> own[district] - shown[district])
                    .sum();
            node.lag.begin(shown);
        } catch (CannotConnectException e) {
            throw UsageException.about("replicas", ": " + e.getMessage(), e);
        } catch (SQLException e) {
            throw UsageException.about("replicas", ": " + url + " cannot be read (" + SqlErrors.text(e) + ")", e);
        }
    }

    private static UsageException refusal(String url, String why) {
        return UsageException.about("replicas", ": " + url + why);
    }

    private List<Node> copies() {
        return nodes.subList(1, nodes.size());
    }

    /** Opens connections to the copies, for workers that read there. */
    public List<WorkerConnection.Source> sources() {
        return copies().stream()
                .<WorkerConnection.Source>map(node -> node.database::runWorker)
                .toList();
    }

    @Override
    public Measurement begin(Measurement measurement, @Nullable ResultDirectory directory) {
        if (directory != null) {
            rows = directory.append(ReplicaRow.CSV);
        }
        for (Node node : nodes) {
            node.lag.answered();
            node.thread.start();
        }
        ParallelWork.daemon("replica-watch", this::watchUntilTheEnd).start();
        return measurement.after(ended -> {
            orders.note(ended);
            reads.count(ended);
        });
    }

    private void append(ReplicaRow row) {
        synchronized (nodes) {
            if (rows != null && row.replica() > 0) {
                rows.append(ReplicaRow.CSV.line(row));
            }
        }
    }

    private void watchUntilTheEnd() {
        while (!isOver && !isClosed) {
            clock.parkUntil(clock.nanoTime() + CopyLag.LOOK_EVERY_NANOS);
            copies().forEach(node -> node.lag.watch());
        }
    }

    /** After a run as planned it waits up to a minute until each copy has everything. */
    @Override
    public RunSummary addTo(RunSummary counted, boolean waits) throws InterruptedException {
        endNanos = clock.nanoTime();
        nodes.forEach(node -> node.lag.end());
        isOver = true;
        isClosed = !waits;
        for (Node node : nodes) {
            long left = waits && node.number > 0 ? endNanos + CATCH_UP_NANOS - clock.nanoTime() : 0;
            node.await(TimeUnit.NANOSECONDS.toMillis(Math.max(0, left)) + END_MILLIS);
        }
        List<ReplicaSummary> all = copies().stream().map(Node::summary).toList();
        for (int copy = 1; copy <= all.size(); copy++) {
            ReplicaSummary summary = all.get(copy - 1);
            info.accept("Copy " + copy + ": " + summary.line());
            if (!summary.reads().isEmpty()) {
                info.accept("Copy " + copy + ": " + summary.readsLine());
            }
        }
        return counted.with(found -> found.withReplicas(all));
    }

    /** Ends all looks; the database itself stays open. */
    @Override
    public void close() {
        isClosed = true;
        for (Node node : nodes) {
            try {
                node.await(END_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (node.number > 0) {
                node.database.close();
            }
        }
        synchronized (nodes) {
            if (rows != null) {
                rows.close();
                rows = null;
            }
        }
    }
}
