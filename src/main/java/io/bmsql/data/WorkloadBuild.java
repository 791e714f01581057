package io.bmsql.data;

import io.bmsql.common.ParallelWork;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.data.LoadJournal.LoadOrigin;
import io.bmsql.data.TableTargets.TableTarget;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.script.WorkloadTable;
import io.bmsql.tpcc.RowSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Builds and destroys the tables of a workload folder. The journal of a build notes each part of rows in the transaction that
 * writes it, so that an interrupted build is resumed. Threads: one call at a time, {@link #share} any.
 */
public final class WorkloadBuild {
    private static final long ROWS_OF_A_PART = 20_000;
    private static final String NAME = "workload";
    /** Of the column of the journal. */
    private static final int MAX_VALUE = 200;

    private final Database database;
    private final WorkloadFolder folder;
    private final Map<String, String> values;
    private final long seed;
    private final RunClock clock;
    private final Consumer<String> lines;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile int partCount = 1;

    private WorkloadBuild(
            Database database,
            WorkloadFolder folder,
            Map<String, String> values,
            long seed,
            RunClock clock,
            Consumer<String> lines) {
        this.database = database;
        this.folder = folder;
        this.values = values;
        this.seed = seed;
        this.clock = clock;
        this.lines = lines;
    }

    /** For the workload of these settings. */
    public static WorkloadBuild of(
            ProgramContext program, Database database, BenchmarkConfig config, Consumer<String> lines)
            throws UsageException {
        WorkloadFolder folder = WorkloadFolder.open(program, config.scripts().workload());
        Map<String, String> values = folder.values(config.scripts().variables());
        return new WorkloadBuild(database, folder, values, config.load().seed(), program.clock(), lines);
    }

    private record Part(int number, RowSource rows) {}

    /** How much is loaded, from 0 to 1. */
    public double share() {
        return Math.min(1, (double) next.get() / partCount);
    }

    /** Tables, rows, indexes, statistics; gives the number of rows. */
    public long build(int workers) throws UsageException, SQLException, InterruptedException {
        List<WorkloadTable> tables = WorkloadTable.read(folder.required("tables.sql", chain()), values, seed);
        String all = folder.name() + ", seed " + seed + ", " + values;
        String what = all.substring(0, Math.min(all.length(), MAX_VALUE));
        Optional<ProgressJournal> begun = ProgressJournal.find(database);
        ProgressJournal journal;
        if (begun.isPresent()) {
            journal = begun.get();
            journal.read((name, value) -> {
                if (name.equals(NAME) && !value.equals(what)) {
                    failure.compareAndSet(null, ProgressJournal.changed("build", NAME, value, what));
                }
            });
            throwFailure();
            lines.accept("Resuming a build that was begun");
        } else {
            send(tables);
            journal = ProgressJournal.create(database, statement -> {});
            journal.claim(Map.of(NAME, what));
        }
        List<Part> parts = new ArrayList<>();
        for (WorkloadTable table : tables) {
            for (long first = 1; first <= table.rows(); first += ROWS_OF_A_PART) {
                parts.add(
                        new Part(parts.size(), table.part(first, Math.min(table.rows(), first + ROWS_OF_A_PART - 1))));
            }
        }
        partCount = Math.max(1, parts.size());
        load(parts, workers, journal);
        Optional<WorkloadFolder.Source> indexes = folder.file("indexes.sql", chain());
        if (indexes.isPresent()) {
            send(WorkloadTable.read(indexes.get(), values, seed));
        }
        NamedStatement analyze = database.dialect().statement(StatementId.ANALYZE_TABLE);
        for (WorkloadTable table : tables) {
            if (!analyze.isEmpty() && !table.table().isEmpty()) {
                execute(analyze.sql().replace("{table}", table.table()));
            }
        }
        journal.drop(statement -> {});
        return tables.stream().mapToLong(WorkloadTable::rows).sum();
    }

    /** Takes all tables away, and the journal of a build that was interrupted. */
    public void destroy() throws UsageException, SQLException {
        send(WorkloadTable.read(folder.required("drop.sql", chain()), values, seed));
        Optional<ProgressJournal> journal = ProgressJournal.find(database);
        if (journal.isPresent()) {
            journal.get().drop(statement -> {});
        }
    }

    private List<String> chain() {
        return database.dialect().chain();
    }

    private void send(List<WorkloadTable> statements) throws UsageException {
        for (WorkloadTable statement : statements) {
            try {
                execute(statement.sql());
            } catch (SQLException e) {
                String first = statement.sql().lines().findFirst().orElse("");
                throw new BuildFailedException(
                        "the server refused `" + first + "` of workload." + folder.name() + " (" + SqlErrors.line(e)
                                + "); empty the database with 'bmsql destroy', or correct the file",
                        e);
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.connection()) {
            connection.setAutoCommit(true);
            PlainSql.execute(connection, sql);
        }
    }

    private void load(List<Part> parts, int workers, ProgressJournal journal)
            throws UsageException, SQLException, InterruptedException {
        StopFlag stop = new StopFlag(clock);
        LoadOrigin origin = new LoadOrigin(seed, 0, clock.epochMillis(), ZoneId.systemDefault());
        BulkPath bulk = database.dialect().properties().bulk();
        LoadTargets targets = new TableTargets(
                database,
                LoadJournal.ofFiles(origin, clock),
                new LoadProgress(new LoadPlan(0)),
                stop,
                // All rows of a batch along the direct path would have to wait in the driver.
                bulk == BulkPath.DIRECT ? BulkPath.BATCH : bulk);
        if (!parts.isEmpty()) {
            targets = chosen(targets, parts.get(next.getAndIncrement()), journal);
        }
        LoadTargets way = targets;
        Runnable worker = () -> {
            try (TableTarget target = (TableTarget) way.open()) {
                for (int at = next.getAndIncrement(); at < parts.size() && !stop.isSet(); at = next.getAndIncrement()) {
                    write(target, parts.get(at), journal);
                }
            } catch (CancellationException e) {
                stop.set();
            } catch (Exception e) {
                failure.compareAndSet(null, e);
                stop.set();
            }
        };
        ParallelWork.runAll(
                "load", Collections.nCopies(Math.min(workers, parts.size()), worker), interrupt -> stop.set());
        throwFailure();
    }

    /** The first part shows whether the bulk path works here; else rows go in by batches. */
    private LoadTargets chosen(LoadTargets wanted, Part first, ProgressJournal journal)
            throws SQLException, UsageException {
        LoadTargets way = wanted;
        while (true) {
            try (TableTarget target = (TableTarget) way.open()) {
                write(target, first, journal);
                return way;
            } catch (SQLException | RuntimeException | IOException e) {
                LoadTargets other = way.fallback();
                if (other == way) {
                    failure.compareAndSet(null, e);
                    throwFailure();
                }
                lines.accept(way.title() + " does not work here (" + WorkerLines.reason(e) + "), so rows go in by "
                        + other.title());
                way = other;
            }
        }
    }

    private void write(TableTarget target, Part part, ProgressJournal journal) throws SQLException, IOException {
        WorkerConnection worker = target.worker;
        if (journal.claim(worker, ProgressJournal.UNIT + part.number, part.rows.table())) {
            target.write(part.rows);
            target.commit();
        }
    }

    private void throwFailure() throws UsageException, SQLException {
        Exception failed = failure.get();
        if (failed instanceof UsageException e) {
            throw e;
        } else if (failed != null) {
            throw new BuildFailedException(
                    "the rows of workload=" + folder.name() + " could not be loaded: " + WorkerLines.reason(failed)
                            + ". Fix the cause, then start the same command again: it loads what is missing.",
                    failed);
        }
    }
}
