package io.bmsql.config;

import io.bmsql.common.SecretMask;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Reads a props file and the overrides into records, with every problem found at once.
 *
 * <pre>
 * PropsFile  ─► entries with lines ─► RawSettings: the one that counts of each key
 *     ─► TypedSettings: numbers, words, defaults ─► ConnectionRules, RunRules, MixRules, read methods ─► records
 * </pre>
 *
 * @param environment for {@code ${ENV_NAME}}
 * @param seedSource asked once when the settings name no seed
 */
public record ConfigLoader(Map<String, String> environment, LongSupplier seedSource) {
    private static final BigInteger MAX_SEED = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN_SEED = BigInteger.valueOf(Long.MIN_VALUE);

    /** @param overrides settings that win over the file, as given by {@code -D} */
    public LoadedConfig load(Path props, Map<String, String> overrides, ConfigPurpose purpose) throws ConfigException {
        return load(read(props), directoryOf(props), overrides, purpose);
    }

    LoadedConfig load(PropsFile file, Path directory, Map<String, String> overrides, ConfigPurpose purpose)
            throws ConfigException {
        Problems problems = new Problems(purpose);
        TypedSettings settings = new TypedSettings(new RawSettings(file, overrides, problems), problems);
        BenchmarkConfig config = read(settings, purpose, directory);
        problems.throwIfAny();
        SecretMask secrets = secretsOf(config.connection(), config.storage());
        return new LoadedConfig(config, settings.effective(), problems.warnings(), secrets);
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
            return PropsFile.read(props);
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
        SchemaConfig schema = SchemaConfig.read(settings);
        StorageConfig storage = connections.readStorage(connection);
        int warehouses = readWarehouses(settings, purpose);
        long seed = readSeed(settings);
        LoadConfig load = LoadConfig.read(settings, warehouses, seed);
        RunConfig run = new RunRules(settings, warehouses).read(seed);
        MixConfig mix = new MixRules(settings).read(run.pace().mode() == PacingMode.THINK_TIME);
        ResultConfig result = ResultConfig.read(settings, run.checkAfterRun());
        return new BenchmarkConfig(connection, schema, storage, load, run, mix, result, AgentsConfig.read(settings));
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
            settings.reject(PropertyKey.SEED, "is not a 64-bit whole number", "Write a number of up to 18 digits.");
            return 0;
        }
        return seed.longValue();
    }
}
