package io.bmsql.benchmark;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.Texts;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.StatementForm;
import io.bmsql.config.Threshold;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.NamedSql;
import io.bmsql.dialect.NamedStatement;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.Loader;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.load.Reset;
import io.bmsql.load.WorkloadBuild;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildStep;
import io.bmsql.schema.DataState;
import io.bmsql.schema.LoadedData;
import io.bmsql.schema.LoadedData.NothingLoadedException;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.ProgressJournal;
import io.bmsql.schema.RunPreparation;
import io.bmsql.schema.SchemaBuilder;
import io.bmsql.schema.TableContents;
import io.bmsql.script.ScriptStatements.Tried;
import io.bmsql.script.ScriptStatements.Tried.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** TPC-C, with CH-benCHmark's queries beside it where the settings ask for them. */
public record TpccBenchmark(ProgramContext program, BenchmarkConfig config, Dialect dialect) implements Benchmark {
    /** What a key, NOT NULL or a text that wants a row refuses was understood and allowed before. */
    private static final Set<ErrorClass> UNDERSTOOD = Set.of(ErrorClass.CONSTRAINT, ErrorClass.MISSING_ROW);

    @Override
    public int warehouses() {
        return config.run().inputs().warehouses();
    }

    @Override
    public List<Threshold> bounds() {
        return config.run().thresholds();
    }

    @Override
    public Finding fitness(Database database) throws SQLException {
        int wanted = config.load().warehouses();
        Texts texts = program.texts(config.result().lang());
        try (Connection connection = database.connection()) {
            String unsafe = TableContents.withoutRollback(connection, dialect);
            if (!unsafe.isEmpty()) {
                return Finding.problem(
                        "data", texts.text("doctor.data.engine", unsafe), texts.text("doctor.data.engine.do"));
            }
            int loaded = LoadedData.read(database).warehouses();
            String text = texts.counted("doctor.data.loaded", loaded, NumberText.count(loaded));
            return loaded < wanted
                    ? Finding.problem(
                            "data", texts.text("doctor.data.fewer", text, wanted), texts.text("doctor.data.fewer.do"))
                    : Finding.ok("data", loaded == wanted ? text : texts.text("doctor.data.more", text, wanted));
        } catch (NothingLoadedException e) {
            return Finding.warning("data", e.reason(), "bmsql build");
        } catch (UsageException e) {
            return Finding.problem("data", String.valueOf(e.getMessage()), "");
        }
    }

    @Override
    public List<Tried> trial(Database database) throws UsageException, SQLException {
        try (Connection connection = database.connection()) {
            return trial(connection);
        }
    }

