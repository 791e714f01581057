package io.bmsql.testing;

import io.bmsql.check.ConsistencyCheck;
import io.bmsql.common.RunClock;
import io.bmsql.config.LoadConfig;
import io.bmsql.data.BuildListener;
import io.bmsql.data.BuildPlan;
import io.bmsql.data.BuildStep;
import io.bmsql.data.Loader;
import io.bmsql.data.SchemaBuilder;
import io.bmsql.data.SchemaBuilder.LoadAction;
import io.bmsql.data.WorkerLines;
import io.bmsql.db.Database;
import io.bmsql.result.RunSummary.CheckResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A TPC-C database on the test server, as {@code bmsql build} leaves it, and quick looks into it. */
public final class LoadedDatabase {
    private static final int WORKERS = 2;
    private final PostgresExtension postgres;

    private LoadedDatabase(PostgresExtension postgres) {
        this.postgres = postgres;
    }

    /** In the place of the extension's database, which is empty: a copy of one that is built once for all. */
    public static LoadedDatabase build(PostgresExtension postgres, int warehouses) throws Exception {
        postgres.becomeLoaded(warehouses);
        return new LoadedDatabase(postgres);
    }

    /** Builds it in an empty database of any dialect, with room for four connections; always the same rows. */
    public static void build(Database database, int warehouses) throws Exception {
        LoadConfig load = new LoadConfig(warehouses, WORKERS, null, "NULL", 42, false);
        List<String> notes = Collections.synchronizedList(new ArrayList<>());
        WorkerLines lines = new WorkerLines(line -> {}, notes::add);
        build(database, () -> new Loader(load, RunClock.system(), ZoneId.systemDefault(), lines).intoTables(database));
        // Other ways of rows are compared with these, which must have come by the folder's own.
        if (!notes.isEmpty()) {
            throw new IllegalStateException("not loaded as usual: " + notes);
        }
    }

    /** Builds it with rows that come by a way of the test's own. */
    public static void build(Database database, LoadAction load) throws Exception {
        new SchemaBuilder(database, WORKERS, RunClock.system(), new BuildListener() {})
                .build(BuildPlan.of(database.dialect(), BuildStep.BUILD), load);
    }

    /** The consistency conditions of clause 3.3.2 that hold after runs; empty when all do. */
    public List<CheckResult> violations() throws Exception {
        try (Database database = postgres.open(WORKERS)) {
            return new ConsistencyCheck(database, 1, WORKERS, RunClock.system())
                    .run(false, result -> {}).stream()
                            .filter(result -> !result.passed())
                            .toList();
        }
    }

    /** The first column of the first row. */
    public long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    /** The first column of the first row. */
    public String text(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            if (!rows.next()) {
                throw new AssertionError("no row: " + sql);
            }
            return rows.getString(1);
        }
    }

    public void execute(String sql) throws SQLException {
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
