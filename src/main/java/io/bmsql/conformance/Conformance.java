package io.bmsql.conformance;

import io.bmsql.config.LoadConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.load.Loader.LoadSummary;
import io.bmsql.random.RandomStream;
import io.bmsql.spec.NURand;
import io.bmsql.spec.StatementForm;
import io.bmsql.time.RunClock;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The test of one dialect on one server, from an empty schema to an empty schema:
 *
 * <pre>
 * nothing of bmsql there? ─► build, load ─► population ─► conditions ─► transactions in every form ─► provoked errors
 *   ─► conditions ─► destroy
 * </pre>
 *
 * Each point is reported as soon as it is known. After a failed build only the destroy is tried. One use; one thread.
 */
public final class Conformance {
    /** Connections beside those of the load: sessions in conflict, and the check's. */
    private static final int SPARE_CONNECTIONS = 4;

    /** The overlay with the original's statement shapes. */
    private static final String ORIGINAL_PROFILE = "benchmarksql5";

    private static final Map<StatementForm, String> TITLES = Map.of(
            StatementForm.PLAIN, "plain",
            StatementForm.BATCH, "batchStatements",
            StatementForm.PROCEDURES, "procedures");

    private final DatabaseOpener opening;
    private final LoadConfig load;
    private final RunClock clock;
    private final Consumer<Point> points;

    /**
     * @param load what is loaded, with the number of warehouses
     * @param points gets each point
     */
    public Conformance(DatabaseOpener opening, LoadConfig load, RunClock clock, Consumer<Point> points) {
        this.opening = opening;
        this.load = load;
        this.clock = clock;
        this.points = points;
    }

    /** Connections that {@link #run} may have open on its database at the same time. */
    public static int connections(LoadConfig load) {
        return load.loadWorkers() + SPARE_CONNECTIONS;
    }

    /**
     * Makes sure that the database holds nothing that the test's build or destroy could touch.
     *
     * @throws ConformanceException that names the existing tables
     */
    public static void requireNothingThere(Database database) throws ConformanceException, SQLException {
        List<String> there = ExistingObjects.in(database);
        if (!there.isEmpty()) {
            throw new ConformanceException("this database already holds " + String.join(", ", there)
                    + ". The test builds and destroys tables of its own and touches no others: let `conn` name an empty"
                    + " database or schema, or remove these with 'bmsql destroy' if they are not needed.");
        }
    }

    /**
     * Tests everything.
     *
     * @param database with the default statements and room for {@link #connections}; holds nothing of bmsql
     * @param dialect of the database, laid out, with its shards known
     */
    public void run(Database database, Dialect dialect)
            throws DialectException, CannotConnectException, SQLException, InterruptedException {
        BuildTrial build = new BuildTrial(database, dialect, load, clock, points);
        try {
            LoadSummary loaded = build.build();
            if (loaded == null) {
                points.accept(Point.notAvailable("transactions and errors", "the build failed"));
                return;
            }
            build.population();
            build.conditions(true);
            transactions(database, dialect, loaded.constants());
            new ErrorTrials(database, clock).run(points);
            build.conditions(false);
        } finally {
            build.destroy();
        }
    }

    private void transactions(Database database, Dialect dialect, NURand loaded)
            throws DialectException, CannotConnectException, SQLException {
        NURand constants = NURand.forRun(new RandomStream(load.seed()), loaded.cLast());
        for (StatementForm form : StatementForm.values()) {
            forms(database, form, TITLES.getOrDefault(form, form.word()), constants);
        }
        try (Database original = opening.open(dialect.folders().load(dialect.name(), ORIGINAL_PROFILE), 2)) {
            String title = "statementProfile=" + ORIGINAL_PROFILE;
            forms(original, StatementForm.PLAIN, title, constants);
        }
    }

    private void forms(Database database, StatementForm form, String title, NURand constants) throws SQLException {
        try {
            if (form != StatementForm.PLAIN) {
                database.dialect().requireForm(form, title);
            }
        } catch (DialectException e) {
            points.accept(Point.notAvailable("transactions, " + title, String.valueOf(e.getMessage())));
            return;
        }
        new FormTrial(database, form, title, load.warehouses(), constants, clock).run(points);
    }

    /** Opens the database under test with one of its dialect's overlays. */
    public interface DatabaseOpener {
        /** @param maxConnections open at the same time, at least 1 */
        Database open(Dialect dialect, int maxConnections) throws CannotConnectException;
    }
}
