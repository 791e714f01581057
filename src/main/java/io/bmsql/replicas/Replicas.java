package io.bmsql.replicas;

import io.bmsql.collector.database.ServerFacts;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.data.LoadedData;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.measure.EndedTransaction;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.Latency;
import io.bmsql.result.ReplicaRow;
import io.bmsql.result.ReplicaSummary;
import io.bmsql.result.ResultDirectory;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the copies of the database, and at the database itself for the order of commits, each on a thread of its own. A further thread
 * notes how far a copy is behind while a look at it is not answered.
 */
public final class Replicas implements AutoCloseable {
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SPEAKS_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long END_MILLIS = 5_000;
    /** A hundred districts: one small answer. */
    private static final int MOST_WAREHOUSES = 10;

    private static final int SIGNIFICANT_DIGITS = 3;

    private final RunClock clock;
    private final RunConfig.Inputs inputs;
    private final int lastWarehouse;
    private final AcknowledgedOrders orders;
    private final CommitOrder order;
    /** The database itself is the first. */
    private final List<Node> nodes = new ArrayList<>();

    private @Nullable RunWindow window;
    private @Nullable ReadCounters reads;
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
        private volatile @Nullable WorkerConnection connection;
        private @Nullable Thread thread;
        /** Whether it says itself how far it is behind, and when it was asked. */
        private boolean speaks = true;

        private long spokeNanos;
        private volatile @Nullable Double caughtUpSeconds;

        // All below is guarded by this object.
        private final Histogram microsBehind = new Histogram(SIGNIFICANT_DIGITS);
        private final Histogram commitsBehind = new Histogram(SIGNIFICANT_DIGITS);
        private long looks;
        private long failed;
        private double unansweredSeconds;
        private @Nullable String problem;
        /** The counters of the last look that was answered. */
        private int[] shown = new int[orders.districts()];
        /** By district: the counter at which the copy was found behind, and when the order of that number was acknowledged. */
        private final int[] missing = new int[orders.districts()];

        private final long[] missingSinceNanos = new long[orders.districts()];
        private final Histogram ownMicrosBehind = new Histogram(SIGNIFICANT_DIGITS);
        private double ownMillisBehind = -1;
        private boolean isAsking;
        private long askedNanos;
        /** Up to here is known how far the copy was behind. */
        private long notedNanos;

        Node(int number, String url, Database database) {
            this.number = number;
            this.url = url;
            this.database = database;
        }

