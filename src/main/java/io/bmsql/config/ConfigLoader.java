package io.bmsql.config;

import io.bmsql.common.IoReason;
import io.bmsql.common.Secret;
import io.bmsql.common.SecretMask;
import io.bmsql.common.SecretText;
import io.bmsql.common.Texts;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UserText;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a props file and the overrides into records, with every problem found at once.
 *
 * <pre>
 * PropsFile: entries with lines ─► Settings: the one that counts of each key, numbers, words, defaults
 *     ─► RunRules, MixRules, read methods ─► records
 * </pre>
 *
 * @param environment for {@code ${ENV_NAME}}
 * @param seedSource asked once when the settings name no seed
 */
public record ConfigLoader(Map<String, String> environment, LongSupplier seedSource) {
    /** {@code ${NAME}} in a value. */
    public static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    /** A host name, an IPv4 address, or an IPv6 address in brackets, and a port. */
    private static final Pattern NODE = Pattern.compile("(?:[A-Za-z0-9_.-]+|\\[[0-9A-Fa-f:.]+]):[0-9]{1,5}");

    /** Ten parts of the load of each are numbered by an int. */
    private static final int MAX_WAREHOUSES = 200_000_000;
    /** Estimated: the list of a load's parts and what is done of them. */
    private static final long BYTES_OF_WAREHOUSE = 100;

    private static final int MAX_PASSWORD_FILE_BYTES = 64 * 1024;

    /** @param overrides settings that win over the file, as given by {@code -D} */
    public LoadedConfig load(Path props, Map<String, String> overrides, ConfigPurpose purpose) throws ConfigException {
        try {
            return load(PropsFile.read(props), props.toAbsolutePath().resolveSibling(""), overrides, purpose);
        } catch (IOException e) {
            Texts texts = Texts.of(Language.of("", environment));
            String mistake = Files.exists(props) ? "mistake.props" : "mistake.noprops";
            throw new ConfigException(List.of(Problem.of(
                    texts,
                    props.toString(),
                    texts.translated("props file"),
                    null,
                    texts.text(mistake, String.valueOf(e.getMessage())),
                    texts.text(mistake + ".do"))));
        }
    }

    LoadedConfig load(PropsFile file, Path directory, Map<String, String> overrides, ConfigPurpose purpose)
            throws ConfigException {
        Settings settings = new Settings(file, overrides, purpose, environment);
        BenchmarkConfig config = read(settings, purpose, directory);
        settings.throwIfAny();
        List<String> urls = new ArrayList<>(config.replicas().urls());
        urls.add(config.analytics().url());
        SecretMask secrets = secretsOf(config.connection(), config.storage(), urls);
        return new LoadedConfig(config, settings.effective(), settings.warnings(), secrets);
    }

    /** What must never be shown: the passwords and the secrets inside the URLs. */
    static SecretMask secretsOf(ConnectionConfig connection, StorageConfig storage, List<String> replicas) {
        return SecretMask.of(
                Stream.concat(Stream.of(connection.url()), replicas.stream()).toList(),
                List.of(connection.password().reveal(), storage.password().reveal()),
                List.of(connection.db(), connection.user(), storage.user()));
    }

    private BenchmarkConfig read(Settings settings, ConfigPurpose purpose, Path directory) {
        boolean toCsv = purpose == ConfigPurpose.LOAD && settings.textOrNull(PropertyKey.FILE_LOCATION) != null;
        ConnectionConfig connection = readConnection(settings, directory, !toCsv);
        Layout schema = Layout.read(settings);
        StorageConfig storage = readStorage(settings, connection);
        int warehouses = readWarehouses(settings, purpose);
        long seed = readSeed(settings);
        LoadConfig load = LoadConfig.read(settings, warehouses, seed);
        List<RunEvent> events = RunEvent.read(settings, directory);
        RunConfig run = new RunRules(
                        settings,
                        warehouses,
                        events.stream().map(RunEvent::name).toList())
                .read(seed);
        MixConfig mix = new MixRules(settings).read(run.pace().mode() == PacingMode.THINK_TIME);
        ResultConfig result = ResultConfig.read(settings, run.checkAfterRun());
        return new BenchmarkConfig(
                connection,
                schema,
                storage,
                load,
                run,
                mix,
                result,
                AgentsConfig.read(settings),
                events,
                ReplicasConfig.read(settings, readUrl(settings, PropertyKey.REPLICAS)),
                ScriptsConfig.read(settings, run.thresholds(), directory),
                AnalyticsConfig.read(
                        settings, readUrl(settings, PropertyKey.ANALYTIC_CONN).strip()));
    }

    private String readUrl(Settings settings, PropertyKey key) {
        String url = expanded(settings, key);
        settings.show(key, SecretText.hideIn(url), settings.origin(key));
        return url;
    }

    /** @param connects false when nothing is connected to, so that the URL may be missing */
    private ConnectionConfig readConnection(Settings settings, Path directory, boolean connects) {
        String db = settings.name(PropertyKey.DB);
        if (db.isEmpty()) {
            settings.missingLine(PropertyKey.DB, "db=postgres");
        }
        String url = expanded(settings, PropertyKey.CONN);
        if (url.isBlank() && connects) {
            settings.missingLine(PropertyKey.CONN, "conn=jdbc:postgresql://localhost:5432/bmsql");
        } else if (!url.equals(url.stripTrailing())) {
            settings.doubt(PropertyKey.CONN, "conn.blank");
        }
        settings.show(PropertyKey.CONN, SecretText.hideIn(url), settings.origin(PropertyKey.CONN));
        String user = expanded(settings, PropertyKey.USER);
        settings.show(PropertyKey.USER, user, settings.origin(PropertyKey.USER));
        return new ConnectionConfig(
                db,
                settings.textOrNull(PropertyKey.DRIVER),
                url,
                user,
                readPassword(settings, directory),
                readIsolationLevel(settings),
                settings.name(PropertyKey.STATEMENT_PROFILE),
                settings.flag(PropertyKey.LOCK));
    }

