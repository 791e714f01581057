package io.bmsql.config;

import io.bmsql.secret.SecretMask;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a props file and the overrides into records, with every problem found at once.
 *
 * <pre>
 * PropsReader  ─► entries with lines ─► RawSettings: the one that counts of each key
 *     ─► TypedSettings: numbers, words, defaults ─► ConnectionRules, RunRules, MixRules … ─► records
 * </pre>
 */
public final class ConfigLoader {
    private static final BigInteger MAX_SEED = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN_SEED = BigInteger.valueOf(Long.MIN_VALUE);
    private static final int DEFAULT_LOAD_WORKERS = Integer.parseInt(PropertyKey.LOAD_WORKERS.defaultText());
    private static final int DEFAULT_REPORT_SECS = Integer.parseInt(PropertyKey.REPORT_INTERVAL_SECS.defaultText());
    private static final int HIGHEST_PORT = 65_535;

    private final Map<String, String> environment;
    private final LongSupplier seedSource;

    /**
     * @param environment of the process, for {@code ${ENV_NAME}}
     * @param seedSource asked once when the settings name no seed
     */
    public ConfigLoader(Map<String, String> environment, LongSupplier seedSource) {
        this.environment = Map.copyOf(environment);
        this.seedSource = seedSource;
    }

    /**
     * Reads the settings for one command.
     *
     * @throws ConfigException with all problems, also when the file cannot be read
     */
    public LoadedConfig load(Path props, Overrides overrides, ConfigPurpose purpose) throws ConfigException {
        return load(read(props), directoryOf(props), overrides, purpose);
    }

    LoadedConfig load(PropsFile file, Path directory, Overrides overrides, ConfigPurpose purpose)
            throws ConfigException {
        Findings findings = new Findings(purpose);
        TypedSettings settings = new TypedSettings(new RawSettings(file, overrides, findings), findings);
        BenchmarkConfig config = read(settings, purpose, directory);
        findings.throwProblems();
        SecretMask secrets = secretsOf(config.connection(), config.storage());
        return new LoadedConfig(config, settings.effective(), findings.warnings(), secrets);
    }

    /** What must never be shown: the passwords and the secrets inside the URL. */
    static SecretMask secretsOf(ConnectionConfig connection, StorageConfig storage) {
        return SecretMask.of(
                connection.url(),
                List.of(connection.password().reveal(), storage.password().reveal()),
                List.of(connection.db(), connection.user(), storage.user()));
    }

    private static PropsFile read(Path props) throws ConfigException {
        try {
            return PropsReader.read(props);
        } catch (IOException e) {
            String why = Files.exists(props) ? "cannot be read: " + e.getMessage() : "there is no such file";
            throw new ConfigException(
                    List.of(new Problem(props.toString(), "props file", null, why, "Give the path of a props file.")));
        }
    }

    private static Path directoryOf(Path props) {
        Path parent = props.toAbsolutePath().getParent();
        return parent == null ? props.toAbsolutePath() : parent;
    }

    private BenchmarkConfig read(TypedSettings settings, ConfigPurpose purpose, Path directory) {
        boolean toCsv = purpose == ConfigPurpose.LOAD && settings.textOrNull(PropertyKey.FILE_LOCATION) != null;
        ConnectionRules connections = new ConnectionRules(settings, environment, directory);
        ConnectionConfig connection = connections.read(!toCsv);
        SchemaConfig schema = new SchemaRules(settings).read();
        StorageConfig storage = connections.readStorage(connection);
        int warehouses = readWarehouses(settings, purpose);
        long seed = readSeed(settings);
        LoadConfig load = readLoad(settings, warehouses, seed);
        RunConfig run = new RunRules(settings, warehouses).read(seed);
        MixConfig mix = new MixRules(settings).read(run.hasThinkTimes());
        ResultConfig result = new ResultConfig(
                settings.textOrNull(PropertyKey.RESULT_DIRECTORY),
                settings.integer(PropertyKey.REPORT_INTERVAL_SECS, 0, DEFAULT_REPORT_SECS),
                readLedger(settings, run),
                readLivePort(settings));
        return new BenchmarkConfig(
                connection, schema, storage, load, run, mix, result, new CollectorRules(settings).read());
    }

