package io.bmsql.benchmark;

import static io.bmsql.config.ScriptsConfig.BUILTIN;

import io.bmsql.common.IoReason;
import io.bmsql.common.NearestWord;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.StatementTimes;
import io.bmsql.common.Texts;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.ScriptsConfig.Entry;
import io.bmsql.config.Threshold;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedSql;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.load.WorkloadBuild;
import io.bmsql.measure.Participant;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.TableContents;
import io.bmsql.script.Place;
import io.bmsql.script.Script;
import io.bmsql.script.ScriptClient;
import io.bmsql.script.ScriptStatements;
import io.bmsql.script.ScriptStatements.Tried;
import io.bmsql.script.ScriptVariables;
import io.bmsql.script.TableStatement;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.workload.ScriptWorkload;
import io.bmsql.workload.ScriptWorkload.Scripts;
import io.bmsql.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Scripts, of a workload folder or alone, compiled before anything is connected. The coordinator of agents sends them what it read. */
final class ScriptBenchmark implements Benchmark {
    /** The folder whose scripts can be run as {@link ScriptsConfig#BUILTIN}. */
    private static final String PGBENCH = "pgbench";

    /** The files of a folder beside its transactions. */
    private static final List<String> FILES = List.of("tables.sql", "indexes.sql", "drop.sql", "checks.sql");

    private static final String PIPELINES =
            "are one transaction; in a row the same INSERT, UPDATE or DELETE is sent as one batch, all else one by one";

    /** The share of the rows of a table that runs may have added or taken away. */
    private static final double CHANGED_ROWS = 0.1;

    private final ProgramContext program;
    private final BenchmarkConfig whole;
    private final Dialect dialect;
    private final ScriptsConfig config;
    /** For scripts alone it is one without settings, which holds the texts that were read. */
    private final WorkloadFolder folder;

    private final String workload;
    private final Optional<Place> loaded;
    private final List<Script> scripts = new ArrayList<>();
    private final Map<String, String> given;
    private final ScriptVariables names;
    private List<Threshold> bounds = List.of();
    private final long seed;

    /** Reads the folder alone; {@link #compiled} reads the scripts. */
    ScriptBenchmark(ProgramContext program, BenchmarkConfig whole, Dialect dialect, Map<String, String> sent)
            throws UsageException {
        this.program = program;
        this.whole = whole;
        this.dialect = dialect;
        config = whole.scripts();
        seed = whole.load().seed();
        workload = config.isFolder() ? config.workload() : "scripts";
        boolean isBuiltin =
                config.scripts().stream().anyMatch(entry -> entry.file().startsWith(BUILTIN));
        folder = config.isFolder() || isBuiltin
                ? WorkloadFolder.open(
                        program, config.directory(), config.isFolder() ? workload : PGBENCH, dialect.chain(), sent)
                : new WorkloadFolder(workload, List.of(), List.of(), new Properties(), new LinkedHashMap<>(sent));
        loaded = folder.file("loaded.sql");
        given = new LinkedHashMap<>(config.isFolder() ? folder.values(config.variables()) : config.variables());
        given.putIfAbsent("default_seed", Long.toString(whole.run().inputs().seed()));
        names = new ScriptVariables(given.keySet());
    }

