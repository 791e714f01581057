package io.bmsql.study;

import io.bmsql.dialect.Dialect;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.data.LoadedScale;
import io.bmsql.common.ProgramContext;
import io.bmsql.run.DialectSettings;
import io.bmsql.config.AgentShare;
import io.bmsql.common.UsageException;
import io.bmsql.study.StudyFile.Setting;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * What can be wrong with a study before its first run.
 *
 * @param rebuilds true when the database is built again before each run
 * @param resets true when it is reset; then a reset that did not finish is no obstacle
 */
public record StudyCheck(ProgramContext program, Reader reader, boolean rebuilds, boolean resets) {
    /** Longer ones are mistakes. */
    public static final double MOST_DAYS = 30;

    private static final double SECONDS_PER_DAY = 86_400;

    /** Reads the settings of a run. */
    public interface Reader {
        LoadedConfig read(Setting setting, ConfigPurpose purpose) throws ConfigException;
    }

    /** The settings of each point. Refuses those that a run would refuse, and databases of different scale. */
    public Map<Setting, LoadedConfig> settings(List<Setting> settings) throws UsageException {
        Map<Setting, LoadedConfig> all = new LinkedHashMap<>();
        for (Setting setting : settings) {
            try {
                LoadedConfig loaded = reader.read(setting, ConfigPurpose.RUN);
                if (rebuilds) {
                    reader.read(setting, ConfigPurpose.BUILD);
                }
                DialectSettings.requireForm(loaded.config().run(), Dialect.of(program, loaded.config()));
                requireWorkForEachDriver(setting, loaded);
                all.put(setting, loaded);
            } catch (ConfigException e) {
                throw new UsageException(setting + ": " + e.getMessage(), e);
            }
        }
        requireOneScale(all, loaded -> loaded.config().run().inputs().warehouses());
        return all;
    }

    private static void requireWorkForEachDriver(Setting setting, LoadedConfig loaded) throws UsageException {
        int drivers = loaded.config().agents().count();
        try {
            loaded.of(drivers == 0 ? AgentShare.WHOLE : new AgentShare(1, drivers, "study"));
        } catch (UsageException e) {
            throw new UsageException(setting + ": " + e.getMessage(), e);
        }
    }

    /** Runs at the same point of two databases are compared, which only makes sense when both have the same size. */
    private static void requireOneScale(Map<Setting, LoadedConfig> all, ToIntFunction<LoadedConfig> warehouses)
            throws UsageException {
        Map<Map<String, String>, Setting> first = new LinkedHashMap<>();
        for (Map.Entry<Setting, LoadedConfig> one : all.entrySet()) {
            Setting other = first.putIfAbsent(one.getKey().point(), one.getKey());
            LoadedConfig compared = other == null ? null : all.get(other);
            if (other != null
                    && compared != null
                    && warehouses.applyAsInt(compared) != warehouses.applyAsInt(one.getValue())) {
                throw new UsageException(
                        "warehouses is " + warehouses.applyAsInt(compared) + " of " + other.database()
                                + " and " + warehouses.applyAsInt(one.getValue()) + " of "
                                + one.getKey().database()
                                + ": databases of different scale cannot stand side by side");
            }
        }
    }

    /**
     * Connects with each database once. Refuses one that does not answer, or has not the data for a point.
     *
     * @return the loaded warehouses of each, by label; 0 where they will be built
     */
    public Map<String, Integer> databases(Map<Setting, LoadedConfig> settings)
            throws UsageException, CannotConnectException, SQLException {
        Map<String, LoadedScale> scales = new LinkedHashMap<>();
        for (Map.Entry<Setting, LoadedConfig> one : settings.entrySet()) {
            LoadedConfig loaded = one.getValue();
            String label = one.getKey().database();
            program.secrets().use(loaded.secrets());
            if (!scales.containsKey(label)) {
                scales.put(label, scale(loaded));
            }
            if (!rebuilds) {
                require(one.getKey(), scales.get(label), loaded);
            }
        }
        if (scales.values().stream()
                        .mapToInt(LoadedScale::warehouses)
                        .distinct()
                        .count()
                > 1) {
            throw new UsageException("The databases are of different scale: "
                    + String.join(
                            ", ",
                            scales.entrySet().stream()
                                    .map(scale -> scale.getKey() + " has "
                                            + scale.getValue().warehouses() + " warehouses")
                                    .toList()));
        }
        Map<String, Integer> warehouses = new LinkedHashMap<>();
        scales.forEach((label, scale) -> warehouses.put(label, scale.warehouses()));
        return warehouses;
    }

    private static void require(Setting setting, LoadedScale scale, LoadedConfig loaded) throws UsageException {
        try {
            scale.require(loaded.config().run().inputs().warehouses());
        } catch (UsageException e) {
            throw new UsageException(
                    setting + ": " + e.getMessage() + ", or have it built before each run: --between rebuild", e);
        }
    }

    /** A database that will be built again needs nothing in it. */
    private LoadedScale scale(LoadedConfig loaded) throws UsageException, CannotConnectException, SQLException {
        try (Database database = Database.open(program, loaded.config().connection(), Dialect.of(program, loaded.config()), 1)) {
            if (rebuilds) {
                return new LoadedScale(0, Optional.empty());
            }
            return resets ? LoadedScale.readForReset(database) : LoadedScale.read(database);
        }
    }

    /** Ramp-up and measurement of a run; 0 when only the number of transactions ends it. */
    public static double seconds(LoadedConfig loaded) {
        RunConfig.Length length = loaded.config().run().length();
        return length.isTimed() ? (length.rampupMinutes() + length.runMinutes()) * 60 : 0;
    }

    public static void requireEnd(double seconds) throws UsageException {
        if (seconds > MOST_DAYS * SECONDS_PER_DAY) {
            throw new UsageException(String.format(
                    Locale.ROOT,
                    "The runs of this study take %.0f days; the most are %.0f: make them shorter, or fewer",
                    seconds / SECONDS_PER_DAY,
                    MOST_DAYS));
        }
    }
}
