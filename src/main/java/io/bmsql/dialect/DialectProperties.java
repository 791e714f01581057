package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.SchemaOption;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The {@code dialect.properties} of a chain of folders. What a nearer one says wins; its error rules are asked first.
 */
final class DialectProperties {
    private static final String DRIVER = "driver";
    private static final String MAVEN = "driver.maven";
    private static final String BULK = "bulk";
    private static final String MEGABYTES = "megabytesPerWarehouse";
    private static final String LOAD_IS_RESUMABLE = "loadIsResumable";
    private static final String MOMENTS_AS_TEXT = "momentsAsText";

    /** Driver properties of every connection, and of the connections of a run's workers. */
    private static final String CONNECTION = "connection.";

    private static final String RUN_CONNECTION = "run.connection.";

    /** True of one folder alone: what ran on a parent's server says nothing about a child's. */
    private static final List<String> NOT_INHERITED = List.of("tried", "untried");

    private static final List<String> KEYS =
            List.of(("extends driver driver.maven bulk bulk.insert url.example url.refused statistics"
                            + " megabytesPerWarehouse tried untried partitions storage storage.url")
                    .split(" ", -1));

    /** True or false; of what may be switched in the schema, nothing says that there is no such thing in this database. */
    private static final List<String> SWITCHES = Stream.concat(
                    Stream.of(SchemaOption.values()).map(SchemaOption::word),
                    Stream.of(LOAD_IS_RESUMABLE, MOMENTS_AS_TEXT))
            .toList();

    private static final Map<String, ErrorClass> ERRORS = Map.of(
            "errors.deadlock", ErrorClass.DEADLOCK,
            "errors.serialization", ErrorClass.SERIALIZATION,
            "errors.lockTimeout", ErrorClass.LOCK_TIMEOUT,
            "errors.connection", ErrorClass.CONNECTION,
            "errors.constraint", ErrorClass.CONSTRAINT,
            "errors.timeout", ErrorClass.TIMEOUT,
            "errors.missingRow", ErrorClass.MISSING_ROW,
            "errors.other", ErrorClass.OTHER);

    /** How a stored procedure reports an item that does not exist. */
    private static final String UNUSED_ITEM = "unusedItem";
    /** How the server says that an object of a build step exists already. */
    private static final String ALREADY_THERE = "alreadyThere";

    private final SortedMap<String, String> values = new TreeMap<>();
    private final List<SqlErrors.Rule> rules = new ArrayList<>();
    private final List<SqlErrors.Rule> unusedItem = new ArrayList<>();
    private final List<SqlErrors.Rule> alreadyThere = new ArrayList<>();

    /** Lays one more file under those added before; {@code own} when it is of the database's own folder. */
    void add(SqlFile file, boolean own) throws UsageException {
        Properties properties = read(file);
        if (properties.containsKey(DRIVER) && !properties.containsKey(MAVEN)) {
            // Another driver than a parent's is not the parent's jar.
            properties.setProperty(MAVEN, "");
        }
        for (String key : new TreeMap<>(properties).keySet().toArray(String[]::new)) {
            String value = properties.getProperty(key).strip();
            String place = file.path() + ": " + key;
            ErrorClass errorClass = ERRORS.get(key);
            if (errorClass != null) {
                addAll(rules, errorClass, key, value, place);
            } else if (key.equals(UNUSED_ITEM)) {
                addAll(unusedItem, ErrorClass.MISSING_ROW, key, value, place);
            } else if (key.equals(ALREADY_THERE)) {
                addAll(alreadyThere, ErrorClass.OTHER, key, value, place);
            } else if (own || !NOT_INHERITED.contains(key)) {
                check(file, key, value);
                values.putIfAbsent(key, value);
            }
        }
    }

    private void addAll(List<SqlErrors.Rule> to, ErrorClass errorClass, String key, String value, String place)
            throws UsageException {
        to.addAll(SqlErrors.Rule.parse(errorClass, value, place));
        values.merge(key, SqlErrors.Rule.entries(value), (near, far) -> SqlErrors.Rule.entries(near + "," + far));
    }

    /** What holds in the end, by key; of lists all entries, each once. */
    SortedMap<String, String> values() {
        return Collections.unmodifiableSortedMap(values);
    }

    private static void check(SqlFile file, String key, String value) throws UsageException {
        String found = file.path() + ": " + key + " = " + value;
        if (key.equals(BULK)) {
            BulkPath.of(value, file.path());
        } else if (SWITCHES.contains(key) && !value.matches("true|false|")) {
            throw new UsageException(found + " is neither true nor false");
        } else if ((key.equals(MEGABYTES) || key.equals(Layout.PARTITIONS)) && !value.matches("[0-9]{0,4}")) {
            throw new UsageException(found + " is not a number below 10000");
        } else if (!KEYS.contains(key)
                && !SWITCHES.contains(key)
                && !key.startsWith(CONNECTION)
                && !key.startsWith(RUN_CONNECTION)) {
            throw new UsageException(file.path() + ": unknown key " + key + "; known are " + KEYS + ", " + SWITCHES
                    + ", " + UNUSED_ITEM + ", " + ALREADY_THERE
                    + ", connection.<driver property>, run.connection.<driver property> and "
                    + new TreeMap<>(ERRORS).keySet());
        }
    }

    static @Nullable String parentOf(SqlFile file) throws UsageException {
        String parent = read(file).getProperty("extends", "").strip();
        return parent.isEmpty() ? null : parent;
    }

    private static Properties read(SqlFile file) throws UsageException {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(file.text()));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(file.path() + ": not a properties file: " + e.getMessage(), e);
        }
        return properties;
    }

    Dialect dialect(DialectFolders folders, List<String> chain, StatementCatalog statements) throws UsageException {
        Map<SchemaOption, Boolean> options = new EnumMap<>(SchemaOption.class);
        for (SchemaOption option : SchemaOption.values()) {
            if (!get(option.word()).isEmpty()) {
                options.put(option, Boolean.valueOf(get(option.word())));
            }
        }
        boolean refusesPartitions =
                values.containsKey(Layout.PARTITIONS) && get(Layout.PARTITIONS).isEmpty();
        return new Dialect(
                folders,
                chain,
                new Layout(number(Layout.PARTITIONS), List.of(), options),
                new Dialect.Access(
                        get(DRIVER),
                        get(MAVEN),
                        get("url.example"),
                        get("url.refused"),
                        driverProperties(CONNECTION),
                        driverProperties(RUN_CONNECTION),
                        get(MOMENTS_AS_TEXT).equals("true"),
                        get("storage"),
                        get("storage.url")),
                new Dialect.Building(
                        BulkPath.of(get(BULK), "dialect.properties"),
                        get("bulk.insert"),
                        !get(LOAD_IS_RESUMABLE).equals("false"),
                        !refusesPartitions,
                        get("statistics"),
                        number(MEGABYTES)),
                new Dialect.Evidence(get("tried"), get("untried")),
                statements,
                new SqlErrors(rules, unusedItem, alreadyThere));
    }

    private String get(String key) {
        return values.getOrDefault(key, "");
    }

    private int number(String key) {
        return get(key).isEmpty() ? 0 : Integer.parseInt(get(key));
    }

    private Map<String, String> driverProperties(String prefix) {
        Map<String, String> found = new HashMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return Map.copyOf(found);
    }
}