    @Override
    public ScriptBenchmark compiled() throws UsageException {
        List<Entry> mix = folder.mix(config.scripts());
        for (Entry entry : mix) {
            Place source = source(entry.file());
            Script script = Script.parse(source.file(), source.text(), names, config.allowsShell());
            String type = ScriptsConfig.names(mix).get(scripts.size());
            scripts.add(script.as(type, entry.weight() == Entry.OF_THE_FILE ? script.weight() : entry.weight()));
        }
        List<String> types = scripts.stream().map(Script::name).toList();
        List<Threshold> own = whole.run().thresholds();
        List<Threshold> kept = new ArrayList<>();
        for (Threshold bound : own.isEmpty() ? folder.limits() : own) {
            String type = bound.type() == null ? null : bound.type().name();
            // The folder's limits of transactions that this run leaves out are left out with them.
            if (type == null || types.contains(type)) {
                kept.add(bound);
            } else if (!own.isEmpty()
                    || folder.file("transactions/" + type + ".sql").isEmpty()) {
                throw new UsageException((own.isEmpty() ? "limits in workload.properties" : "thresholds") + ": `"
                        + bound.text() + "` names no transaction of this run, which are " + String.join(", ", types)
                        + NearestWord.question(type, types.stream()));
            }
        }
        bounds = List.copyOf(kept);
        for (String file : config.isFolder() ? FILES : List.<String>of()) {
            folder.statements(file, given, seed);
        }
        if (scripts.stream().allMatch(script -> script.weight() == 0)) {
            throw new UsageException("no script has a weight above 0: write scripts=a.sql@3 b.sql");
        }
        for (String name :
                config.isFolder() ? Set.<String>of() : config.variables().keySet()) {
            if (!ScriptVariables.AUTOMATIC.contains(name)
                    && scripts.stream().noneMatch(script -> script.text().contains(":" + name))) {
                throw new UsageException(
                        "-D " + name + ": no script uses it, and it is no setting" + PropertyKey.nearest(name));
            }
        }
        return this;
    }

    @Override
    public Optional<String> closing() {
        return config.isFolder() ? folder.closing() : Optional.empty();
    }

    @Override
    public boolean hasTables() {
        return config.isFolder();
    }

    @Override
    public Map<String, String> texts() {
        return Map.copyOf(folder.texts());
    }

