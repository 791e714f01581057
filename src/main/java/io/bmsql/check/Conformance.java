package io.bmsql.check;

import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.config.LoadConfig;
import io.bmsql.config.StatementForm;
import io.bmsql.data.Loader.LoadSummary;
import io.bmsql.db.BoundStatement;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
public record Conformance(DatabaseOpener opening, LoadConfig load, RunClock clock, Consumer<Point> points) {
    /** Connections beside those of the load: sessions in conflict, and the check's. */
    private static final int SPARE_CONNECTIONS = 4;

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

    private static final Map<StatementForm, String> TITLES = Map.of(
            StatementForm.PLAIN, "plain",
            StatementForm.BATCH, "batchStatements",
            StatementForm.PROCEDURES, "procedures");

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

    /** Tests everything, on an empty database with the default statements and room for {@link #connections}. */
    public void run(Database database, Dialect dialect) throws UsageException, SQLException, InterruptedException {
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

    /**
     * What of bmsql is there: by the catalog of the connection's own schema, and by what the program's statements reach
     * wherever the server finds it, so that nothing foreign is ever dropped.
     */
    static List<String> existing(Database database) throws SQLException {
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

    private void transactions(Database database, Dialect dialect, NURand loaded) throws UsageException, SQLException {
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
        } catch (UsageException e) {
            points.accept(Point.notAvailable("transactions, " + title, String.valueOf(e.getMessage())));
            return;
        }
        new FormTrial(database, form, title, load.warehouses(), constants, new RandomStream(FORM_SEED), clock)
                .run(points);
    }

    public interface DatabaseOpener {
        /** @param maxConnections open at the same time, at least 1 */
        Database open(Dialect dialect, int maxConnections) throws CannotConnectException;
    }
}
