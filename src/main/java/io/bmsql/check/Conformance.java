package io.bmsql.check;

import io.bmsql.check.TrialResult.Result;
import io.bmsql.check.TrialResult.UnprovenException;
import io.bmsql.check.TrialResult.WrongException;
import io.bmsql.collector.database.ServerFacts;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.LoadConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.Fingerprint;
import io.bmsql.load.Loader;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.load.Reset;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.schema.BuildStep;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.RunPreparation;
import io.bmsql.schema.SchemaBuilder;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableCallable;
import org.jspecify.annotations.Nullable;

/**
 * The test of one dialect on one server, from an empty schema to an empty schema:
 *
 * <pre>
 * nothing of bmsql there? ─► build, load ─► population ─► conditions ─► transactions in every form ─► provoked errors
 *   ─► conditions ─► reset, fingerprint ─► destroy
 * </pre>
 *
 * Each point is reported as soon as it is known. After a failed build only the destroy is tried. One use; one thread.
 */
public final class Conformance implements BuildListener {
    /** Connections beside those of the load: sessions in conflict, and the check's. */
    private static final int SPARE_CONNECTIONS = 4;

    private static final int CHECK_CONNECTIONS = 2;
    private static final long FORM_SEED = 303;

    /** The overlay with the original's statement shapes. */
    private static final String ORIGINAL_PROFILE = "benchmarksql5";

    private static final String PREFIX = "bmsql_";
    /** Reads that name one table each; parameters are bound to 0 or nothing, so that they find no row. */
    private static final List<StatementId> READS = List.of(
            StatementId.CONFIG_READ,
            StatementId.NEW_ORDER_ITEM,
            StatementId.PAYMENT_WAREHOUSE,
            StatementId.PAYMENT_DISTRICT,
            StatementId.ORDER_STATUS_CUSTOMER,
            StatementId.NEW_ORDER_STOCK,
            StatementId.DELIVERY_CUSTOMER_OF_ORDER,
            StatementId.DELIVERY_OLDEST_NEW_ORDER,
            StatementId.DELIVERY_SUM_LINES);

    private final ProgramContext program;
    private final ConnectionConfig connection;
    private final Database database;
    private final Dialect dialect;
    private final LoadConfig load;
    private final Consumer<TrialResult> points;
    private final SchemaBuilder builder;
    private String current = "plan";
    private int facts;
    private @Nullable LoadSummary loaded;
    /** Why the rows did not go in as the folder says; empty when they did. */
    private volatile String fallBack = "";

    /**
     * @param database of this connection: empty, with the default statements that allows {@link #connections}
     * @param dialect laid out, with its shards known
     */
    public Conformance(
            ProgramContext program,
            ConnectionConfig connection,
            Database database,
            Dialect dialect,
            LoadConfig load,
            Consumer<TrialResult> points) {
        this.program = program;
        this.connection = connection;
        this.database = database;
        this.dialect = dialect;
        this.load = load;
        this.points = points;
        this.builder = new SchemaBuilder(database, load.loadWorkers(), program.clock(), this);
    }

    /** Connections that {@link #run} may have open on its database at the same time. */
    public static int connections(LoadConfig load) {
        return load.loadWorkers() + SPARE_CONNECTIONS;
    }

    /** Makes sure that the database holds nothing that the test's build or destroy could touch. */
    public static void requireNothingThere(Database database) throws UsageException, SQLException {
        List<String> there = existing(database);
        if (!there.isEmpty()) {
            throw new UsageException("this database already holds " + String.join(", ", there)
                    + ". The test builds and destroys its own tables and touches no others: let `conn` name an empty"
                    + " database or schema, or remove these with 'bmsql destroy' if they are not needed.");
        }
    }

    public void run() throws UsageException, SQLException, InterruptedException {
        try {
            LoadSummary rows = build();
            if (rows == null) {
                points.accept(new TrialResult("transactions and errors", Result.NOT_AVAILABLE, "the build failed"));
                return;
            }
            tried("population of clause 4.3.3.1", () -> {
                builder.checkPopulation(load.warehouses());
                return facts + " facts";
            });
            conditions(true);
            preparation();
            figures();
            transactions(rows.constants());
            new ErrorTrials(database, program.clock()).run(points);
            conditions(false);
            if (tried("reset after the transactions", this::reset)) {
                tried("fingerprint after the reset", this::fingerprint);
            }
        } finally {
            destroy();
        }
    }