    /** The storage nodes; their user is the database's where none is given. */
    private StorageConfig readStorage(Settings settings, ConnectionConfig database) {
        List<String> nodes = settings.words(PropertyKey.XA_NODES, NODE, "node");
        String user = expanded(settings, PropertyKey.XA_USER);
        if (user.isEmpty()) {
            return new StorageConfig(nodes, database.user(), database.password());
        }
        settings.show(PropertyKey.XA_USER, user, settings.origin(PropertyKey.XA_USER));
        return new StorageConfig(nodes, user, new Secret(expanded(settings, PropertyKey.XA_PASSWORD)));
    }

    private Secret readPassword(Settings settings, Path directory) {
        String password = expanded(settings, PropertyKey.PASSWORD);
        if (settings.textOrNull(PropertyKey.PASSWORD_FILE) == null) {
            if (!password.equals(password.stripTrailing())) {
                settings.doubt(PropertyKey.PASSWORD, "password.blank");
            }
            return new Secret(password);
        }
        if (!password.isEmpty()) {
            settings.doubt(PropertyKey.PASSWORD, "password.file");
        }
        settings.show(PropertyKey.PASSWORD, SecretText.STARS, settings.place(PropertyKey.PASSWORD_FILE));
        return new Secret(firstLine(settings, directory));
    }

    /** Reads the passwordFile, which is looked for in the working directory, then in that of the props file. */
    private static String firstLine(Settings settings, Path directory) {
        String why;
        try {
            Path path = Path.of(settings.text(PropertyKey.PASSWORD_FILE));
            Path found = Files.exists(path) ? path : directory.resolve(path);
            boolean isThere = Files.exists(found);
            if (isThere && Files.isRegularFile(found) && Files.size(found) <= MAX_PASSWORD_FILE_BYTES) {
                return UserText.read(found).lines().findFirst().orElse("");
            }
            why = settings.text(isThere ? "mistake.passwordfile.large" : "mistake.passwordfile.none");
        } catch (IOException | InvalidPathException e) {
            why = settings.text(
                    "mistake.passwordfile.unread",
                    e instanceof IOException io ? IoReason.of(io) : String.valueOf(e.getMessage()));
        }
        settings.reject(PropertyKey.PASSWORD_FILE, why, settings.toDo("passwordfile"));
        return "";
    }

    /** Gives the text with each {@code ${NAME}} replaced from the environment. */
    private String expanded(Settings settings, PropertyKey key) {
        Matcher variable = VARIABLE.matcher(settings.text(key));
        StringBuilder text = new StringBuilder();
        while (variable.find()) {
            String value = environment.get(variable.group(1));
            if (value == null) {
                settings.mistake(key, "environment", variable.group(1));
            }
            variable.appendReplacement(text, Matcher.quoteReplacement(value == null ? variable.group() : value));
        }
        return variable.appendTail(text).toString();
    }

    private static IsolationLevel readIsolationLevel(Settings settings) {
        String word = settings.text(PropertyKey.ISOLATION_LEVEL)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[\\s_-]+", " ")
                .replaceFirst("^transaction |^server (?=default$)", "");
        Optional<IsolationLevel> level = Stream.of(IsolationLevel.values())
                .filter(each -> each.word().equals(word))
                .findFirst();
        if (level.isPresent()) {
            settings.show(PropertyKey.ISOLATION_LEVEL, word, settings.origin(PropertyKey.ISOLATION_LEVEL));
        } else {
            settings.mistake(PropertyKey.ISOLATION_LEVEL, "isolation");
        }
        return level.orElse(IsolationLevel.SERVER_DEFAULT);
    }

    private static int readWarehouses(Settings settings, ConfigPurpose purpose) {
        boolean runs = purpose.needs(ConfigPurpose.Scope.RUN);
        if (!settings.isGiven(PropertyKey.WAREHOUSES)) {
            if (settings.isOfScripts()) {
                return 1; // scripts have no warehouses
            }
            settings.missingLine(PropertyKey.WAREHOUSES, "warehouses=10");
            return 0;
        }
        int warehouses = settings.integer(PropertyKey.WAREHOUSES, runs ? 1 : 0, MAX_WAREHOUSES, 0);
        settings.mustFit(PropertyKey.WAREHOUSES, warehouses, BYTES_OF_WAREHOUSE);
        if (warehouses == 0 && !runs) {
            settings.doubt(PropertyKey.WAREHOUSES, "nowarehouses");
        }
        return warehouses;
    }

    private long readSeed(Settings settings) {
        BigDecimal seed = settings.decimal(PropertyKey.SEED);
        if (seed == null) {
            long drawn = seedSource.getAsLong();
            settings.show(PropertyKey.SEED, Long.toString(drawn), "drawn");
            return drawn;
        }
        try {
            return seed.longValueExact();
        } catch (ArithmeticException e) {
            settings.mistake(PropertyKey.SEED, "seed");
            return 0;
        }
    }
}