    /** Sends NULL for each parameter: no row is touched. */
    private List<Tried> trial(Connection connection) throws UsageException, SQLException {
        StatementForm form = config.run().statementForm();
        List<Tried> all = new ArrayList<>();
        Set<String> plain = dialect.textsOfWork().keySet();
        TableContents.requireRollback(connection, dialect);
        PlainSql.waitBriefly(connection, dialect);
        connection.setAutoCommit(false);
        for (StatementId id : StatementId.values()) {
            NamedStatement statement = dialect.statement(id);
            boolean isOfForm = id.form() == form && form != StatementForm.PLAIN;
            boolean isSent = isOfForm || form != StatementForm.PROCEDURES && plain.contains(id.sqlName());
            if (!isSent || statement.isEmpty()) {
                continue;
            }
            if (form == StatementForm.PROCEDURES) {
                all.add(new Tried(statement.toString(), "a procedure may commit by itself", Outcome.NOT_TRIED));
                continue;
            }
            if (connection.isClosed()) {
                // As a read-only server's is after the first statement that it refused.
                all.add(Tried.leftOut(statement.toString()));
                continue;
            }
            String problem = "";
            try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                for (int parameter = 1; parameter <= id.parameters().size(); parameter++) {
                    for (int position : statement.positions(parameter)) {
                        prepared.setNull(position, type(id.parameters().get(parameter - 1)));
                    }
                }
                prepared.execute();
            } catch (SQLException e) {
                problem = UNDERSTOOD.contains(dialect.errors().classify(e)) ? "" : SqlErrors.line(e);
            }
            all.add(new Tried(statement.toString(), problem, problem.isEmpty() ? Outcome.PASSED : Outcome.FAILED));
            if (!connection.isClosed()) {
                connection.rollback();
            }
        }
        return all;
    }

    /** A server may need to know it where nothing in the text says it. */
    private static int type(String parameter) {
        return switch (parameter) {
            case "c_last", "c_data", "h_data", "dist_info" -> Types.VARCHAR;
            // Lists of numbers with commas between them.
            case "numbers", "supply_w_ids", "i_ids", "left_over", "quantities", "amounts", "customers" -> Types.VARCHAR;
            case "entry_d", "h_date", "delivery_d" -> Types.TIMESTAMP;
            default -> Types.INTEGER;
        };
    }

    @Override
    public List<NamedSql> conditions(Database database) throws UsageException {
        return database.dialect().conditions();
    }

    @Override
    public int loadedWarehouses(Database database) throws SQLException, UsageException {
        return LoadedData.read(database).warehouses();
    }

    @Override
    public List<String> statements() throws UsageException {
        dialect.requireLayout();
        List<PlannedStep> steps = new ArrayList<>(PlannedStep.of(dialect, BuildStep.JOURNAL));
        steps.addAll(PlannedStep.of(dialect, BuildStep.BUILD));
        List<String> lines = new ArrayList<>();
        for (PlannedStep step : steps) {
            lines.add("-- " + step.name() + (step.file() == null ? "" : ": " + step.file()));
            if (step.skipped() != null) {
                lines.add("-- skipped: " + step.skipped());
            }
            for (SqlStatement statement : step.statements()) {
                lines.add(program.secrets().hide(statement.text()) + ";");
            }
            lines.add("");
        }
        return lines;
    }

    /** Every step of the plan, the load among them, and at last a check of the data. An interrupted build is resumed. */
    @Override
    public void build(Database database, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        dialect.requireLayout();
        boolean toFiles = config.load().fileLocation() != null;
        int warehouses = config.load().warehouses();
        SchemaBuilder builder = builder(database, config.load().loadWorkers(), listener);
        builder.buildOrResume(
                SchemaBuilder.withShards(dialect, database),
                warehouses,
                () -> load(toFiles ? null : database, listener));
        if (!toFiles) {
            builder.checkPopulation(warehouses);
            listener.populationChecked();
            try {
                new DataState(database).noteBuild(builder.notes());
            } catch (SQLException e) {
                notNoted(listener, e);
            }
        }
        ProgressJournal.forget(database, listener);
    }

    private SchemaBuilder builder(Database database, int workers, BuildListener listener) {
        return new SchemaBuilder(database, workers, program.clock(), listener);
    }

    /**
     * Loads the rows alone, into empty tables.
     *
     * @param database null for CSV files
     */
    public void load(@Nullable Database database, BuildListener listener)
            throws BuildFailedException, InterruptedException {
        Loader loader = new Loader(config.load(), program.clock(), ZoneId.systemDefault(), listener);
        Runnable shown = listener.loading(
                config,
                loader.progress(),
                loader.expectedBytes(database == null ? null : database.dialect()),
                database == null);
        LoadSummary summary;
        try {
            summary = database == null ? loader.intoFiles() : loader.intoTables(database);
        } finally {
            shown.run();
        }
        summary.say(listener);
        String repeats = loader.progress().repeats();
        if (!repeats.isEmpty()) {
            listener.problem(repeats);
        }
        if (database != null && summary.isLast()) {
            try {
                new DataState(database)
                        .noteLoad(
                                config.connection().db(),
                                summary.written(config.load().loadWorkers()));
            } catch (SQLException e) {
                notNoted(listener, e);
            }
        }
    }

    /** For the reports of later runs; a load or a build is as good without it. */
    private static void notNoted(BuildListener listener, SQLException e) {
        listener.note("build.unnoted", SqlErrors.text(e));
    }

    @Override
    public void destroy(Database database, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        ProgressJournal.requireOfTpcc(database);
        if (TableContents.of(database).values().stream().allMatch(found -> found == TableContents.MISSING)) {
            listener.note("build.none");
        }
        // Only their groups are named after shards.
        Dialect known =
                dialect.layout().isOn(PropertyKey.TABLEGROUPS) ? SchemaBuilder.withShards(dialect, database) : dialect;
        WorkloadBuild.ofAnalytics(program, database, listener::problem).drop();
        builder(database, 1, listener).destroy(PlannedStep.of(known, BuildStep.DESTROY));
    }

    @Override
    public void reset(Database database, boolean all, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        int warehouses = all
                ? LoadedData.readForReset(database).warehouses()
                : config.load().warehouses();
        Reset reset = new Reset(database, config.load().loadWorkers(), program.clock(), listener);
        Runnable shown = listener.working(config, "reset", reset::share);
        Reset.Summary done;
        try {
            done = reset.run(warehouses, SchemaBuilder.withShards(dialect, database));
        } finally {
            shown.run();
        }
        listener.done(
                "build.reset",
                done.warehouses(),
                NumberText.decimal(done.seconds(), 1),
                NumberText.count(done.deleted()),
                NumberText.count(done.restored()));
    }

    @Override
    public List<String> prepare(boolean withStatistics, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        if (!config.load().preparesRun()) {
            return List.of();
        }
        RunPreparation.Done done = RunPreparation.run(program, config, withStatistics, listener);
        if (done.statements() > 0 && done.isPrepared()) {
            done.say(listener);
        }
        return done.problems();
    }

    @Override
    public Opened open(Database database, RunPlan plan) throws UsageException, SQLException, InterruptedException {
        return TpccRun.open(this, database, plan);
    }
}
