package io.bmsql.data;

import io.bmsql.tpcc.Population;
import io.bmsql.db.Database;
import io.bmsql.common.UsageException;
import io.bmsql.tpcc.Scale;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What bmsql_config says about the rows that were loaded.
 *
 * @param warehouses loaded
 * @param seed that all rows follow from; null when another program loaded them
 * @param loadEpochMillis the load's one moment; 0 when unknown
 * @param resetBegun when a reset began that did not finish; null when none did
 */
record LoadedData(int warehouses, @Nullable Long seed, long loadEpochMillis, @Nullable String resetBegun) {
    /**
     * Reads it.
     *
     * @throws UsageException when nothing is loaded, or a load was interrupted
     */
    static LoadedData read(Database database) throws SQLException, UsageException {
        Map<String, String> rows = DataState.config(database);
        if (ProgressJournal.find(database).isPresent()) {
            throw new UsageException("a build or load was interrupted here: finish it with 'bmsql build' first");
        }
        try {
            int warehouses = Integer.parseInt(rows.getOrDefault("warehouses", "0"));
            if (warehouses < 1) {
                throw new NothingLoadedException("bmsql_config does not say warehouses, so nothing is loaded", null);
            }
            String seed = rows.get("seed");
            return new LoadedData(
                    warehouses,
                    seed == null ? null : Long.valueOf(seed),
                    Long.parseLong(rows.getOrDefault("loadEpochMillis", "0")),
                    rows.get(LoadedScale.RESET_BEGUN));
        } catch (NumberFormatException e) {
            throw new UsageException("bmsql_config is damaged (" + e.getMessage() + "): build again", e);
        }
    }

    /** The loaded rows; each thread needs its own. */
    Population population() {
        return new Population(seed == null ? 0 : seed, warehouses, loadEpochMillis);
    }

    boolean isSameLoad(LoadedData other) {
        return warehouses == other.warehouses
                && Objects.equals(seed, other.seed)
                && loadEpochMillis == other.loadEpochMillis;
    }

    /** The highest number of history that the load gave. */
    long loadedHistory() {
        return (long) warehouses * Scale.CUSTOMERS_PER_WAREHOUSE;
    }
}
