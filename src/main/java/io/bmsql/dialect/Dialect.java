package io.bmsql.dialect;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.Layout;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.StatementForm;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is special about one database, resolved through its chain of folders, the nearest first and without {@code
 * sql.}: {@code [newdb, postgres, common]}. Threads: immutable.
 */
public record Dialect(
        DialectFolders folders,
        List<String> chain,
        Layout layout,
        DialectProperties properties,
        Map<StatementId, NamedStatement> statements,
        List<NamedSql> conditions,
        List<NamedSql> population) {
    /** Belong to the batched form: where they are empty, plain statements do their part. */
    private static final Set<StatementId> PLAIN_WHERE_EMPTY = Set.of(
            StatementId.BATCH_OPEN_ORDER,
            StatementId.BATCH_UPDATE_STOCKS,
            StatementId.BATCH_CLOSE_ORDER,
            StatementId.BATCH_PAY,
            StatementId.BATCH_PAY_CUSTOMER,
            StatementId.BATCH_CHARGE,
            StatementId.COMMIT_OF_BATCH);

    /** Properties that say something to people, or where the next folder is. */
    private static final Set<String> FOR_READERS = Set.of(
            "extends",
            "tried",
            "untried",
            "url.example",
            "driver.maven",
            "megabytesPerWarehouse",
            "processes",
            "urls",
            "server",
            "server.name");

    private static final Pattern WORK = Pattern.compile("(NewOrder|Payment|OrderStatus|StockLevel|Delivery)\\.");

    /** The dialect of these settings, from the folders of the working directory and the program. */
    public static Dialect of(ProgramContext program, ConnectionConfig connection) throws UsageException {
        return DialectFolders.of(program).load(connection.db(), connection.statementProfile());
    }

    /** The dialect of a build, with its tables laid out as the settings say. */
    public static Dialect of(ProgramContext program, BenchmarkConfig config) throws UsageException {
        return of(program, config.connection()).laidOut(config.schema());
    }

    /** The word after {@code db=}. */
    public String name() {
        return chain.get(0);
    }

    public SqlErrors errors() {
        return properties.errors();
    }

    public NamedStatement statement(StatementId id) {
        return Objects.requireNonNull(statements.get(id));
    }

    /** Makes sure that the folders hold the statements of a form; the message names {@code setting}, which asked for it. */
    public void requireForm(StatementForm form, String setting) throws UsageException {
        Optional<StatementId> missing = missing(form);
        if (missing.isPresent()) {
            throw new UsageException(setting + ": db=" + name() + " has no such form, "
                    + missing.get().sqlName() + " is empty in "
                    + statement(missing.get()).place() + "; leave " + setting + " out");
        }
    }

    /** False for a statement that this dialect or profile does not send. */
    public boolean has(StatementId id) {
        return !statement(id).isEmpty();
    }

    public boolean has(StatementForm form) {
        return missing(form).isEmpty();
    }

    /** True when the form was sent to a server of this very database. */
    public boolean isTried(StatementForm form) {
        return List.of(properties.text("tried.forms").split(" +", -1)).contains(form.word());
    }

    private Optional<StatementId> missing(StatementForm form) {
        return Stream.of(StatementId.values())
                .filter(id -> id.form() == form && !PLAIN_WHERE_EMPTY.contains(id) && !has(id))
                .findFirst();
    }

    /** The folder whose servers say this of themselves: this one where they may be its own, or no folder knows them. */
    public Dialect ofServer(String says) {
        return properties.text("server").isEmpty() || properties.serverName(says) != null
                ? this
                : nearest(other -> other.serverName(says) != null).orElse(this);
    }

    /** The folder for such a URL: this one where it fits, or no folder knows such URLs. */
    public Dialect ofUrl(String url) {
        return properties.text("urls").isEmpty() || properties.isMeantFor(url)
                ? this
                : nearest(other -> other.isMeantFor(url)).orElse(this);
    }

    /** Finds, of all folders of which this is true, the one that rests on the fewest others. */
    private Optional<Dialect> nearest(Predicate<DialectProperties> wanted) {
        return folders.dialects().stream()
                .filter(other -> wanted.test(other.properties))
                .min(Comparator.comparingInt(other -> other.chain.size()));
    }

    /** True when both go back to one folder, so that what is written for the one may work on the other. */
    public boolean isRelatedTo(Dialect other) {
        return chain.stream().anyMatch(name -> !name.equals(DialectFolders.COMMON) && other.chain.contains(name));
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
            texts.put("statements.sql: " + id.sqlName(), statement(id).sql());
        }
        properties.values().forEach((key, value) -> {
            if (!FOR_READERS.contains(key)) {
                texts.put("dialect.properties: " + key, value);
            }
        });
        script("metrics.sql").ifPresent(metrics -> texts.put("metrics.sql", metrics.text()));
        return texts;
    }

    /** What transactions do, by file and name: their statements in all forms, and the procedures. */
    public SortedMap<String, String> textsOfWork() throws UsageException {
        SortedMap<String, String> texts = new TreeMap<>();
        for (StatementId id : StatementId.values()) {
            if (WORK.matcher(id.sqlName()).lookingAt()) {
                texts.put(id.sqlName(), statement(id).sql());
            }
        }
        script("storedProcedureCreates").ifPresent(procedures -> texts.put("procedures", procedures.text()));
        return texts;
    }

    /** True when transactions send what those of the program's own folders send, whatever folders of the user are there too. */
    public boolean hasShippedWork(String profile) throws UsageException {
        DialectFolders own = new DialectFolders(DialectFolders.bundled("/dialects/sql.common/statements.sql").stream()
                .toList());
        List<String> known = own.available();
        Optional<String> nearest = chain.stream().filter(known::contains).findFirst();
        return nearest.isPresent()
                && own.load(nearest.get(), profile).textsOfWork().equals(textsOfWork());
    }

    /**
     * The same laid out in this way; the folder decides on 0 partitions and unnamed options, and refuses unknown ones.
     */
    public Dialect laidOut(Layout wanted) throws UsageException {
        if (wanted.partitions() > 0 && !properties.isPartitionable()) {
            throw unknown(Layout.PARTITIONS, "a number");
        }
        int partitions = wanted.partitions() > 0 ? wanted.partitions() : layout.partitions();
        Map<PropertyKey, Boolean> options = new EnumMap<>(PropertyKey.class);
        options.putAll(layout.options());
        for (PropertyKey option : wanted.options().keySet()) {
            if (wanted.isOn(option) && !options.containsKey(option)) {
                throw unknown(option.key(), "true");
            }
            options.put(option, wanted.isOn(option));
        }
        Layout merged = new Layout(partitions, wanted.shards(), options);
        return new Dialect(folders, chain, merged, properties, statements, conditions, population);
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
