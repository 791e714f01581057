package io.bmsql.testing.stub;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.Executor;

/** One session of a {@link StubServer}. */
abstract class StubConnection implements Connection {
    private final StubServer server;
    private volatile boolean alive = true;
    private boolean autoCommit = true;
    private int isolation = Connection.TRANSACTION_READ_COMMITTED;

    StubConnection(StubServer server) {
        this.server = server;
    }

    boolean isAlive() {
        return alive;
    }

    void die() {
        alive = false;
    }

    @Override
    public PreparedStatement prepareStatement(String sql) {
        return Partly.made(StubStatement.class, server, this, sql);
    }

    @Override
    public void commit() throws SQLException {
        server.call(StubServer.COMMIT, this);
        logEnd("commit");
    }

    @Override
    public void rollback() throws SQLException {
        server.call("rollback", this);
        server.rolledBack();
        logEnd("rollback");
    }

    private void logEnd(String end) {
        if (server.isLogging()) {
            server.log(end);
        }
    }

    @Override
    public boolean isValid(int timeout) {
        return alive;
    }

    @Override
    public void abort(Executor executor) {
        alive = false;
        server.aborted();
    }

    @Override
    public void close() {
        alive = false;
    }

    @Override
    public boolean isClosed() {
        return !alive;
    }

    @Override
    public void setAutoCommit(boolean on) throws SQLException {
        server.failIfTold(on ? StubServer.AUTO_COMMIT : "", this);
        autoCommit = on;
    }

    @Override
    public boolean getAutoCommit() {
        return autoCommit;
    }

    @Override
    public void setTransactionIsolation(int level) {
        isolation = level;
    }

    @Override
    public int getTransactionIsolation() {
        return isolation;
    }

    @Override
    public DatabaseMetaData getMetaData() {
        return Partly.made(StubMetaData.class);
    }

    abstract static class StubMetaData implements DatabaseMetaData {
        @Override
        public String getDatabaseProductName() {
            return "Stub";
        }

        @Override
        public String getDatabaseProductVersion() {
            return "1";
        }

        @Override
        public boolean supportsTransactionIsolationLevel(int level) {
            return true;
        }
    }
}
