package io.bmsql.config;

import org.jspecify.annotations.Nullable;

/**
 * What the loader does.
 *
 * @param warehouses how many to load; 0 loads item and config only
 * @param loadWorkers loader threads, each with a connection
 * @param fileLocation prefix of CSV files to write instead of loading, null to load
 * @param csvNullValue text for NULL in CSV files
 * @param seed of every generated value
 * @param seedDrawn true when the settings name no seed, so that a load that goes on may keep the one that it began with
 */
public record LoadConfig(
        int warehouses,
        int loadWorkers,
        @Nullable String fileLocation,
        String csvNullValue,
        long seed,
        boolean seedDrawn) {
    /** With the seed of the settings. */
    public LoadConfig(int warehouses, int loadWorkers, @Nullable String fileLocation, String csvNullValue, long seed) {
        this(warehouses, loadWorkers, fileLocation, csvNullValue, seed, false);
    }
}