        private void lookUntilTheEnd() {
            long next = clock.nanoTime();
            while (!isClosed && (!isOver || isAwaited())) {
                try {
                    look();
                } catch (SQLException e) {
                    fail(e);
                    disconnect();
                }
                next = Math.max(next + LOOK_EVERY_NANOS, clock.nanoTime());
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
            asked(beginNanos);
            boolean isLast = isOver;
            int[] wanted = orders.next();
            int[] counters = counters();
            if (number > 0) {
                answer(beginNanos, wanted, counters);
            }
            if (isLast && !isBehind(wanted, counters)) {
                caughtUpSeconds = Math.max(0, (clock.nanoTime() - endNanos) / 1e9);
            }
            order.add(number, seconds(beginNanos), counters);
            // Only of a copy that has just answered: the pool of its connections waits long for one that is away.
            if (number > 0 && speaks && clock.nanoTime() - spokeNanos >= SPEAKS_EVERY_NANOS) {
                asked(clock.nanoTime());
                askItself();
                answered();
            }
        }

        private synchronized void asked(long nanos) {
            isAsking = true;
            askedNanos = nanos;
        }

        private synchronized void answered() {
            isAsking = false;
            notedNanos = clock.nanoTime();
        }

        /** Asks for the copy's own view; false when it has none. */
        private boolean askItself() throws SQLException {
            try (ServerFacts server = ServerFacts.of(database)) {
                List<Map<String, String>> rows = server.rows("copy");
                spokeNanos = clock.nanoTime();
                rows.forEach(row -> row.forEach(this::noteOwn));
                return !rows.isEmpty();
            } catch (UsageException e) {
                throw new IllegalStateException("read before the run without a mistake", e);
            }
        }

        /** A column such as MySQL's {@code Seconds_Behind_Source}, which holds nothing while the copy does not follow. */
        private synchronized void noteOwn(String column, String text) {
            if (column.startsWith("seconds_behind") && text.matches("[0-9]{1,12}(\\.[0-9]*)?")) {
                ownMillisBehind = Double.parseDouble(text) * 1_000;
                if (counts(spokeNanos)) {
                    ownMicrosBehind.recordValue(Math.round(ownMillisBehind * 1_000));
                }
            }
        }

        /** Reads the counters of all districts in one statement; connects first where there is no connection. */
        private int[] counters() throws SQLException {
            WorkerConnection open = connection;
            if (open == null) {
                open = database.runWorker();
                connection = open;
            }
            int[] counters = new int[orders.districts()];
            try (ResultSet districts = open.bound(StatementId.LEDGER_DISTRICTS, inputs.firstWarehouse(), lastWarehouse)
                    .query()) {
                while (districts.next()) {
                    int district = orders.district(districts.getInt(1), districts.getInt(2));
                    if (district >= 0) {
                        counters[district] = districts.getInt(3);
                    }
                }
            }
            open.commit();
            return counters;
        }

        private synchronized void answer(long beginNanos, int[] wanted, int[] counters) {
            boolean isNoted = notedNanos - beginNanos > 0;
            shown = counters;
            answered();
            if (counts(beginNanos)) {
                looks++;
            }
            // Of a look that took long, the lag meanwhile is noted already.
            note(beginNanos, wanted, isNoted ? -1 : notedNanos - beginNanos, true);
        }

        private synchronized void fail(SQLException e) {
            isAsking = false;
            if (number > 0 && !isOver) {
                failed++;
                problem = problem == null ? SqlErrors.text(e) : problem;
                noteUnanswered(clock.nanoTime());
            }
        }

        /** A look that lasts: whoever asks the copy meanwhile sees no more than the last answer showed. */
        private synchronized void watch(long nowNanos) {
            if (isAsking && nowNanos - askedNanos >= LOOK_EVERY_NANOS && nowNanos - notedNanos >= LOOK_EVERY_NANOS) {
                noteUnanswered(nowNanos);
            }
        }

        private void noteUnanswered(long nowNanos) {
            if (counts(nowNanos)) {
                unansweredSeconds += (nowNanos - notedNanos) / 1e9;
            }
            notedNanos = nowNanos;
            note(nowNanos, orders.next(), nowNanos - askedNanos, false);
        }

        /** Before the end of the run and in the window. */
        private boolean counts(long nanos) {
            RunWindow run = window;
            return run != null && !isOver && nanos - run.measureFromNanos() >= 0;
        }

        /** @param lookNanos negative when there is to be no row of it */
        private void note(long momentNanos, int[] wanted, long lookNanos, boolean isAnswered) {
            long behind = 0;
            long nanosBehind = 0;
            for (int district = 0; district < wanted.length; district++) {
                if (wanted[district] > shown[district]) {
                    behind += wanted[district] - shown[district];
                    nanosBehind = Math.max(nanosBehind, momentNanos - missingSinceNanos(district, momentNanos));
                }
            }
            if (counts(momentNanos)) {
                microsBehind.recordValue(nanosBehind / 1_000);
                commitsBehind.recordValue(behind);
            }
            if (lookNanos >= 0) {
                append(new ReplicaRow(
                        seconds(momentNanos),
                        number,
                        behind,
                        nanosBehind / 1e6,
                        lookNanos / 1e6,
                        isAnswered ? 1 : 0,
                        ownMillisBehind));
                ownMillisBehind = -1;
            }
        }

        /** Kept while the counter stands still: the moment itself may be too long ago to be known any more. */
        private long missingSinceNanos(int district, long momentNanos) {
            if (missing[district] != shown[district]) {
                long age = orders.nanosSince(
                        district, shown[district], Integer.MAX_VALUE, AcknowledgedOrders.ANY_CUSTOMER, momentNanos);
                if (age < 0) {
                    return momentNanos;
                }
                missing[district] = shown[district];
                missingSinceNanos[district] = momentNanos - age;
            }
            return missingSinceNanos[district];
        }

        private synchronized ReplicaSummary summary() {
            boolean areSnapshots = database.dialect().properties().statementsAreSnapshots();
            int allDistricts = (inputs.lastWarehouse() - inputs.firstWarehouse() + 1) * Scale.DISTRICTS_PER_WAREHOUSE;
            return new ReplicaSummary(
                    url,
                    new ReplicaSummary.Looked(
                            looks, failed, unansweredSeconds, orders.districts(), allDistricts, problem),
                    new ReplicaSummary.Lag(
                            Latency.of(microsBehind),
                            new ReplicaSummary.Commits(
                                    commitsBehind.getMean(),
                                    commitsBehind.getValueAtPercentile(50),
                                    commitsBehind.getValueAtPercentile(99),
                                    commitsBehind.getMaxValue()),
                            ownMicrosBehind.getTotalCount() == 0 ? null : Latency.of(ownMicrosBehind),
                            resolutionMillis(),
                            caughtUpSeconds),
                    new ReplicaSummary.Order(
                            areSnapshots ? order.contradictions(number) : 0,
                            areSnapshots ? 0 : order.contradictions(number),
                            order.samples(number)),
                    Objects.requireNonNull(reads).of(number));
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
            if (thread == null) {
                disconnect();
                return;
            }
            thread.join(millis);
            WorkerConnection open = connection;
            if (thread.isAlive() && open != null) {
                open.abort(new SQLException(CommitOrder.name(number) + " did not answer"));
                thread.join(END_MILLIS);
            }
        }
    }