    private static @Nullable Integer readLivePort(TypedSettings settings) {
        if (settings.textOrNull(PropertyKey.LIVE_PORT) == null) {
            return null;
        }
        int port = settings.integer(PropertyKey.LIVE_PORT, 0, 0);
        if (port > HIGHEST_PORT) {
            settings.reject(
                    PropertyKey.LIVE_PORT,
                    "is not between 0 and " + HIGHEST_PORT,
                    "Write a port, 0 for any free one, or leave the line away for no page.");
        }
        return port;
    }

    /** A run that is checked keeps a ledger, unless the user says otherwise; without a result directory there is no place. */
    private static boolean readLedger(TypedSettings settings, RunConfig run) {
        boolean hasDirectory = settings.textOrNull(PropertyKey.RESULT_DIRECTORY) != null;
        if (!settings.isGiven(PropertyKey.LEDGER)) {
            boolean ledger = run.checkAfterRun() && hasDirectory;
            settings.show(
                    PropertyKey.LEDGER,
                    Boolean.toString(ledger),
                    ledger ? PropertyKey.CHECK_AFTER_RUN.key() : settings.origin(PropertyKey.LEDGER));
            return ledger;
        }
        boolean ledger = settings.flag(PropertyKey.LEDGER);
        if (ledger && !hasDirectory) {
            settings.advise(
                    PropertyKey.LEDGER, "`ledger` is true, but without resultDirectory there is no place for one");
        }
        return ledger && hasDirectory;
    }

    private static int readWarehouses(TypedSettings settings, ConfigPurpose purpose) {
        if (!settings.isGiven(PropertyKey.WAREHOUSES)) {
            settings.missing(PropertyKey.WAREHOUSES, "Add a line such as warehouses=10.");
            return 0;
        }
        boolean runs = purpose.needs(ConfigPurpose.Scope.RUN);
        int warehouses = settings.integer(PropertyKey.WAREHOUSES, runs ? 1 : 0, 0);
        if (warehouses == 0 && !runs) {
            settings.advise(PropertyKey.WAREHOUSES, "`warehouses` is 0: only the items are loaded, as in BenchmarkSQL");
        }
        return warehouses;
    }

    private long readSeed(TypedSettings settings) {
        BigDecimal seed = settings.decimal(PropertyKey.SEED);
        if (seed == null) {
            long drawn = seedSource.getAsLong();
            settings.show(PropertyKey.SEED, Long.toString(drawn), "drawn");
            return drawn;
        }
        boolean fits = seed.stripTrailingZeros().scale() <= 0
                && seed.toBigInteger().compareTo(MAX_SEED) <= 0
                && seed.toBigInteger().compareTo(MIN_SEED) >= 0;
        if (!fits) {
            settings.reject(PropertyKey.SEED, "is no 64-bit whole number", "Write a number of up to 18 digits.");
            return 0;
        }
        return seed.longValue();
    }

    private static LoadConfig readLoad(TypedSettings settings, int warehouses, long seed) {
        String fileLocation = settings.textOrNull(PropertyKey.FILE_LOCATION);
        if (fileLocation != null && !fileLocation.endsWith("/") && isDirectory(fileLocation)) {
            settings.advise(
                    PropertyKey.FILE_LOCATION,
                    "`fileLocation` is a prefix of file names: the files will be " + fileLocation
                            + "item.csv and so on; end it in / for files in that folder");
        }
        return new LoadConfig(
                warehouses,
                settings.integer(PropertyKey.LOAD_WORKERS, 1, DEFAULT_LOAD_WORKERS),
                fileLocation,
                settings.text(PropertyKey.CSV_NULL_VALUE),
                seed,
                !settings.isGiven(PropertyKey.SEED));
    }

    private static boolean isDirectory(String path) {
        try {
            return Files.isDirectory(Path.of(path));
        } catch (InvalidPathException noPath) {
            // Not a path of this system: the writer of the files will say so, with the operating system's message.
            return false;
        }
    }
}
