package io.bmsql.testing;

import io.bmsql.check.ConsistencyCheck;
import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.tpcc.Table;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A database on the JVM's PostgreSQL. */
public final class PostgresExtension extends SharedServer {
    private final int warehouses;

    public PostgresExtension() {
        this(0);
    }

    /** With a database that is at first a copy of what a build of 1 or 2 warehouses leaves. */
    public PostgresExtension(int warehouses) {
        this.warehouses = warehouses;
    }

    @Override
    void create(String database) throws SQLException {
        if (warehouses == 0) {
            Shared.SERVER.createDatabase(database);
        } else {
            administer(copy(TestServers.loaded(warehouses), database));
        }
    }

    @Override
    public void becomeLoaded(int warehouses) throws SQLException {
        becomeCopyOf(TestServers.loaded(warehouses));
    }

    /** Its database, whatever it holds, becomes a copy of this one, with which nobody may be connected. */
    public void becomeCopyOf(String other) throws SQLException {
        administer("DROP DATABASE " + name() + " WITH (FORCE)", copy(other, name()));
    }

    /** Keeps what its database holds, with which nobody may be connected, as another one. */
    public void keepAs(String other) throws SQLException {
        administer(copy(name(), other));
    }

    /** The pages as files: the log would take them all. */
    private static String copy(String from, String to) {
        return "CREATE DATABASE " + to + " TEMPLATE " + from + " STRATEGY file_copy";
    }

    private void administer(String... statements) throws SQLException {
        Sql.execute(DriverManager.getConnection(Shared.SERVER.jdbcUrl("postgres"), user(), password()), statements);
    }

    @Override
    public String db() {
        return "postgres";
    }

    @Override
    public String url() {
        return Shared.SERVER.jdbcUrl(name());
    }

    @Override
    public String user() {
        return EmbeddedServer.USER;
    }

    /** A pool with the shipped folder. */
    public Database open(int maxConnections) throws Exception {
        return open(IsolationLevel.READ_COMMITTED, maxConnections);
    }

    /** A pool with another dialect. */
    public Database open(IsolationLevel isolation, Dialect dialect, int maxConnections) throws Exception {
        return TestDatabase.open(connectionConfig(isolation), dialect, maxConnections);
    }

    /** The consistency conditions of clause 3.3.2 that hold after runs; empty when all do. */
    public List<CheckResult> violations() throws Exception {
        try (Database database = open(2)) {
            return new ConsistencyCheck(database, 1, 2, RunClock.SYSTEM)
                    .run(false, result -> {}).stream()
                            .filter(result -> !result.passed())
                            .toList();
        }
    }

    /** The server of the JVM: started by the first class that asks, stopped when the JVM ends. */
    private static final class Shared {
        static final EmbeddedServer SERVER = TestServers.start();
    }

    /** All tables anew, without a row. */
    public void emptyTables() throws Exception {
        execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
        scripts("tableCreates");
    }

    /** Rows and a hash of all rows of each table, in any order. */
    public Map<Table, String> checksums() throws SQLException {
        Map<Table, String> checksums = new TreeMap<>();
        for (Table table : Table.values()) {
            String hash = "SELECT count(*) || ' ' || sum(hash_record_extended(t, 0)::numeric) FROM ";
            checksums.put(table, text(hash + table.sqlName() + " t"));
        }
        return checksums;
    }
}
