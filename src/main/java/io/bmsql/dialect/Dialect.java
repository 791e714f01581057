package io.bmsql.dialect;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.Layout;
import io.bmsql.config.SchemaOption;
import io.bmsql.config.StatementForm;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is special about one database, resolved through its chain of folders, the nearest first and without {@code
 * sql.}: {@code [newdb, postgres, common]}. Threads: immutable.
 */
public record Dialect(
        DialectFolders folders,
        List<String> chain,
        Layout layout,
        Access access,
        Building building,
        Evidence evidence,
        StatementCatalog statements,
        SqlErrors errors) {
    /** Of the batched form: where they are empty, plain statements do their part. */
    private static final Set<StatementId> PLAIN_WHERE_EMPTY = Set.of(
            StatementId.BATCH_OPEN_ORDER,
            StatementId.BATCH_UPDATE_STOCKS,
            StatementId.BATCH_PAY,
            StatementId.BATCH_PAY_CUSTOMER);

    /** Properties that say something to people, or where the next folder is. */
    private static final Set<String> FOR_READERS =
            Set.of("extends", "tried", "untried", "url.example", "driver.maven", "megabytesPerWarehouse");

    /**
     * How the database is reached.
     *
     * @param driver JDBC driver class, empty when no folder names one
     * @param driverMaven where Maven repositories have it, {@code group:artifact:version sha256, ...}; empty when unknown
     * @param urlRefused how URLs begin that the driver takes and that would spoil a run, as a pattern; a blank; the
     *     reason
     * @param connectionProperties handed to the driver unless the URL sets them; {@code jdbc:x:name} only for such URLs
     * @param runProperties likewise, only for a run's workers: how long they wait for the server
     * @param momentsAsText true where the driver cuts a timestamp to whole seconds; a text keeps its milliseconds
     * @param storage the dialect of the servers behind this one, empty where this one stores its rows itself
     * @param storageUrl the JDBC URL of one of them, with {@code {node}} for {@code host:port}
     */
    public record Access(
            String driver,
            String driverMaven,
            String urlExample,
            String urlRefused,
            Map<String, String> connectionProperties,
            Map<String, String> runProperties,
            boolean momentsAsText,
            String storage,
            String storageUrl) {
        /** Why such a URL would spoil a run, empty for one that would not. */
        public String refusal(String url) {
            String[] parts = urlRefused.split(" ", 2);
            return parts.length == 2 && Pattern.compile(parts[0]).matcher(url).lookingAt() ? parts[1] : "";
        }
    }

    /**
     * How its tables are made and filled; {@code statistics} names the script that renews the optimizer's.
     *
     * @param bulkInsert the words in place of INSERT in the loader's statements when {@code bulk} is DIRECT
     * @param loadIsResumable true when the rows of a unit and its entry in the load's journal are committed together
     * @param megabytesPerWarehouse about what a loaded warehouse takes on disk, indexes included
     */
    public record Building(
            BulkPath bulk,
            String bulkInsert,
            boolean loadIsResumable,
            boolean isPartitionable,
            String statistics,
            int megabytesPerWarehouse) {}

    /** What was run on a real server, with versions and dates, and what was not; never inherited from a parent. */
    public record Evidence(String tried, String untried) {}

    /** The dialect of these settings, from the folders of the working directory and the program. */
    public static Dialect of(ProgramContext program, ConnectionConfig connection) throws UsageException {
        return DialectFolders.of(program).load(connection.db(), connection.statementProfile());
    }

    /** The dialect of a build, with its tables laid out as the settings say. */
    public static Dialect of(ProgramContext program, BenchmarkConfig config) throws UsageException {
        return of(program, config, config.connection().statementProfile());
    }

    /** The same with another overlay of statements, empty for the default ones. */
    public static Dialect of(ProgramContext program, BenchmarkConfig config, String profile) throws UsageException {
        return DialectFolders.of(program)
                .load(config.connection().db(), profile)
                .laidOut(config.schema());
    }

    /** The word after {@code db=}. */
    public String name() {
        return chain.get(0);
    }

    public NamedStatement statement(StatementId id) {
        return statements.get(id);
    }

    /** Makes sure that the folders hold the statements of a form; the message names {@code setting}, which asked for it. */
    public void requireForm(StatementForm form, String setting) throws UsageException {
        for (StatementId id : StatementId.values()) {
            if (id.form() == form
                    && !PLAIN_WHERE_EMPTY.contains(id)
                    && statements.get(id).isEmpty()) {
                throw new UsageException(setting + ": db=" + name() + " has no such form, " + id.sqlName()
                        + " is empty in " + statements.get(id).place() + "; leave " + setting + " out");
            }
        }
    }

    /** A script by its name without {@code .sql}, or by the path of an existing {@code .sql} file. */
    public Optional<SqlFile> script(String script) throws UsageException {
        return folders.script(chain, script, layout);
    }

    /**
     * What decides what a run sends to the server and makes of its answers, by file and name, wherever the files lie:
     * statements, properties, and the queries for the server's figures.
     */
    public SortedMap<String, String> textsOfRun() throws UsageException {
        SortedMap<String, String> texts = new TreeMap<>();
        for (StatementId id : StatementId.values()) {
            texts.put("statements.sql: " + id.sqlName(), statements.get(id).sql());
        }
        folders.properties(chain).values().forEach((key, value) -> {
            if (!FOR_READERS.contains(key)) {
                texts.put("dialect.properties: " + key, value);
            }
        });
        script("metrics.sql").ifPresent(metrics -> texts.put("metrics.sql", metrics.text()));
        return texts;
    }

    /**
     * The same laid out in this way; the folder decides on 0 partitions and unnamed options, and refuses unknown ones.
     */
    public Dialect laidOut(Layout wanted) throws UsageException {
        if (wanted.partitions() > 0 && !building.isPartitionable()) {
            throw unknown(Layout.PARTITIONS, "a number");
        }
        int partitions = wanted.partitions() > 0 ? wanted.partitions() : layout.partitions();
        Map<SchemaOption, Boolean> options = new EnumMap<>(SchemaOption.class);
        options.putAll(layout.options());
        for (SchemaOption option : wanted.options().keySet()) {
            if (wanted.isOn(option) && !options.containsKey(option)) {
                throw unknown(option.word(), "true");
            }
            options.put(option, wanted.isOn(option));
        }
        Layout merged = new Layout(partitions, wanted.shards(), options);
        return new Dialect(folders, chain, merged, access, building, evidence, statements, errors);
    }

    private UsageException unknown(String word, String value) {
        return new UsageException("`" + word + "` is set, but db=" + name()
                + " has nothing of the kind; leave it out, or write " + word + " = " + value + " into sql." + name()
                + "/dialect.properties and \"-- when " + word + "\" into its scripts");
    }

    /** Makes sure that the script that creates the tables does what the layout asks for. */
    public void requireLayout() throws UsageException {
        Optional<SqlFile> creates = script("tableCreates");
        Optional<String> unused = creates.flatMap(SqlFile::unusedLayout);
        if (unused.isPresent()) {
            throw new UsageException("`" + unused.get() + "` is set, but "
                    + creates.get().path() + " is no template for it; leave it out, or write a sql." + name()
                    + "/tableCreates.sql that is");
        }
    }
}
