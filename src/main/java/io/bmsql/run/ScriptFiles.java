package io.bmsql.run;

import static io.bmsql.config.ScriptsConfig.BUILTIN;

import io.bmsql.common.IoReason;
import io.bmsql.common.NearestWord;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.common.UserText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.ScriptsConfig.Entry;
import io.bmsql.config.Threshold;
import io.bmsql.data.WorkloadBuild;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.NamedSql;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.script.Script;
import io.bmsql.script.ScriptVariables;
import io.bmsql.script.WorkloadFolder;
import io.bmsql.script.WorkloadFolder.Source;
import io.bmsql.script.WorkloadTable;
import io.bmsql.workload.ScriptWorkload.Scripts;
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

/** The script files of a run, compiled before anything is connected. The coordinator of agents sends them what it read. */
public final class ScriptFiles {
    /** The folder whose scripts can be run as {@link ScriptsConfig#BUILTIN}. */
    private static final String PGBENCH = "pgbench";

    /** The files of a folder beside its transactions. */
    private static final List<String> FILES = List.of("tables.sql", "indexes.sql", "drop.sql", "checks.sql");

    private final ScriptsConfig config;
    /** For scripts alone it is one without settings, which holds the texts that were read. */
    private final WorkloadFolder folder;

    private final String workload;
    private final Optional<Source> loaded;
    private final List<Script> scripts = new ArrayList<>();
    private final Map<String, String> given;
    private final ScriptVariables names;
    private final List<Threshold> bounds;
    private final long seed;

    private ScriptFiles(ProgramContext program, BenchmarkConfig whole, Dialect dialect, Map<String, String> sent)
            throws UsageException {
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
        List<Entry> mix = folder.mix(config.scripts());
        for (Entry entry : mix) {
            Source source = source(program, entry.file());
            Script script = Script.parse(source.file(), source.text(), names, config.allowsShell());
            String type = ScriptsConfig.names(mix).get(scripts.size());
            scripts.add(script.as(type, entry.weight() == Entry.OF_THE_FILE ? script.weight() : entry.weight()));
        }
        bounds = whole.run().thresholds().isEmpty()
                ? folder.limits()
                : whole.run().thresholds();
        List<String> types = scripts.stream().map(Script::name).toList();
        for (Threshold bound : bounds) {
            if (bound.type() != null && !types.contains(bound.type().name())) {
                throw new UsageException(
                        "thresholds: `" + bound.text() + "` names no transaction of this run, which are "
                                + String.join(", ", types)
                                + NearestWord.question(bound.type().name(), types.stream()));
            }
        }
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
    }

    /**
     * Null for a run of TPC-C.
     *
     * @param sent the texts that a coordinator read; else none
     */
    public static @Nullable ScriptFiles read(
            ProgramContext program, BenchmarkConfig config, Dialect dialect, Map<String, String> sent)
            throws UsageException {
        return config.scripts().isTpcc() ? null : new ScriptFiles(program, config, dialect, sent);
    }

    /** Gives all files that a run needs, by their names. */
    public Map<String, String> texts() {
        return Map.copyOf(folder.texts());
    }

    /** What would be run, for people: the values of variables and the mix. */
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

    /** The user's thresholds, else the limits of the workload. */
    public List<Threshold> bounds() {
        return bounds;
    }

    /** The settings with the limits of the workload where the user set no thresholds. */
    public LoadedConfig limited(LoadedConfig loaded) {
        String given = loaded.text(PropertyKey.THRESHOLDS);
        String text = bounds.stream().map(Threshold::text).collect(Collectors.joining(", "));
        return loaded.with(
                Map.of(PropertyKey.THRESHOLDS.key(), given.isBlank() ? text : given), "limits of workload." + workload);
    }

    /** The workload with the variables that count, for people. */
    String description() {
        return folder.description() + ": " + variables();
    }

    private String variables() {
        return ScriptsConfig.setting(given.entrySet().stream()
                .filter(variable -> !variable.getKey().equals("default_seed"))
                .map(Object::toString));
    }

    /** With the values of all variables, those that nobody set and those of the tables too: runs with the same values are of one kind. */
    LoadedConfig filledIn(LoadedConfig settings) {
        return settings.with(Map.of(PropertyKey.SCRIPT_VARIABLES.key(), variables()), "workload." + workload);
    }

    /** The conditions of the workload, with the sizes of the tables that are there. */
    List<NamedSql> checks(Database database) throws UsageException {
        workload(database);
        Source file = folder.required("checks.sql");
        List<NamedSql> checks = new ArrayList<>();
        for (WorkloadTable check : WorkloadTable.read(file, given, seed)) {
            checks.add(new NamedSql(
                    "Check." + (checks.size() + 1), check.title(), "", check.sql(), file.file(), List.of()));
        }
        UsageException.throwIf(
                checks.isEmpty(), file.file() + " has no check: write '-- check: title' before each query");
        return checks;
    }

    private Source source(ProgramContext program, String file) throws UsageException {
        if (config.isFolder() || file.startsWith(BUILTIN)) {
            return folder.transaction(file.replaceFirst("^" + BUILTIN, ""));
        }
        try {
            if (!folder.texts().containsKey(file)) {
                folder.texts().put(file, UserText.read(program.resolve(Path.of(file))));
            }
            return new Source(file, folder.texts().get(file));
        } catch (IOException e) {
            throw new UsageException(
                    "the script " + file + " cannot be read (" + IoReason.of(e) + "): give a file in UTF-8", e);
        }
    }

    /** What is run. What the tables hold decides about the variables that loaded.sql asks for, as pgbench does with the scale. */
    Scripts workload(Database database) throws UsageException {
        if (!folder.places().isEmpty()) {
            WorkloadBuild.requireWhole(database, folder.name());
        }
        if (loaded.isPresent()) {
            String sql = loaded.get().text().replaceAll("(?m)--.*|;\\s*\\z", "");
            List<Map<String, String>> rows = loaded(database, WorkloadTable.withValues(sql, given));
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

    /** The names of those whose pipelines are sent statement by statement. */
    List<String> pipelines() {
        return scripts.stream().filter(Script::hasPipeline).map(Script::name).toList();
    }

    /** What transactions do, by their names: the copies that {@link #keep} makes. */
    SortedMap<String, String> textsOfWork() {
        SortedMap<String, String> texts = new TreeMap<>();
        scripts.forEach(script -> texts.put(script.name() + ".sql", script.text()));
        return texts;
    }

    /** Keeps the scripts beside the results: a repeat needs them as they were. */
    void keep(ResultDirectory directory) {
        Path copies = directory.root().resolve(ScriptsConfig.FOLDER);
        try {
            Files.createDirectory(copies);
            for (Map.Entry<String, String> text : textsOfWork().entrySet()) {
                Files.writeString(copies.resolve(text.getKey()), text.getValue());
            }
        } catch (IOException e) {
            throw new ResultWriteException("Cannot write " + copies + " (" + IoReason.of(e) + ")", e);
        }
    }
}
