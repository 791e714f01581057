package io.bmsql.config;

import java.io.File;
import org.jspecify.annotations.Nullable;

/**
 * What the loader does: 0 warehouses load item and config only, {@code fileLocation} is the prefix of CSV files to
 * write instead, and a drawn seed gives way to that of a load to be resumed.
 */
public record LoadConfig(
        int warehouses,
        int loadWorkers,
        @Nullable String fileLocation,
        String csvNullValue,
        long seed,
        boolean seedDrawn,
        boolean preparesRun) {
    /** Each has a thread and a connection. */
    private static final int MAX_WORKERS = 10_000;

    static LoadConfig read(Settings settings, int warehouses, long seed) {
        String fileLocation = settings.textOrNull(PropertyKey.FILE_LOCATION);
        if (fileLocation != null && !fileLocation.endsWith("/") && new File(fileLocation).isDirectory()) {
            settings.doubt(PropertyKey.FILE_LOCATION, "prefix", fileLocation);
        }
        File folder = fileLocation == null ? null : new File(fileLocation + "item.csv").getParentFile();
        if (folder != null && !folder.isDirectory()) {
            settings.doubt(PropertyKey.FILE_LOCATION, "nofolder", folder);
        }
        return new LoadConfig(
                warehouses,
                settings.integer(PropertyKey.LOAD_WORKERS, 1, MAX_WORKERS, 4),
                fileLocation,
                settings.text(PropertyKey.CSV_NULL_VALUE),
                seed,
                !settings.isGiven(PropertyKey.SEED),
                settings.flag(PropertyKey.PREPARE_RUN));
    }
}
