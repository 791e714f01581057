package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code dialect.properties} of a chain of folders say together: of a key the nearest one counts, and its error rules are
 * asked first. Threads: immutable.
 */
public final class DialectProperties {
    private static final String DRIVER = "driver";
    /** The driver of URLs that begin so, such as {@code driver.jdbc:mariadb:}. */
    private static final String DRIVER_OF_URL = DRIVER + ".jdbc:";

    private static final String MAVEN = "driver.maven";
    private static final String BULK = "bulk";
    private static final String MEGABYTES = "megabytesPerWarehouse";
    private static final String LOAD_IS_RESUMABLE = "loadIsResumable";
    private static final String MOMENTS_AS_TEXT = "momentsAsText";
    private static final String STATEMENT_SNAPSHOT = "statementSnapshot";
    /** How a call of a stored procedure commits. */
    private static final String CALLS_COMMIT = "callsCommit";
    /** A call alone, without a transaction around it, is one. */
    private static final String AUTOCOMMIT = "autocommit";
    /** Procedures whose names end so, as in {@code inside _trx}, begin and commit one. */
    private static final String INSIDE = "inside ";

    /** Driver properties: of every connection, of a run's workers, of all others, and of those that load. */
    private static final String CONNECTION = "connection.";

    private static final String RUN_CONNECTION = "run." + CONNECTION;
    private static final String OWN_CONNECTION = "own." + CONNECTION;
    private static final String LOAD_CONNECTION = "load." + CONNECTION;
    private static final String SOCKET_CONNECTION = "socket." + CONNECTION;
    private static final List<String> CONNECTIONS =
            List.of(CONNECTION, RUN_CONNECTION, OWN_CONNECTION, LOAD_CONNECTION, SOCKET_CONNECTION);

    private static final String FETCH_ROWS = "fetchRows";
    private static final String MAX_FETCH_ROWS = "2000";

    /** True of one folder alone: what ran on a parent's server says nothing about a child's. */
    private static final List<String> NOT_INHERITED = List.of("tried", "tried.forms", "untried");

    private static final List<String> KEYS =
            List.of(("extends driver driver.maven bulk bulk.insert url.example url.refused statistics"
                            + " server server.name urls megabytesPerWarehouse processes tried tried.forms untried partitions storage storage.url sessionNumber "
                            + CALLS_COMMIT)
                    .split(" ", -1));

    /** True or false; of what may be switched in the schema, nothing says that there is no such thing in this database. */
    private static final List<String> SWITCHES = Stream.concat(
                    Layout.OPTIONS.stream().map(PropertyKey::key),
                    Stream.of(LOAD_IS_RESUMABLE, MOMENTS_AS_TEXT, STATEMENT_SNAPSHOT))
            .toList();

    /** Lists of errors by key: {@code errors.lockTimeout} and so on, and those that are no class of their own. */
    private static final Map<String, ErrorClass> ERRORS = Stream.of(ErrorClass.values())
            .collect(Collectors.toMap(
                    each -> "errors." + PropertyKey.camelCase(each.name()),
                    each -> each,
                    (one, other) -> one,
                    () -> new TreeMap<>(Map.of(
                            SqlErrors.UNUSED_ITEM, ErrorClass.MISSING_ROW,
                            SqlErrors.ALREADY_THERE, ErrorClass.OTHER,
                            SqlErrors.NO_DATABASE, ErrorClass.OTHER,
                            SqlErrors.WRONG_LOGIN, ErrorClass.OTHER,
                            SqlErrors.READS_ONLY, ErrorClass.CONNECTION))));

    private final SortedMap<String, String> values = new TreeMap<>();
    /** By key; those of all classes together under the empty one. */
    private final Map<String, List<SqlErrors.Rule>> rules = new TreeMap<>();

    private final SqlErrors errors;
    private final BulkPath bulk;

    /** Lays the files over each other, the nearest first; {@code own} is the folder of the database itself. */
    DialectProperties(List<SqlFile> files, String own) throws UsageException {
        for (SqlFile file : files) {
            add(file, file.folder().equals(own));
        }
        rules.values().forEach(each -> each.sort(Comparator.comparingInt(SqlErrors.Rule::rank)));
        errors = new SqlErrors(rules);
        bulk = BulkPath.of(text(BULK), "dialect.properties");
    }

