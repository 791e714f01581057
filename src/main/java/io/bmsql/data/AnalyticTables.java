package io.bmsql.data;

import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.db.BuildFailedException;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.ScriptRunner;
import io.bmsql.dialect.SqlScript;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.tpcc.RandomStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The three tables that CH-benCHmark adds to those of TPC-C (Cole et al., The mixed workload CH-benCHmark, DBTest 2011): 10,000
 * suppliers, 62 nations, 5 regions. A stock belongs to the supplier {@code mod(s_w_id * s_i_id, 10000)}.
 */
public record AnalyticTables(Database database, RunClock clock) {
    public static final String WORKLOAD = "chbench";
    public static final String PART = "analytics";

    static final int SUPPLIERS = 10_000;
    private static final List<String> REGIONS = List.of("Africa", "America", "Asia", "Europe", "Middle East");
    private static final int NATIONS = 62;
    private static final long SEED = 2011;
    private static final int BATCH = 1_000;
    /** As TPC-H has it: so many suppliers of whom customers complain. */
    private static final int COMPLAINTS = 5;

    private static final long COPIED_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Makes them where they are missing or not whole; some seconds. */
    public void make(Consumer<String> info) throws UsageException, SQLException {
        if (areWhole()) {
            return;
        }
        drop();
        info.accept("making the tables of suppliers, nations and regions for the analytic queries");
        try (Connection connection = database.connection()) {
            new ScriptRunner(connection, statement -> {}).run(statements("tables.sql"));
            List<SqlStatement> inserts = statements("inserts.sql");
            connection.setAutoCommit(false);
            insert(connection, inserts.get(0), regions());
            insert(connection, inserts.get(1), nations());
            insert(connection, inserts.get(2), suppliers());
            connection.commit();
            connection.setAutoCommit(true);
            for (SqlStatement statement : statements("statistics.sql")) {
                PlainSql.execute(connection, statement.text());
            }
        } catch (BuildFailedException e) {
            throw new UsageException(
                    "the tables for the analytic queries cannot be made (" + e.getMessage()
                            + "): let the user of the run create tables, or set analyticStreams=0",
                    e);
        }
    }

    /** Waits up to a minute until this copy of the database has them. */
    public void awaitCopied() throws UsageException {
        long begin = clock.nanoTime();
        while (!areWhole()) {
            if (clock.nanoTime() - begin > COPIED_NANOS) {
                throw new UsageException(
                        "analyticConn: bmsql_supplier of the database did not arrive there in a minute:"
                                + " it is no copy of it, or it does not follow");
            }
            clock.parkUntil(clock.nanoTime() + LOOK_NANOS);
        }
    }

    /** Drops them where they are; nothing where they are not. */
    public void drop() throws UsageException, SQLException {
        try (Connection connection = database.connection()) {
            new ScriptRunner(connection, statement -> {}).runTolerant(statements("drops.sql"));
        }
    }

    private boolean areWhole() throws UsageException {
        SqlStatement counts = statements("counts.sql").get(0);
        try (Connection connection = database.connection()) {
            List<Long> rows = PlainSql.query(connection, counts.text(), row -> row.getLong(1));
            connection.rollback();
            return rows.equals(List.of((long) SUPPLIERS + NATIONS + REGIONS.size()));
        } catch (SQLException notThere) {
            return false;
        }
    }

    private List<SqlStatement> statements(String file) throws UsageException {
        SqlScript script = database.dialect().ofWorkload(WORKLOAD, PART, file).script();
        return script.statements();
    }

    private static void insert(Connection connection, SqlStatement insert, List<List<Object>> rows)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert.text())) {
            for (int row = 0; row < rows.size(); row++) {
                for (int column = 0; column < rows.get(row).size(); column++) {
                    statement.setObject(column + 1, rows.get(row).get(column));
                }
                statement.addBatch();
                if ((row + 1) % BATCH == 0) {
                    statement.executeBatch();
                }
            }
            statement.executeBatch();
        }
    }

    private static List<List<Object>> regions() {
        List<List<Object>> rows = new ArrayList<>();
        REGIONS.forEach(name -> rows.add(List.of(rows.size(), name, name)));
        return rows;
    }

    /** Keys are the codes of letters and digits, so that a customer's nation is the first letter of its state. */
    private List<List<Object>> nations() throws UsageException {
        String text =
                database.dialect().ofWorkload(WORKLOAD, PART, "nations.csv").text();
        return text.lines()
                .skip(1)
                .map(line -> line.split(","))
                .map(words -> List.<Object>of(
                        (int) words[0].charAt(0), words[1], REGIONS.indexOf(words[2]), words[1] + ", " + words[2]))
                .toList();
    }

    private List<List<Object>> suppliers() throws UsageException {
        List<Object> keys = nations().stream().map(nation -> nation.get(0)).toList();
        RandomStream random = new RandomStream(SEED);
        List<List<Object>> rows = new ArrayList<>();
        for (int key = 0; key < SUPPLIERS; key++) {
            boolean isBad = key % (SUPPLIERS / COMPLAINTS) == 0;
            rows.add(List.of(
                    key,
                    NumberText.format("Supplier#%09d", key),
                    text(random, 10, 40),
                    keys.get(random.uniform(0, keys.size() - 1)),
                    NumberText.format("%015d", random.uniformLong(0, 999_999_999_999_999L)),
                    random.uniform(-99_999, 999_999) / 100.0,
                    (isBad ? "bad " : "") + text(random, 25, 90)));
        }
        return rows;
    }

    private static String text(RandomStream random, int least, int most) {
        byte[] text = new byte[most];
        return new String(text, 0, random.alphanumeric(text, 0, least, most), StandardCharsets.US_ASCII);
    }
}
