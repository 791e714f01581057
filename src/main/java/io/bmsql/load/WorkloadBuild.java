package io.bmsql.load;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.StopFlag;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.SharedWork;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.BulkPath;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.LoadJournal.LoadOrigin;
import io.bmsql.load.TableTargets.TableTarget;
import io.bmsql.schema.LoadProgress;
import io.bmsql.schema.ProgressJournal;
import io.bmsql.schema.TableContents;
import io.bmsql.script.TableStatement;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.tpcc.RowSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds and destroys the tables of a workload folder. The journal of a build notes each part of rows in the transaction that
 * writes it, so that an interrupted build is resumed. Threads: one call at a time, {@link #share} any.
 *
 * @param values of the variables
 * @param lines hears what is worth a line
 * @param work the loading under way
 */
public record WorkloadBuild(
        Database database,
        WorkloadFolder folder,
        Map<String, String> values,
        long seed,
        RunClock clock,
        Consumer<String> lines,
        AtomicReference<@Nullable SharedWork<Part>> work) {
    private static final long ROWS_OF_A_PART = 20_000;
    private static final long ANALYTIC_SEED = 2011;
    /** Is the width of the journal's column. */
    private static final int MAX_VALUE = 200;

    public static WorkloadBuild of(
            ProgramContext program, Database database, BenchmarkConfig config, Consumer<String> lines)
            throws UsageException {
        WorkloadFolder folder = WorkloadFolder.open(
                program,
                config.scripts().directory(),
                config.scripts().workload(),
                database.dialect().chain(),
                Map.of());
        Map<String, String> values = folder.values(config.scripts().variables());
        return new WorkloadBuild(
                database, folder, values, config.load().seed(), program.clock(), lines, new AtomicReference<>());
    }

    /** For the tables that the analytic queries need beside those of TPC-C. */
    public static WorkloadBuild ofAnalytics(ProgramContext program, Database database, Consumer<String> lines)
            throws UsageException {
        WorkloadFolder folder = WorkloadFolder.find(
                program,
                program.workingDirectory(),
                "chbench",
                database.dialect().chain(),
                Map.of());
        return new WorkloadBuild(
                database, folder, Map.of(), ANALYTIC_SEED, program.clock(), lines, new AtomicReference<>());
    }

    /** With the place of its table in the folder, for a message. */
    record Part(int number, RowSource rows, String place) {}

    /** Says how much is loaded, from 0 to 1. */
    public double share() {
        SharedWork<Part> now = work.get();
        return now == null ? 0 : now.share();
    }

    /** Tables, rows, indexes, statistics; gives the number of rows. */
    public long build(int workers) throws UsageException, SQLException, InterruptedException {
        List<TableStatement> tables = tables();
        String what = UserText.cut(folder.name() + ", seed " + seed + ", " + values, MAX_VALUE);
        ProgressJournal journal = ProgressJournal.find(database).orElse(null);
        Map<String, String> notes = new HashMap<>();
        List<TableStatement> first = tables.subList(0, Math.min(1, tables.size()));
        if (journal == null) {
            // Without the first table there is nothing that a journal has to say.
            send(first, "table", null, notes);
            journal = ProgressJournal.create(database, statement -> {});
        } else {
            notes.putAll(journal.settings());
            if (!notes.isEmpty() && !notes.containsKey(ProgressJournal.WORKLOAD)) {
                throw new BuildFailedException(
                        "a build or load of TPC-C was interrupted in this database: start it again,"
                                + " or take its tables away with 'bmsql destroy PROPS -D workload=tpcc'");
            }
            String before = notes.getOrDefault(ProgressJournal.WORKLOAD, what);
            if (!before.equals(what)) {
                throw ProgressJournal.changed("build", ProgressJournal.WORKLOAD, before, what);
            }
            lines.accept("Resuming a build that was begun");
        }
        journal.claim(Map.of(ProgressJournal.WORKLOAD, what));
        send(tables.subList(first.size(), tables.size()), "table", journal, notes);
        fill(tables, workers, journal, notes);
        journal.drop(statement -> {});
        return tables.stream().mapToLong(TableStatement::rows).sum();
    }

    /** A run on tables that a build has not filled would give figures of something else. */
    public static void requireWhole(Database database, String workload) throws UsageException {
        try {
            UsageException.throwIf(
                    journalOf(workload, database).isPresent(),
                    "the build of workload=" + workload
                            + " was interrupted, so tables and rows are missing: end it with"
                            + " 'bmsql build PROPS -D workload=" + workload + "'");
        } catch (SQLException e) {
            throw new UsageException(
                    "the tables of workload=" + workload + " cannot be read (" + SqlErrors.line(e) + ")", e);
        }
    }

    /** The same without a journal, so that what is interrupted is to be begun anew. */
    public void buildAnew() throws UsageException, SQLException, InterruptedException {
        List<TableStatement> tables = tables();
        send(tables, "table", null, Map.of());
        fill(tables, 1, null, Map.of());
    }

    /** Takes all tables away, and the journal of a build that was interrupted. */
    public void destroy() throws UsageException, SQLException {
        drop();
        Optional<ProgressJournal> journal = journalOf(folder.name(), database);
        if (journal.isPresent()) {
            journal.get().drop(statement -> {});
        }
    }

    /** The journal of this workload's build, if one was interrupted; that of other tables is none. */
    private static Optional<ProgressJournal> journalOf(String workload, Database database) throws SQLException {
        Optional<ProgressJournal> journal = ProgressJournal.find(database);
        String begun = journal.isPresent() ? journal.get().settings().getOrDefault(ProgressJournal.WORKLOAD, "") : "";
        return journal.filter(found -> begun.startsWith(workload + ","));
    }

    /** Takes all tables away. One that is not there is no error: not every server knows {@code DROP TABLE IF EXISTS}. */
    public void drop() throws UsageException, SQLException {
        send(statements("drop.sql"), "drop", null, Map.of());
    }

    /** The statements that make the tables, with the rows of each. */
    public List<TableStatement> tables() throws UsageException {
        return statements("tables.sql");
    }

    /** Those of a file that the folder must have, for the database. */
    public List<TableStatement> statements(String file) throws UsageException {
        return TableStatement.read(folder.required(file), values, seed);
    }

    /**
     * Sends those that a build has not noted as done.
     *
     * @param notes of a build that is resumed, which may have been cut off in one of them: its object may be there; else none
     */
    private void send(
            List<TableStatement> statements, String what, @Nullable ProgressJournal journal, Map<String, String> notes)
            throws UsageException, SQLException {
        for (int at = 0; at < statements.size(); at++) {
            TableStatement statement = statements.get(at);
            String note = what + " " + at;
            if (notes.containsKey(note)) {
                continue;
            }
            try {
                execute(statement.sql());
            } catch (SQLException e) {
                boolean isThere =
                        !notes.isEmpty() && database.dialect().errors().is(SqlErrors.ALREADY_THERE, e);
                boolean isGone =
                        statement.isDrop() && TableContents.of(database, statement.table()) == TableContents.MISSING;
                if (!isThere && !isGone) {
                    String first = statement.sql().lines().findFirst().orElse("");
                    throw new BuildFailedException(
                            statement.place() + ": the server refused `" + first + "` (" + SqlErrors.line(e)
                                    + "); empty the database with 'bmsql destroy PROPS -D workload=" + folder.name()
                                    + "', or correct the file",
                            e);
                }
            }
            if (journal != null) {
                journal.claim(Map.of(note, "done"));
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.autoCommitConnection()) {
            PlainSql.execute(connection, sql);
        }
    }

    /** Rows, indexes and statistics of tables that are there. */
    private void fill(
            List<TableStatement> tables, int workers, @Nullable ProgressJournal journal, Map<String, String> notes)
            throws UsageException, SQLException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        for (TableStatement table : tables) {
            for (long first = 1; first <= table.rows(); first += ROWS_OF_A_PART) {
                parts.add(new Part(
                        parts.size(),
                        table.part(first, Math.min(table.rows(), first + ROWS_OF_A_PART - 1)),
                        table.place()));
            }
        }
        try {
            load(parts, workers, journal);
        } catch (SQLException | IOException | RuntimeException e) {
            throw new BuildFailedException(
                    "the rows of workload=" + folder.name() + " could not be loaded: " + SqlErrors.reason(e)
                            + ". Fix the cause, then start the same command again: it loads what is missing.",
                    e);
        }
        send(folder.statements("indexes.sql", values, seed), "index", journal, notes);
        NamedStatement analyze = database.dialect().statement(StatementId.ANALYZE_TABLE);
        for (TableStatement table : tables) {
            if (!analyze.isEmpty() && table.rows() > 0) {
                String columns = String.join(", ", table.columns());
                execute(analyze.sql().replace("{table}", table.table()).replace("{columns}", columns));
            }
        }
    }

    private void load(List<Part> parts, int workers, @Nullable ProgressJournal journal)
            throws SQLException, IOException, InterruptedException {
        LoadOrigin origin = new LoadOrigin(seed, 0, clock.epochMillis(), ZoneId.systemDefault());
        LoadProgress progress = new LoadPlan(0).progress();
        BulkPath bulk = database.dialect().properties().bulk();
        LoadTargets wanted = new TableTargets(
                database,
                new LoadJournal(journal, origin, clock, false, new LoadJournal.Notes()),
                progress,
                new StopFlag(clock),
                // All rows of a batch along the direct path would have to wait in the driver.
                bulk == BulkPath.DIRECT ? BulkPath.BATCH : bulk);
        LoadTargets way = parts.isEmpty() ? wanted : chosen(wanted, parts.remove(0), journal);
        SharedWork<Part> others = new SharedWork<>(parts);
        work.set(others);
        Map<WorkerConnection, RepeatingTarget> targets = new ConcurrentHashMap<>();
        try {
            others.<IOException>run(
                    workers,
                    () -> {
                        TableTarget target = (TableTarget) way.open();
                        targets.put(target.worker, new RepeatingTarget(way, target));
                        return target.worker;
                    },
                    (connection, part) -> write(Objects.requireNonNull(targets.get(connection)), part, journal));
        } finally {
            targets.values().forEach(RepeatingTarget::close);
        }
        if (!progress.repeats().isEmpty()) {
            lines.accept(progress.repeats());
        }
    }

    /** The first part shows whether the bulk path works here; else rows go in by batches. */
    private LoadTargets chosen(LoadTargets way, Part first, @Nullable ProgressJournal journal)
            throws SQLException, IOException {
        try (RepeatingTarget target = new RepeatingTarget(way)) {
            write(target, first, journal);
            return way;
        } catch (SQLException | RuntimeException | IOException e) {
            LoadTargets other = way.fallback();
            if (other == way || e instanceof SQLException error && way.isPassing(error)) {
                throw e;
            }
            lines.accept(way.title() + " does not work here (" + SqlErrors.reason(e) + "), so rows go in by "
                    + other.title());
            return chosen(other, first, journal);
        }
    }

    private static void write(RepeatingTarget target, Part part, @Nullable ProgressJournal journal)
            throws SQLException, IOException {
        try {
            target.load(open -> {
                WorkerConnection worker = ((TableTarget) open).worker;
                if (journal == null || journal.claim(worker, ProgressJournal.UNIT + part.number, part.rows.table())) {
                    open.write(part.rows);
                    open.commit();
                }
                return true;
            });
        } catch (SQLException e) {
            String reason = part.place + ": the server refused rows of " + part.rows.table() + " ("
                    + SqlErrors.reason(e).replaceAll("\\s+", " ") + ")";
            throw new SQLException(reason, e.getSQLState(), e.getErrorCode(), e);
        }
    }
}