    private @Nullable LoadSummary build() throws SQLException, InterruptedException {
        try {
            builder.build(PlannedStep.of(dialect, BuildStep.BUILD), this::load);
            return loaded;
        } catch (UsageException e) {
            points.accept(new TrialResult("build: " + current, Result.FAILED, String.valueOf(e.getMessage())));
            return null;
        }
    }

    private void load() throws BuildFailedException, InterruptedException {
        LoadSummary summary = new Loader(load, program.clock(), ZoneId.systemDefault(), this).intoTables(database);
        loaded = summary;
        tried("bulk path of the folder (bulk = " + dialect.properties().bulk().word() + ")", () -> {
            UnprovenException.unless(fallBack.isEmpty(), "fell back: " + fallBack);
            return NumberText.format("%,d rows went in by %s", summary.rows(), summary.way());
        });
    }

    /** @param afterLoad true when no transaction ran yet */
    private void conditions(boolean afterLoad) throws InterruptedException {
        tried("consistency conditions " + (afterLoad ? "after the load" : "after the transactions"), () -> {
            List<CheckResult> results = new ConsistencyCheck(
                            database, load.warehouses(), CHECK_CONNECTIONS, program.clock())
                    .run(afterLoad, result -> {});
            List<String> broken = results.stream()
                    .filter(result -> !result.passed())
                    .map(result -> result.clause() + " has " + result.violations() + " violations, the first: "
                            + result.samples().get(0))
                    .toList();
            WrongException.unless(broken.isEmpty(), String.join("; ", broken));
            return results.size() + " conditions of clause 3.3.2 hold";
        });
    }

    /** Statements that the user of the props file may not send fail here, and are a warning elsewhere. */
    private void preparation() throws UsageException, SQLException, InterruptedException {
        RunPreparation.Done done = new RunPreparation(database, program.clock(), this).run(dialect);
        tried("preparation of a run (prepareRun.sql)", () -> {
            UnprovenException.unless(done.statements() > 0, "the folder has nothing to do");
            WrongException.unless(done.problems().isEmpty(), String.join("; ", done.problems()));
            return done.line();
        });
    }

    /** What a run would show of the server. Also a right that is missing is a refusal, so none of them is a failure. */
    private void figures() throws UsageException, SQLException, InterruptedException {
        try (ServerFacts server = ServerFacts.of(database)) {
            List<String> refused = server.refused();
            tried("figures of the server (metrics.sql)", () -> {
                UnprovenException.unless(refused.isEmpty(), String.join("; ", refused));
                return "each is shown";
            });
        }
    }

    private String reset() throws UsageException, SQLException, InterruptedException {
        Reset reset = new Reset(database, load.loadWorkers(), program.clock(), new BuildListener() {});
        Reset.Summary done = reset.run(load.warehouses(), dialect);
        return NumberText.format(
                "%,d rows deleted, %,d restored in %.1f s", done.deleted(), done.restored(), done.seconds());
    }

    /** Each table must be as loaded after the reset, so that a statement that leaves a row as it became is found. */
    private String fingerprint() throws UsageException, SQLException, InterruptedException, WrongException {
        Fingerprint.Result found = Fingerprint.take(database, load.loadWorkers());
        List<String> changed = found.tables().stream()
                .filter(table -> !Boolean.TRUE.equals(table.asLoaded()))
                .map(table -> table.table().sqlName())
                .toList();
        WrongException.unless(changed.isEmpty(), "not as loaded: " + String.join(", ", changed));
        return "all tables are as loaded";
    }

    /** Reports a point. True when it passed. */
    private boolean tried(String name, FailableCallable<String, Exception> trial) throws InterruptedException {
        TrialResult found = TrialResult.of(name, trial);
        points.accept(found);
        return found.result() == Result.PASSED;
    }