    /** Gives the values of variables and the mix. */
    @Override
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("workload " + workload));
        given.forEach((name, value) -> lines.add("  :" + name + " = " + value));
        double all = scripts.stream().mapToInt(Script::weight).sum();
        for (Script each : scripts) {
            Script.Header says = each.header();
            lines.add(NumberText.format("  %5.1f%%  ", 100 * each.weight() / all)
                    + each.name()
                    + (says.isReadOnly() ? ", read-only" : "")
                    + (says.isRetried() ? "" : ", never retried")
                    + (says.keyingSeconds() > 0 ? ", keying " + NumberText.shortest(says.keyingSeconds()) + " s" : "")
                    + (says.thinkSeconds() > 0 ? ", think " + NumberText.shortest(says.thinkSeconds()) + " s" : ""));
        }
        return lines;
    }

    @Override
    public List<Threshold> bounds() {
        return bounds;
    }

    /** Takes the limits of the workload where the user set no thresholds. */
    @Override
    public LoadedConfig filledIn(LoadedConfig loaded) {
        String given = loaded.text(PropertyKey.THRESHOLDS);
        String text = bounds.stream().map(Threshold::text).collect(Collectors.joining(", "));
        return loaded.with(
                Map.of(PropertyKey.THRESHOLDS.key(), given.isBlank() ? text : given), "limits of workload." + workload);
    }

    /** Names the workload with the variables that count, for people. */
    private String description() {
        return folder.description() + ": " + variables();
    }

    private String variables() {
        return ScriptsConfig.setting(given.entrySet().stream()
                .filter(variable -> !variable.getKey().equals("default_seed"))
                .map(Object::toString));
    }

    /** Reads the conditions of the workload, with the sizes of the tables that are there. */
    @Override
    public List<NamedSql> conditions(Database database) throws UsageException {
        scripts(database);
        Place file = folder.required("checks.sql");
        List<NamedSql> checks = new ArrayList<>();
        for (TableStatement check : TableStatement.read(file, given, seed)) {
            checks.add(new NamedSql(
                    "Check." + (checks.size() + 1), check.title(), "", check.sql(), file.file(), List.of()));
        }
        UsageException.throwIf(
                checks.isEmpty(), file.file() + " has no check: write '-- check: title' before each query");
        return checks;
    }

    private Place source(String file) throws UsageException {
        if (config.isFolder() || file.startsWith(BUILTIN)) {
            return folder.transaction(file.replaceFirst("^" + BUILTIN, ""));
        }
        try {
            if (!folder.texts().containsKey(file)) {
                folder.texts().put(file, UserText.read(program.resolve(Path.of(file))));
            }
            return new Place(file, folder.texts().get(file), 0);
        } catch (IOException e) {
            throw new UsageException(
                    "the script " + file + " cannot be read (" + IoReason.of(e, file) + "): give a file in UTF-8", e);
        }
    }

    /** What is run. What the tables hold decides about the variables that loaded.sql asks for, as pgbench does with the scale. */
    private Scripts scripts(Database database) throws UsageException {
        if (!folder.places().isEmpty()) {
            WorkloadBuild.requireWhole(database, folder.name());
        }
        if (loaded.isPresent()) {
            String sql = loaded.get().text().replaceAll("(?m)--.*|;\\s*\\z", "");
            List<Map<String, String>> rows = loaded(database, TableStatement.withValues(sql, given));
            if (sql.contains(" as ") && rows.isEmpty()) {
                throw new UsageException("the tables of workload=" + folder.name()
                        + " are empty or have other sizes: give the -D of their build, or build them anew");
            }
            for (Map<String, String> row : rows) {
                for (String name : row.keySet()) {
                    String asked = config.variables().getOrDefault(name, row.get(name));
                    if (!asked.equals(row.get(name))) {
                        throw new UsageException(name + "=" + asked + " is set, but the tables hold " + row.get(name)
                                + ": leave it out, or build them anew");
                    }
                }
                given.putAll(row);
            }
        }
        given.putIfAbsent("scale", "1");
        return new Scripts(workload, scripts, names, given);
    }

    private List<Map<String, String>> loaded(Database database, String sql) throws UsageException {
        try (Connection connection = database.connection()) {
            List<Map<String, String>> rows = PlainSql.query(connection, sql, PlainSql::byName);
            // MySQL counts with decimals: 1.0000 is the 1 of the others.
            rows.forEach(row -> row.replaceAll((name, value) -> value.replaceFirst("^(-?\\d+)[.]0+$", "$1")));
            return rows;
        } catch (SQLException e) {
            throw new UsageException(
                    "the tables of the workload cannot be read (" + SqlErrors.line(e)
                            + "): make them with 'bmsql build PROPS -D workload=" + folder.name() + "'",
                    e);
        }
    }

    /** What transactions do, by their names: the copies that {@link #keep} makes. */
    private SortedMap<String, String> textsOfWork() {
        SortedMap<String, String> texts = new TreeMap<>();
        scripts.forEach(script -> texts.put(script.name() + ".sql", script.text()));
        return texts;
    }

    /** Keeps the scripts beside the results: a repeat needs them as they were. */
    private void keep(ResultDirectory directory) {
        Path copies = directory.root().resolve(ScriptsConfig.FOLDER);
        try {
            Files.createDirectory(copies);
            for (Map.Entry<String, String> text : textsOfWork().entrySet()) {
                Files.writeString(copies.resolve(text.getKey()), text.getValue());
            }
        } catch (IOException e) {
            throw new ResultWriteException("Cannot write " + copies + " (" + IoReason.of(e, copies) + ")", e);
        }
    }

    @Override
    public List<String> statements() throws UsageException {
        List<String> lines = new ArrayList<>();
        Map<String, String> values = folder.values(config.variables());
        for (String file : List.of("tables.sql", "indexes.sql")) {
            for (TableStatement each : folder.statements(file, values, seed)) {
                lines.add((each.rows() == 0 ? "" : "-- " + NumberText.counted(each.rows(), "row") + "\n") + each.sql()
                        + ";\n");
            }
        }
        return lines;
    }

    private WorkloadBuild tables(Database database, BuildListener listener) throws UsageException {
        return WorkloadBuild.of(program, database, whole, listener::problem);
    }

    @Override
    public void build(Database database, BuildListener listener)
            throws UsageException, SQLException, InterruptedException {
        long start = program.clock().nanoTime();
        WorkloadBuild build = tables(database, listener);
        Runnable shown = listener.working(whole, "build", build::share);
        long rows;
        try {
            rows = build.build(whole.load().loadWorkers());
        } finally {
            shown.run();
        }
        for (TableStatement table : build.tables()) {
            if (!table.table().isEmpty() && !table.isDrop()) {
                listener.done("build.table", NumberText.format("%-30s", table.table()), NumberText.count(table.rows()));
            }
        }
        listener.done(
                "build.workload",
                workload,
                NumberText.count(rows),
                NumberText.decimal(program.clock().secondsSince(start), 1));
    }

    @Override
    public void destroy(Database database, BuildListener listener) throws UsageException, SQLException {
        WorkloadBuild build = tables(database, listener);
        boolean isThere = false;
        for (TableStatement table : build.tables()) {
            isThere |= !table.isDrop()
                    && !table.table().isEmpty()
                    && TableContents.of(database, table.table()) != TableContents.MISSING;
        }
        if (!isThere) {
            listener.note("build.none");
        }
        build.destroy();
    }

    /** Looks for the tables of a folder, with about as many rows as its build makes: transactions may add and take away some. */
    @Override
    public Finding fitness(Database database) throws UsageException {
        Texts texts = program.texts(whole.result().lang());
        if (!config.isFolder()) {
            return Finding.unknown("data", texts.text("doctor.data.scripts"), "");
        }
        List<TableStatement> tables = tables(database, new BuildListener() {}).tables();
        long all = 0;
        try (Connection connection = database.connection()) {
            String count = database.dialect().statement(StatementId.COUNT_TABLE).sql();
            for (TableStatement table : tables) {
                long rows = table.rows() == 0
                        ? 0
                        : PlainSql.query(connection, count.replace("{table}", table.table()), row -> row.getLong(1))
                                .get(0);
                if (Math.abs(rows - table.rows()) > table.rows() * CHANGED_ROWS) {
                    return Finding.problem(
                            "data",
                            texts.text(
                                    "doctor.data.size",
                                    table.table(),
                                    NumberText.count(rows),
                                    NumberText.count(table.rows())),
                            texts.text("doctor.data.size.do"));
                }
                all += rows;
            }
        } catch (SQLException e) {
            return Finding.warning("data", texts.text("doctor.data.unread", SqlErrors.line(e)), "bmsql build");
        }
        return Finding.ok(
                "data",
                texts.text(
                        "doctor.data.tables",
                        workload,
                        texts.counted("doctor.count.tables", tables.size(), tables.size()),
                        texts.counted("doctor.count.rows", all, NumberText.count(all))));
    }

    @Override
    public List<Tried> trial(Database database) throws UsageException, SQLException, InterruptedException {
        Scripts wanted = scripts(database);
        List<Tried> all = new ArrayList<>();
        try (Connection connection = database.connection()) {
            PlainSql.waitBriefly(connection, database.dialect());
            try (ScriptStatements statements =
                    new ScriptStatements(connection, wanted.names(), program.clock(), new StatementTimes.Timer())) {
                long randomSeed = whole.run().inputs().seed();
                for (Script script : wanted.scripts()) {
                    if (connection.isClosed()) {
                        all.add(Tried.leftOut(script.name()));
                        continue;
                    }
                    all.addAll(
                            statements.trial(script, new ScriptClient(wanted.names(), randomSeed, 0, wanted.given())));
                }
            }
        }
        return all;
    }

    @Override
    public Opened open(Database database, RunPlan plan) throws UsageException {
        long randomSeed = plan.whole().inputs().seed();
        Workload runs = new ScriptWorkload(scripts(database), randomSeed, program.clock(), dialect.errors());
        return new Opened() {
            @Override
            public Workload workload() {
                return runs;
            }

            /** With the values of all variables, those that nobody set and those of the tables too: runs with the same values are of one kind. */
            @Override
            public LoadedConfig filledIn(LoadedConfig known) {
                return known.with(Map.of(PropertyKey.SCRIPT_VARIABLES.key(), variables()), "workload." + workload);
            }

            @Override
            public void describe(Map<String, String> environment) {
                environment.put(RunFacts.TEXTS, Checksums.ofTexts(textsOfWork()));
                plan.info().accept("Workload: " + description());
                environment.put("workload", program.secrets().hide(description()));
                List<String> pipelines = scripts.stream()
                        .filter(Script::hasPipeline)
                        .map(Script::name)
                        .toList();
                if (!pipelines.isEmpty()) {
                    plan.warn()
                            .accept("JDBC has no pipeline: those of " + String.join(", ", pipelines) + ' ' + PIPELINES);
                    environment.put("pipelines", PIPELINES);
                }
            }

            @Override
            public Participant leave(@Nullable ResultDirectory directory, RunConfig.Inputs inputs) {
                if (directory != null) {
                    keep(directory);
                }
                return () -> {};
            }
        };
    }
}