    private void add(SqlFile file, boolean own) throws UsageException {
        Properties properties = read(file);
        if (properties.containsKey(DRIVER) && !properties.containsKey(MAVEN)) {
            // Another driver than a parent's is not the parent's jar.
            properties.setProperty(MAVEN, "");
        }
        for (String key : new TreeMap<>(properties).keySet().toArray(String[]::new)) {
            String value = properties.getProperty(key).strip();
            ErrorClass errorClass = ERRORS.get(key);
            if (errorClass != null) {
                rules.computeIfAbsent(key.startsWith("errors.") ? "" : key, none -> new ArrayList<>())
                        .addAll(SqlErrors.Rule.parse(errorClass, value, file.path() + ": " + key));
                values.merge(
                        key, SqlErrors.Rule.entries(value), (near, far) -> SqlErrors.Rule.entries(near + "," + far));
            } else if (own || !NOT_INHERITED.contains(key)) {
                check(file, key, value);
                values.putIfAbsent(key, value);
            }
        }
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
        } else if (key.equals(CALLS_COMMIT) && !value.matches(AUTOCOMMIT + "|" + INSIDE + "\\w+|")) {
            throw new UsageException(
                    found + " is neither " + AUTOCOMMIT + " nor " + INSIDE + "and how the names of procedures end");
        } else if ((key.equals(MEGABYTES) || key.equals(Layout.PARTITIONS)) && !value.matches("[0-9]{0,4}")) {
            throw new UsageException(found + " is not a number below 10000");
        } else if (key.endsWith(FETCH_ROWS) && !value.matches("-?[0-9]{1,10}")) {
            throw new UsageException(found + " is not a number");
        } else if (!KEYS.contains(key)
                && !key.startsWith(DRIVER_OF_URL)
                && !key.endsWith(FETCH_ROWS)
                && !SWITCHES.contains(key)
                && CONNECTIONS.stream().noneMatch(key::startsWith)) {
            throw new UsageException(file.path() + ": unknown key " + key + "; known are " + KEYS + ", " + SWITCHES
                    + ", each of " + CONNECTIONS + " with a driver property, fetchRows and "
                    + ERRORS.keySet());
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

    SqlErrors errors() {
        return errors;
    }

    /** The layout where the props file says nothing; it names the options that this database has. */
    Layout layout() {
        Map<PropertyKey, Boolean> options = new EnumMap<>(PropertyKey.class);
        Layout.OPTIONS.stream()
                .filter(option -> !text(option.key()).isEmpty())
                .forEach(option -> options.put(option, isOn(option.key())));
        return new Layout(number(Layout.PARTITIONS), List.of(), options);
    }

    /** What is said of one of {@link #KEYS}; empty when no folder says it. */
    public String text(String key) {
        if (!KEYS.contains(key) && !SWITCHES.contains(key)) {
            throw new IllegalArgumentException("no key of dialect.properties: " + key);
        }
        return values.getOrDefault(key, "");
    }

    private boolean isOn(String key) {
        return text(key).equals("true");
    }

    /** JDBC driver class, empty when no folder names one. */
    public String driver() {
        return text(DRIVER);
    }

    /** JDBC driver class of such a URL: a folder may have one for URLs that begin in another way. */
    public String driver(String url) {
        return values.tailMap(DRIVER_OF_URL).entrySet().stream()
                .filter(each -> each.getKey().startsWith(DRIVER_OF_URL)
                        && url.startsWith(each.getKey().substring(DRIVER.length() + 1)))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(this::driver);
    }

    /** True of a URL that begins as those of this folder's servers. */
    public boolean isMeantFor(String url) {
        return list("urls").stream().anyMatch(url::startsWith);
    }

    /**
     * What to call a server that says this of itself, such as {@code MySQL 5.5.5-10.11.19-MariaDB}: name and version. Null when it is none
     * that this folder is for.
     */
    public @Nullable String serverName(String says) {
        Matcher server = Pattern.compile(text("server")).matcher(says);
        boolean isKnown = !text("server").isEmpty() && server.matches();
        return !isKnown ? null : text("server.name").isEmpty() ? says : server.replaceFirst(text("server.name"));
    }

    /** The driver and what it needs, each as {@code group:artifact:version} of Maven repositories; empty when unknown. */
    public List<String> driverMaven() {
        return list(MAVEN);
    }

    public String urlExample() {
        return text("url.example");
    }

    /** Why such a URL, which the driver takes, would spoil a run; empty for one that would not. */
    public String refusal(String url) {
        String[] patternAndReason = text("url.refused").split(" ", 2);
        boolean isRefused = patternAndReason.length == 2
                && Pattern.compile(patternAndReason[0]).matcher(url).lookingAt();
        return isRefused ? patternAndReason[1] : "";
    }

    /**
     * Driver properties of a run's workers, given to the driver unless the URL sets them; {@code jdbc:x:name} only for such URLs. One whose
     * value begins with {@code !} counts whatever the URL says; {@code !} alone takes it out of the URL.
     */
    public Map<String, String> runConnection() {
        return driverProperties(CONNECTION, RUN_CONNECTION);
    }

    /** Likewise, of all other connections. */
    public Map<String, String> ownConnection() {
        return driverProperties(CONNECTION, OWN_CONNECTION);
    }

    /** Likewise, of those that write rows in bulk. */
    public Map<String, String> loadConnection() {
        return driverProperties(CONNECTION, OWN_CONNECTION, LOAD_CONNECTION);
    }

    /** What the driver needs to reach the Unix socket {@code {socket}} of a server on this host; empty where it cannot. */
    public Map<String, String> socketConnection() {
        return driverProperties(SOCKET_CONNECTION);
    }

    /** Methods of drivers' connections, of which the first that is there says the number of its session, as {@code sessions.sql} has it. */
    public List<String> sessionNumber() {
        return list("sessionNumber");
    }

    /** True where the driver cuts a timestamp to whole seconds; a text keeps its milliseconds. */
    public boolean momentsAsText() {
        return isOn(MOMENTS_AS_TEXT);
    }

    /** True when the manual says that all rows of one select are of one moment, at any isolation level from read committed on. */
    public boolean statementsAreSnapshots() {
        return isOn(STATEMENT_SNAPSHOT);
    }

    /** True when a call of a stored procedure is to be sent with auto-commit on, which makes it a transaction. */
    public boolean callsAreAutoCommitted() {
        return text(CALLS_COMMIT).equals(AUTOCOMMIT);
    }

    /** True when procedures begin and commit transactions themselves: one that is interrupted may have committed before that. */
    public boolean callsCommitInside() {
        return text(CALLS_COMMIT).startsWith(INSIDE);
    }

    /** True of such a call; a user's own procedure of another name leaves the commit to the client. */
    boolean commitsInside(String call) {
        return callsCommitInside() && call.contains(text(CALLS_COMMIT).substring(INSIDE.length()) + "(");
    }

    public BulkPath bulk() {
        return bulk;
    }

    /** True when the rows of a unit and its entry in the load's journal are committed together. */
    public boolean loadIsResumable() {
        return !text(LOAD_IS_RESUMABLE).equals("false");
    }

    public boolean isPartitionable() {
        return !values.containsKey(Layout.PARTITIONS)
                || !text(Layout.PARTITIONS).isEmpty();
    }

    /** About what a loaded warehouse takes on disk, indexes included. */
    public int megabytesPerWarehouse() {
        return number(MEGABYTES);
    }

    /** With what the names of the server's processes begin, behind a "+" those that are no children of its own; none where the folder does not say. */
    public List<String> processes() {
        return list("processes");
    }

    private List<String> list(String key) {
        return Stream.of(text(key).split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private int number(String key) {
        return text(key).isEmpty() ? 0 : Integer.parseInt(text(key));
    }

    /** The JDBC fetch size with which this driver hands on a long answer in parts, for all URLs and for some, likewise. */
    public Map<String, String> fetchRows() {
        Map<String, String> found = new HashMap<>(values);
        found.keySet().removeIf(key -> !key.endsWith(FETCH_ROWS));
        found.putIfAbsent(FETCH_ROWS, MAX_FETCH_ROWS);
        return found;
    }

    /** What a later prefix says counts. */
    private Map<String, String> driverProperties(String... prefixes) {
        Map<String, String> found = new HashMap<>();
        for (String prefix : prefixes) {
            values.forEach((key, value) -> {
                if (key.startsWith(prefix)) {
                    found.put(key.substring(prefix.length()), value);
                }
            });
        }
        return found;
    }
}