    private void destroy() throws SQLException, InterruptedException {
        String refusal = "";
        try {
            builder.destroy(PlannedStep.of(dialect, BuildStep.DESTROY));
            List<String> left = existing(database);
            refusal = left.isEmpty() ? "" : "these are left: " + String.join(", ", left);
        } catch (UsageException e) {
            refusal = String.valueOf(e.getMessage());
        }
        Result result = refusal.isEmpty() ? Result.PASSED : Result.FAILED;
        points.accept(new TrialResult("destroy", result, refusal.isEmpty() ? "nothing is left" : refusal));
    }

    @Override
    public void stepStarted(PlannedStep step) {
        current = step.name();
    }

    @Override
    public synchronized void problem(String line) {
        fallBack = fallBack.isEmpty() ? line : fallBack;
    }

    /** A point for each script that went through. A skipped step is none: a folder without indexes is a whole one. */
    @Override
    public void stepFinished(PlannedStep step, double seconds) {
        boolean isBuild = BuildStep.BUILD.contains(step.step());
        if (isBuild) {
            String what = step.file() == null ? "" : step.statements().size() + " statements of " + step.file();
            String took = NumberText.format("%s%.1f s", what.isEmpty() ? "" : what + ", ", seconds);
            points.accept(new TrialResult("build: " + step.name(), Result.PASSED, took));
        }
    }

    @Override
    public void populationFact(PopulationFact fact) {
        facts++;
    }

    /**
     * What of bmsql is there: by the catalog of the connection's own schema, and by what the program's statements reach
     * wherever the server finds it, so that nothing foreign is ever dropped.
     */
    private static List<String> existing(Database database) throws SQLException {
        Set<String> found = new TreeSet<>();
        try (Connection connection = database.connection()) {
            found.addAll(ofCatalog(connection));
            connection.rollback();
        }
        if (found.isEmpty()) {
            found.addAll(reached(database));
        }
        return List.copyOf(found);
    }

    private static List<String> ofCatalog(Connection connection) throws SQLException {
        List<String> found = new ArrayList<>();
        DatabaseMetaData meta = connection.getMetaData();
        try (ResultSet rows = meta.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (rows.next()) {
                String name = String.valueOf(rows.getString("TABLE_NAME"));
                if (name.toLowerCase(Locale.ROOT).startsWith(PREFIX)) {
                    found.add(name.toLowerCase(Locale.ROOT));
                }
            }
        }
        return found;
    }

    private static List<String> reached(Database database) throws SQLException {
        List<String> found = new ArrayList<>();
        try (WorkerConnection worker = database.worker()) {
            for (StatementId id : READS) {
                try {
                    read(worker, id);
                    found.add("what " + id.sqlName() + " reads");
                } catch (SQLException e) {
                    if (!worker.isUsable()) {
                        throw e;
                    }
                }
                worker.rollback();
            }
        }
        return found;
    }

    private static void read(WorkerConnection worker, StatementId id) throws SQLException {
        if (id == StatementId.CONFIG_READ) {
            BoundStatement statement = worker.statement(id);
            statement.setString(1, "");
            statement.query().close();
        } else {
            worker.bound(id, new int[id.parameters().size()]).query().close();
        }
    }

    private void transactions(NURand ofLoad) throws UsageException, SQLException, InterruptedException {
        NURand constants = NURand.forRun(new RandomStream(load.seed()), ofLoad.cLast());
        for (StatementForm form : StatementForm.values()) {
            forms(database, form, form == StatementForm.BATCH ? "batchStatements" : form.word(), constants);
        }
        try (Database original =
                Database.open(program, connection, dialect.folders().load(dialect.name(), ORIGINAL_PROFILE), 2)) {
            String title = "statementProfile=" + ORIGINAL_PROFILE;
            forms(original, StatementForm.PLAIN, title, constants);
        }
    }

    private void forms(Database on, StatementForm form, String title, NURand constants)
            throws SQLException, InterruptedException {
        try {
            if (form != StatementForm.PLAIN) {
                on.dialect().requireForm(form, title);
            }
        } catch (UsageException e) {
            String why = String.valueOf(e.getMessage());
            points.accept(new TrialResult("transactions, " + title, Result.NOT_AVAILABLE, why));
            return;
        }
        new FormTrial(on, form, title, load.warehouses(), constants, new RandomStream(FORM_SEED), program.clock())
                .run(points);
    }
}