    private Replicas(RunClock clock, RunConfig.Inputs inputs, int copies) {
        this.clock = clock;
        this.inputs = inputs;
        this.lastWarehouse = Math.min(inputs.lastWarehouse(), inputs.firstWarehouse() + MOST_WAREHOUSES - 1);
        this.orders = new AcknowledgedOrders(inputs.firstWarehouse(), lastWarehouse - inputs.firstWarehouse() + 1);
        this.order = new CommitOrder(orders, copies + 1);
    }

    /**
     * Connects to all copies and reads their counters; null without any.
     *
     * @param loaded of the database itself
     * @throws UsageException when a copy cannot be reached or read, or is of another scale
     */
    public static @Nullable Replicas open(
            ProgramContext program, BenchmarkConfig config, Dialect dialect, Database database, LoadedData loaded)
            throws UsageException {
        if (config.replicas().urls().isEmpty()) {
            return null;
        }
        Replicas replicas = new Replicas(
                program.clock(), config.run().inputs(), config.replicas().urls().size());
        try {
            replicas.nodes.add(replicas.new Node(0, "", database));
            for (String url : config.replicas().urls()) {
                replicas.add(Database.open(program, config.connection().at(url), dialect, 1), url, loaded.warehouses());
            }
            return replicas;
        } catch (CannotConnectException e) {
            replicas.close();
            throw new UsageException("replicas: " + e.getMessage(), e);
        } catch (UsageException | RuntimeException e) {
            replicas.close();
            throw e;
        }
    }

    private void add(Database copy, String url, int warehouses) throws UsageException {
        Node node = new Node(nodes.size(), SecretText.hideIn(url), copy);
        nodes.add(node);
        try {
            int found = LoadedData.read(copy).warehouses();
            if (found != warehouses) {
                throw new UsageException("replicas: " + node.url + " has " + found + " warehouses, and the database "
                        + warehouses + ": it is no copy of it");
            }
            node.speaks = node.askItself();
            node.shown = node.counters();
        } catch (SQLException e) {
            throw new UsageException("replicas: " + node.url + " cannot be read (" + SqlErrors.text(e) + ")", e);
        }
    }

