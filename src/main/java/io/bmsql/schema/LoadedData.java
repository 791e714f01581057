package io.bmsql.schema;

import io.bmsql.common.UsageException;
import io.bmsql.db.Database;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.Population;
import io.bmsql.tpcc.Scale;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What bmsql_config says about the rows that were loaded (benchmarksql-formats.md, bmsql_config).
 *
 * @param cLast C for last names; missing when the table has none
 * @param seed that all rows follow from; null when another program loaded them
 * @param loadEpochMillis the load's one moment; 0 when unknown
 * @param resetBegun when a reset began that did not finish; null when none did
 */
public record LoadedData(
        int warehouses,
        Optional<Integer> cLast,
        @Nullable Long seed,
        long loadEpochMillis,
        @Nullable String resetBegun) {
    /** There are no data of a build in this database. */
    public static final class NothingLoadedException extends UsageException {
        private final String reason;

        NothingLoadedException(String reason, @Nullable Throwable cause) {
            super(reason + ": run bmsql build first", cause);
            this.reason = reason;
        }

        /** How that was seen, without what to do about it. */
        public String reason() {
            return reason;
        }
    }

    /** Stands for a database that will be built. */
    public static final LoadedData NONE = new LoadedData(0, Optional.empty(), null, 0, null);

    /** The row that a reset under way has in bmsql_config, with the moment of its start. */
    static final String RESET_BEGUN = "reset begun";

    private static final String WAREHOUSES = "warehouses";

    /** Refuses when there is no such table or no usable number of warehouses in it, or a reset did not finish. */
    public static LoadedData read(Database database) throws SQLException, UsageException {
        LoadedData loaded = readForReset(database);
        if (loaded.resetBegun != null) {
            throw new UsageException("a bmsql reset of this database was begun at " + loaded.resetBegun
                    + " and did not finish: start it again first");
        }
        return loaded;
    }

    /** The same for a caller that resets, which a reset that did not finish does not hinder. */
    public static LoadedData readForReset(Database database) throws SQLException, UsageException {
        Map<String, String> rows = rows(database);
        return new LoadedData(
                number(rows, WAREHOUSES, 0, Integer.MAX_VALUE)
                        .orElseThrow(() -> new NothingLoadedException(
                                "bmsql_config does not say " + WAREHOUSES + ", so nothing is loaded", null))
                        .intValue(),
                number(rows, "nURandCLast", 0, NURand.A_LAST).map(Long::intValue),
                number(rows, "seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(null),
                number(rows, "loadEpochMillis", 0, Long.MAX_VALUE).orElse(0L),
                rows.get(RESET_BEGUN));
    }

    /** The same for a caller that works on all loaded rows: refuses an interrupted load too. */
    public static LoadedData readWhole(Database database) throws SQLException, UsageException {
        requireWhole(database);
        return readForReset(database);
    }

    /** Refuses an interrupted build, of which indexes or keys may be missing, and an interrupted load. */
    public static void requireWhole(Database database) throws SQLException, UsageException {
        Optional<ProgressJournal> journal = ProgressJournal.find(database);
        if (journal.isPresent() && !journal.get().settings().containsKey(ProgressJournal.WORKLOAD)) {
            throw new UsageException("a build or load was interrupted here: finish it with 'bmsql build' first");
        }
    }

    private static Map<String, String> rows(Database database) throws SQLException, UsageException {
        try (WorkerConnection connection = database.worker()) {
            try {
                return DataState.read(connection, StatementId.CONFIG_ALL);
            } catch (SQLException e) {
                if (!connection.isUsable()) {
                    throw e;
                }
                throw new NothingLoadedException(
                        "bmsql_config cannot be read, so nothing seems to be loaded (" + SqlErrors.line(e) + ")", e);
            }
        }
    }

    private static Optional<Long> number(Map<String, String> rows, String name, long least, long most)
            throws UsageException {
        String text = rows.get(name);
        if (text == null) {
            return Optional.empty();
        }
        String wrong = "not a number";
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return Optional.of(number);
            }
            wrong = "not between " + least + " and " + most;
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException("bmsql_config holds " + name + " = \"" + text + "\", which is " + wrong
                + ": write the number that the load used, or load again");
    }

    /** Makes sure that a run finds all its warehouses; the message names both numbers. */
    public void require(int configured) throws UsageException {
        if (configured > warehouses) {
            throw UsageException.about(
                    "warehouses",
                    "=" + configured + " in the settings, but only " + warehouses + " are loaded: set warehouses to "
                            + warehouses + " or less, or build again");
        }
    }

    /** The loaded rows; each thread needs its own. */
    public Population population() {
        return new Population(seed == null ? 0 : seed, warehouses, loadEpochMillis);
    }

    public boolean isSameLoad(LoadedData other) {
        return warehouses == other.warehouses
                && Objects.equals(seed, other.seed)
                && loadEpochMillis == other.loadEpochMillis;
    }

    /** The highest number of history that the load gave. */
    public long loadedHistory() {
        return (long) warehouses * Scale.CUSTOMERS_PER_WAREHOUSE;
    }

    /** The same in the transaction under way; 0 where nothing says what was loaded. */
    public static long loadedHistory(WorkerConnection connection) throws SQLException {
        String warehouses = DataState.read(connection, StatementId.CONFIG_ALL).getOrDefault(WAREHOUSES, "0");
        return warehouses.matches("\\d{1,9}") ? Long.parseLong(warehouses) * Scale.CUSTOMERS_PER_WAREHOUSE : 0;
    }
}
