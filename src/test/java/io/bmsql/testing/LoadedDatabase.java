package io.bmsql.testing;

import io.bmsql.common.RunClock;
import io.bmsql.config.IsolationLevel;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.load.Loader;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildStep;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.RecordingListener;
import io.bmsql.schema.SchemaBuilder;
import java.time.ZoneId;

/** A TPC-C database as {@code bmsql build} leaves it. */
final class LoadedDatabase {
    private static final int WORKERS = 2;

    private LoadedDatabase() {}

    /** Builds it in an empty database of any dialect, with room for four connections; always the same rows. */
    static void build(TestDatabase empty, int warehouses) throws Exception {
        LoadConfig load = new LoadConfig(warehouses, WORKERS, null, "NULL", 42, false, false);
        RecordingListener lines = new RecordingListener();
        try (Database database = empty.open(IsolationLevel.SERVER_DEFAULT, 2 * WORKERS)) {
            new SchemaBuilder(database, WORKERS, RunClock.SYSTEM, new BuildListener() {})
                    .build(PlannedStep.of(database.dialect(), BuildStep.BUILD), () -> new Loader(
                                    load, RunClock.SYSTEM, ZoneId.systemDefault(), lines)
                            .intoTables(database));
        }
        // Other ways of rows are compared with these, which must have come by the folder's own.
        if (!lines.errors.isEmpty()) {
            throw new IllegalStateException("not loaded as usual: " + lines.errors);
        }
    }
}