    /** Of connections to the copies, for workers that read there. */
    public List<WorkerConnection.Source> sources() {
        return nodes.stream()
                .skip(1)
                .<WorkerConnection.Source>map(node -> node.database::runWorker)
                .toList();
    }

    /** Begins to look; what the run's workers report goes through here from now on. */
    public Measurement begin(RunWindow runWindow, Measurement measurement, @Nullable ResultDirectory directory) {
        window = runWindow;
        ReadCounters counters = new ReadCounters(orders, runWindow, nodes.size() - 1);
        reads = counters;
        if (directory != null) {
            rows = directory.append(directory.replicas());
            rows.append(ReplicaRow.CSV.header());
        }
        for (Node node : nodes) {
            node.notedNanos = clock.nanoTime();
            node.thread = start(node::lookUntilTheEnd, "replica-" + node.number);
        }
        start(this::watchUntilTheEnd, "replica-watch");
        return new Measurement() {
            @Override
            public void record(EndedTransaction ended) {
                note(ended);
                counters.count(ended);
                measurement.record(ended);
            }

            @Override
            public void error(Failure failure) {
                measurement.error(failure);
            }
        };
    }

    private static Thread start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** On the worker's thread: allocates nothing and waits for nobody. */
    private void note(EndedTransaction ended) {
        if (ended.type == TpccTransaction.NEW_ORDER && ended.outcome == Outcome.COMMITTED) {
            int district = orders.district(ended.warehouseId, ended.districtId);
            if (district >= 0) {
                orders.add(district, ended.orderId, ended.customerId, ended.endNanos);
            }
        }
    }

    private void append(ReplicaRow row) {
        synchronized (nodes) {
            if (rows != null) {
                rows.append(ReplicaRow.CSV.line(row));
            }
        }
    }

    private void watchUntilTheEnd() {
        while (!isOver && !isClosed) {
            clock.parkUntil(clock.nanoTime() + LOOK_EVERY_NANOS);
            nodes.stream().filter(node -> node.number > 0).forEach(node -> node.watch(clock.nanoTime()));
        }
    }

    /**
     * After the last transaction.
     *
     * @param waits up to a minute until each copy has everything
     */
    public List<ReplicaSummary> end(boolean waits, Consumer<String> info) throws InterruptedException {
        endNanos = clock.nanoTime();
        isOver = true;
        isClosed = !waits;
        List<ReplicaSummary> all = new ArrayList<>();
        for (Node node : nodes) {
            long left = waits && node.number > 0 ? endNanos + CATCH_UP_NANOS - clock.nanoTime() : 0;
            node.await(TimeUnit.NANOSECONDS.toMillis(Math.max(0, left)) + END_MILLIS);
        }
        for (Node node : nodes.subList(1, nodes.size())) {
            ReplicaSummary summary = node.summary();
            info.accept("Copy " + node.number + ": " + summary.line());
            if (!summary.reads().isEmpty()) {
                info.accept("Copy " + node.number + ": " + summary.readsLine());
            }
            all.add(summary);
        }
        return all;
    }

    private double resolutionMillis() {
        double runMillis = (endNanos - Objects.requireNonNull(window).startNanos()) / 1e6;
        return orders.count() == 0 ? runMillis : runMillis / orders.count();
    }

    private static boolean isBehind(int[] wanted, int[] counters) {
        boolean isBehind = false;
        for (int district = 0; district < wanted.length; district++) {
            isBehind |= wanted[district] > counters[district];
        }
        return isBehind;
    }

    private double seconds(long nanos) {
        return (nanos - Objects.requireNonNull(window).measureFromNanos()) / 1e9;
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
