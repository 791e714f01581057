package io.bmsql.run;

import io.bmsql.common.IoReason;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.ScriptsConfig;
import io.bmsql.config.ScriptsConfig.Entry;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.script.Script;
import io.bmsql.script.ScriptVariables;
import io.bmsql.workload.ScriptWorkload.Scripts;
import io.bmsql.workload.ScriptWorkload.Weighted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The script files of a run, compiled before anything is connected. */
final class ScriptFiles {
    private static final String SHIPPED = "/workloads/workload.pgbench/";
    private static final String SCALE = "scale";

    private final Map<Entry, String> texts = new LinkedHashMap<>();
    private final List<Weighted> scripts = new ArrayList<>();
    private final Map<String, String> given;
    private final ScriptVariables names;

    private ScriptFiles(ProgramContext program, ScriptsConfig config, long seed) throws UsageException {
        given = new LinkedHashMap<>(config.variables());
        given.putIfAbsent("default_seed", Long.toString(seed));
        names = new ScriptVariables(given.keySet());
        for (Entry entry : config.scripts()) {
            String text = text(program, entry.file());
            texts.put(entry, text);
            Script script = Script.parse(shown(entry.file()), text, names, config.allowsShell());
            scripts.add(new Weighted(script, entry.weight() == Entry.OF_THE_FILE ? script.weight() : entry.weight()));
        }
        if (scripts.stream().allMatch(script -> script.weight() == 0)) {
            throw new UsageException("no script has a weight above 0: write scripts=a.sql@3 b.sql");
        }
        for (String name : config.variables().keySet()) {
            if (!ScriptVariables.AUTOMATIC.contains(name)
                    && texts.values().stream().noneMatch(text -> text.contains(":" + name))) {
                throw new UsageException(
                        "-D " + name + ": no script uses it, and it is no setting" + PropertyKey.nearest(name));
            }
        }
    }

    /** Null for a run of TPC-C. */
    static @Nullable ScriptFiles read(ProgramContext program, ScriptsConfig config, long seed) throws UsageException {
        return config.isEmpty() ? null : new ScriptFiles(program, config, seed);
    }

    /** For messages and for the name of the type. */
    private static String shown(String file) {
        return file.startsWith(ScriptsConfig.BUILTIN) ? file.substring(ScriptsConfig.BUILTIN.length()) + ".sql" : file;
    }

    private static String text(ProgramContext program, String file) throws UsageException {
        try {
            if (!file.startsWith(ScriptsConfig.BUILTIN)) {
                return Files.readString(program.resolve(Path.of(file)));
            }
            String name = file.substring(ScriptsConfig.BUILTIN.length());
            return shipped(
                    "transactions/" + name + ".sql",
                    "there is no script " + name + ": write tpcb-like, simple-update or select-only");
        } catch (IOException e) {
            throw new UsageException(
                    "the script " + file + " cannot be read (" + IoReason.of(e) + "): give a file in UTF-8", e);
        }
    }

    private static String shipped(String file, String orElse) throws IOException, UsageException {
        try (InputStream text = ScriptFiles.class.getResourceAsStream(SHIPPED + file)) {
            if (text == null) {
                throw new UsageException(orElse);
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What is run; as pgbench does, a script that comes with it asks the tables for their scale when nobody says it. */
    Scripts workload(Database database) throws UsageException {
        if (!given.containsKey(SCALE)) {
            given.put(SCALE, isShipped() ? loadedScale(database) : "1");
        }
        return new Scripts(scripts, names, given);
    }

    private boolean isShipped() {
        return texts.keySet().stream().anyMatch(entry -> entry.file().startsWith(ScriptsConfig.BUILTIN));
    }

    private static String loadedScale(Database database) throws UsageException {
        try (Connection connection = database.connection()) {
            String query = shipped("scale.sql", "scale.sql is missing");
            return PlainSql.query(connection, query, row -> row.getString(1)).get(0);
        } catch (SQLException e) {
            throw new UsageException(
                    "the tables of pgbench cannot be read (" + SqlErrors.line(e)
                            + "): make them with pgbench -i, or from workload.pgbench/tables.sql",
                    e);
        } catch (IOException e) {
            throw new UsageException("the scale cannot be asked for (" + IoReason.of(e) + "): give -D scale=1", e);
        }
    }

    /** The names of those whose pipelines are sent statement by statement. */
    List<String> pipelines() {
        return scripts.stream()
                .map(Weighted::script)
                .filter(Script::hasPipeline)
                .map(Script::name)
                .toList();
    }

    /** Keeps the scripts beside the results: a repeat needs them as they were. */
    void keep(ResultDirectory directory) {
        Path folder = directory.root().resolve(ScriptsConfig.FOLDER);
        try {
            Files.createDirectory(folder);
            for (Map.Entry<Entry, String> text : texts.entrySet()) {
                Files.writeString(folder.resolve(text.getKey().name() + ".sql"), text.getValue());
            }
        } catch (IOException e) {
            throw new ResultWriteException("Cannot write " + folder + " (" + IoReason.of(e) + ")", e);
        }
    }
}
