package io.bmsql.data;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.script.WorkloadTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * The three tables that CH-benCHmark adds to those of TPC-C (Cole et al., The mixed workload CH-benCHmark, DBTest 2011): 10,000
 * suppliers, 62 nations, 5 regions. A stock belongs to the supplier {@code mod(s_w_id * s_i_id, 10000)}.
 */
public record AnalyticTables(Database database, RunClock clock, WorkloadFolder folder) {
    private static final long ROWS = 10_000 + 62 + 5;
    private static final long SEED = 2011;

    private static final long COPIED_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    public static AnalyticTables of(ProgramContext program, Database database) throws UsageException {
        List<String> chain = database.dialect().chain();
        return new AnalyticTables(database, program.clock(), WorkloadFolder.find(program, "chbench", chain, Map.of()));
    }

    /** The query or statements of a file of the folder, in the database's words. */
    public List<WorkloadTable> statements(String file) throws UsageException {
        return WorkloadTable.read(folder.required(file), Map.of(), SEED);
    }

    /** Makes them where they are missing or not whole; some seconds. */
    public void make(Consumer<String> info) throws UsageException, SQLException, InterruptedException {
        if (areWhole()) {
            return;
        }
        drop();
        info.accept("making the tables of suppliers, nations and regions for the analytic queries");
        try {
            new WorkloadBuild(database, folder, Map.of(), SEED, clock, info, new AtomicReference<>()).buildAnew();
        } catch (BuildFailedException e) {
            throw new UsageException(
                    "the tables for the analytic queries cannot be made ("
                            + WorkerLines.reason(Objects.requireNonNullElse(e.getCause(), e))
                            + "): let the user of the run create tables, or set analyticStreams=0",
                    e);
        }
    }

    /** Waits up to a minute until this copy of the database has them. */
    public void awaitCopied() throws UsageException, InterruptedException {
        long begin = clock.nanoTime();
        while (!areWhole()) {
            if (clock.nanoTime() - begin > COPIED_NANOS) {
                throw new UsageException(
                        "analyticConn: bmsql_supplier of the database did not arrive there in a minute:"
                                + " it is no copy of it, or it does not follow");
            }
            clock.sleep(LOOK_NANOS);
        }
    }

    /** Drops them where they are; nothing where they are not. */
    public void drop() throws UsageException, SQLException {
        try (Connection connection = database.connection()) {
            connection.setAutoCommit(true);
            for (WorkloadTable drop : statements("drop.sql")) {
                try {
                    PlainSql.execute(connection, drop.sql());
                } catch (SQLException notThere) {
                    LoggerFactory.getLogger(AnalyticTables.class).debug("{}", SqlErrors.line(notThere));
                }
            }
        }
    }

    private boolean areWhole() throws UsageException {
        try (Connection connection = database.connection()) {
            List<Long> rows =
                    PlainSql.query(connection, statements("loaded.sql").get(0).sql(), row -> row.getLong(1));
            connection.rollback();
            return rows.equals(List.of(ROWS));
        } catch (SQLException notThere) {
            return false;
        }
    }
}
