package io.bmsql.testing.stub;

import io.bmsql.common.Secret;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.StatementId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The far side of the stub driver: what it answers, what it logs, how it fails. Safe for use by any thread. */
public final class StubServer implements AutoCloseable {
    static final String URL_PREFIX = "jdbc:stub:";
    /** What {@link #failNext} takes besides names of statements. */
    public static final String COMMIT = "commit";

    public static final String CONNECT = "connect";
    public static final String AUTO_COMMIT = "auto-commit";
    /** A BigDecimal of cents on a 64-bit JVM with compressed references. */
    static final int DECIMAL_BYTES = 40;
    /** A String with its array, before the characters. */
    static final int STRING_BYTES = 24 + 16;

    private static final Map<String, StubServer> SERVERS = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String url = URL_PREFIX + COUNT.incrementAndGet();
    private final Map<StatementId, StubAnswer> answers = new EnumMap<>(StatementId.class);
    private final Set<StatementId> prepared = EnumSet.noneOf(StatementId.class);
    private final List<String> log = new ArrayList<>();
    private final List<Integer> batchSizes = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private volatile boolean logging = true;
    private volatile boolean failing;
    private volatile boolean away;
    private volatile boolean aborted;
    private volatile boolean countingValues;
    private long valueBytes;
    private volatile Runnable eachCall = () -> {};
    private volatile Runnable eachRollback = () -> {};

    private record Failure(String call, SQLException error, boolean breaksConnection) {}

    /** A server with the usual answers. */
    public StubServer() {
        answers.putAll(StubAnswer.usual());
        SERVERS.put(url, this);
    }

    static StubServer at(String url) throws SQLException {
        StubServer server = SERVERS.get(url);
        if (server == null) {
            throw new SQLNonTransientConnectionException("no stub server at " + url, "08001");
        }
        return server;
    }

    /** Opens it as the program does, through the pool. */
    public Database open(int connections) {
        ConnectionConfig config = new ConnectionConfig(
                StubDialect.NAME,
                StubDriver.class.getName(),
                url,
                "",
                new Secret(""),
                IsolationLevel.SERVER_DEFAULT,
                "",
                true);
        try {
            return Database.open(config, StubDialect.load(), new DriverFolders(List.of()), connections);
        } catch (CannotConnectException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Replaces an answer. */
    public StubServer answer(StatementId id, StubAnswer answer) {
        answers.put(id, answer);
        return this;
    }

    /** For benches: nothing is logged, so nothing is allocated. */
    public StubServer withoutLog() {
        logging = false;
        return this;
    }

    /** Done at each statement, commit and rollback, not at connects, which the pool makes when it likes: lets time pass on a manual clock, or a thread wait. */
    public StubServer eachCall(Runnable action) {
        eachCall = action;
        return this;
    }

    /** Done at each rollback. */
    public StubServer eachRollback(Runnable action) {
        eachRollback = action;
        return this;
    }

    void rolledBack() {
        eachRollback.run();
    }

    /** For the bench of one worker: adds up what the values made for JDBC weigh. */
    public StubServer countingValues() {
        countingValues = true;
        return this;
    }

    /** Bytes of the BigDecimals and made-up Strings that were bound since the last call. */
    public long takeValueBytes() {
        long taken = valueBytes;
        valueBytes = 0;
        return taken;
    }

    void countValueBytes(int bytes) {
        if (countingValues) {
            valueBytes += bytes;
        }
    }

    /** The next call of this name (a statement's, {@link #COMMIT}, {@link #AUTO_COMMIT} or {@link #CONNECT}) fails, the connection stays. */
    public synchronized void failNext(String call, String sqlState) {
        failures.add(new Failure(call, new SQLException("failed as told: " + call, sqlState), false));
        failing = true;
    }

    /** The next call of this name finds the connection gone. */
    public void breakNext(String call) {
        breakNext(call, new SQLNonTransientConnectionException("connection gone as told: " + call, "08006"));
    }

    /** Likewise, and the driver says this. */
    public synchronized void breakNext(String call, SQLException error) {
        failures.add(new Failure(call, error, true));
        failing = true;
    }

    /** From now on every call finds its connection gone, and nobody can connect. */
    public void goAway() {
        away = true;
    }

    public boolean isAway() {
        return away;
    }

    /** What was asked since the last call of this method: names of statements with their values. */
    public synchronized List<String> takeLog() {
        List<String> taken = List.copyOf(log);
        log.clear();
        return taken;
    }

    /** What was ever prepared. */
    public synchronized Set<StatementId> prepared() {
        return Set.copyOf(prepared);
    }

    synchronized void prepared(StatementId id) {
        prepared.add(id);
    }

    /** How many rows each batch had since the last call of this method. */
    public synchronized List<Integer> takeBatchSizes() {
        List<Integer> taken = List.copyOf(batchSizes);
        batchSizes.clear();
        return taken;
    }

    synchronized void logBatch(int size) {
        if (logging) {
            batchSizes.add(size);
        }
    }

    @Override
    public void close() {
        SERVERS.remove(url);
    }

    Connection connect() throws SQLException {
        call(CONNECT, null);
        return Partly.made(StubConnection.class, this);
    }

    StubAnswer answerTo(StatementId id) {
        return answers.getOrDefault(id, StubAnswer.NOTHING);
    }

    boolean isLogging() {
        return logging;
    }

    synchronized void log(String line) {
        log.add(line);
    }

    void aborted() {
        aborted = true;
    }

    /** True once the program has cut a connection. */
    public boolean isAborted() {
        return aborted;
    }

    /** Every call passes here. */
    void call(String name, StubConnection connection) throws SQLException {
        if (connection != null) {
            eachCall.run();
        }
        if (away && connection != null) {
            connection.die();
        }
        if (away || (connection != null && !connection.isAlive())) {
            throw new SQLNonTransientConnectionException("this connection is gone", "08003");
        }
        failIfTold(name, connection);
    }

    void failIfTold(String name, StubConnection connection) throws SQLException {
        if (failing) {
            failAsTold(name, connection);
        }
    }

    private synchronized void failAsTold(String name, StubConnection connection) throws SQLException {
        for (Failure failure : failures) {
            if (failure.call().equals(name)) {
                failures.remove(failure);
                failing = !failures.isEmpty();
                if (failure.breaksConnection() && connection != null) {
                    connection.die();
                }
                throw failure.error();
            }
        }
    }
}
