package io.bmsql.cli;

import io.bmsql.collector.database.DatabaseCollector;
import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Differences;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.AgentsConfig;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.Database;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Setting;
import io.bmsql.result.RunReader;
import io.bmsql.run.RunSession;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import java.io.Console;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bmsql rerun}: a run once more, from what its result directory records. */
@Command(
        name = "rerun",
        description = {
            "Repeats a run from its result directory: the same settings, seed and form of transactions. Says before the first"
                    + " transaction what is not as it was, and compares both runs at the end.",
            "A directory holds no passwords: set " + RerunCommand.PASSWORD_VARIABLE
                    + ", give -D passwordFile=FILE, or type it when asked."
        },
        footer = {
            "  bmsql rerun my_result_2026-11-20_101500",
            "  bmsql rerun my_result_2026-11-20_101500 -D passwordFile=secret.txt",
            "  bmsql rerun my_result_2026-11-20_101500 -D conn=jdbc:postgresql://otherhost/tpcc"
        })
final class RerunCommand extends CommandTree.Base {
    static final String PASSWORD_VARIABLE = "BMSQL_PASSWORD";

    /** Of settings that the props file does not hold, but that shaped the run. */
    private static final Set<String> NOT_OF_THE_FILE = Set.of("-D", "drawn");

    private static final String DEFAULT = "default";

    @Parameters(index = "0", paramLabel = "DIR", description = "The result directory of the run to repeat.")
    private Path directory = Path.of("");

    @Mixin
    private final PropsCommand.Overrides overrides = new PropsCommand.Overrides();

    @Mixin
    private final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    @Override
    public Integer call() throws Exception {
        ComparedRun before = read();
        Path props = before.directory().runProperties();
        LoadedConfig loaded = settings(before, props);
        loaded.warnings().forEach(warning -> context.complain("Warning: " + warning));
        AgentsConfig drivers = loaded.config().agents();
        if (drivers.count() > 0) {
            context.printf(
                    "It asks for %d drivers again. Differences are shown at the end, when their hosts are known.",
                    drivers.count());
        }
        context.printf(
                "Repeats %s, seed %s: %s",
                directory,
                loaded.text(PropertyKey.SEED),
                RunReader.wrote(before.directory())
                        ? "tpmC was "
                                + Math.round(before.data().summary().figures().tpmC())
                        : "BenchmarkSQL recorded neither its seed nor its server and machine");
        RunSession.Request request =
                new RunSession.Request(loaded, props, RunCommand.nextNumber(context), commandLine());
        RunConsole.Finished finished = new RunConsole(context, request, progress.mode, () -> {}) {
            @Override
            public void facts(RunFacts facts, Database database) {
                showDifferences(before, facts, database);
            }
        }.runNumbered();
        ExitCode compared = compare(before, finished.run().directory());
        return (finished.code() == ExitCode.OK ? compared : finished.code()).status();
    }

    private ComparedRun read() throws UsageException {
        Path place = context.program().resolve(directory);
        if (Files.exists(place.resolve("study.json")) || Files.isDirectory(place.resolve("runs"))) {
            throw new UsageException(directory + " is a study of several runs: give one of the directories in "
                    + directory.resolve("runs"));
        }
        ComparedRun run = CompareCommand.read(context.results(directory));
        AgentFacts group = run.data().summary().run().size().drivers();
        if (group != null && group.number() != AgentFacts.ALL) {
            throw new UsageException(directory + " is the share of driver " + group.number() + " of "
                    + group.planned() + ": give the directory with the answer of all, as 'bmsql merge' makes it");
        }
        if (!Files.isRegularFile(run.directory().runProperties())) {
            throw new UsageException(
                    directory + " holds no run.properties, so the run's settings are not known: start it"
                            + " with 'bmsql run PROPS'");
        }
        return run;
    }

    /** The settings of the run; defaults that have changed since are set as they were. */
    private LoadedConfig settings(ComparedRun before, Path props) throws Exception {
        Map<String, String> all = new LinkedHashMap<>();
        List<Setting> recorded = before.data().summary().run().settings();
        for (Setting setting : recorded) {
            if (NOT_OF_THE_FILE.contains(setting.origin())) {
                all.put(setting.key(), setting.value());
            }
        }
        all.putAll(overrides.settings);
        if (!overrides.settings.containsKey(PropertyKey.RESULT_DIRECTORY.key())) {
            all.put(
                    PropertyKey.RESULT_DIRECTORY.key(),
                    beside(before.directory().root()));
        }
        addSecrets(all, props);
        LoadedConfig loaded = read(props, all, ConfigPurpose.RUN);
        Map<String, String> now = new LinkedHashMap<>();
        for (EffectiveSetting setting : loaded.settings()) {
            now.put(setting.key(), setting.value());
        }
        boolean isSame = true;
        for (Setting setting : recorded) {
            String value = now.get(setting.key());
            if (setting.origin().equals(DEFAULT)
                    && value != null
                    && !value.equals(setting.value())
                    && all.putIfAbsent(setting.key(), setting.value()) == null) {
                isSame = false;
            }
        }
        return isSame ? loaded : read(props, all, ConfigPurpose.RUN);
    }

    private static String beside(Path root) {
        return root.toString().replaceFirst("_rerun_[-_0-9]+$", "") + "_rerun_%tY-%tm-%td_%tH%tM%tS";
    }

    /** What the copy of the props file shows as stars must come from somewhere else. */
    private void addSecrets(Map<String, String> all, Path props) throws IOException, UsageException {
        Properties recorded = new Properties();
        try (Reader reader = Files.newBufferedReader(props, StandardCharsets.ISO_8859_1)) {
            recorded.load(reader);
        } catch (IllegalArgumentException e) {
            throw new UsageException(props + " is damaged (" + e.getMessage() + ")", e);
        }
        Map<String, String> values = new LinkedHashMap<>();
        recorded.stringPropertyNames().forEach(key -> values.put(key, recorded.getProperty(key)));
        values.putAll(all);
        boolean hasFile =
                !values.getOrDefault(PropertyKey.PASSWORD_FILE.key(), "").isBlank();
        for (Map.Entry<String, String> value : values.entrySet()) {
            String key = value.getKey();
            boolean isHidden = value.getValue().contains(SecretText.STARS)
                    && !overrides.settings.containsKey(key)
                    && PropertyKey.find(key).isPresent();
            if (isHidden && !key.equals(PropertyKey.PASSWORD.key())) {
                throw new UsageException(directory + " holds " + key
                        + " without its secret: set a variable and give -D '" + key + "=...${VARIABLE}...'");
            }
            if (isHidden) {
                all.put(key, hasFile ? "" : password());
            }
        }
    }

    /** Taken as it is by the settings, which put the variable's value in. */
    private String password() throws UsageException {
        if (context.program().environment().containsKey(PASSWORD_VARIABLE)) {
            return "${" + PASSWORD_VARIABLE + "}";
        }
        Console terminal = System.console();
        char @Nullable [] typed = terminal == null ? null : terminal.readPassword("Password of the database's user: ");
        if (typed == null) {
            throw new UsageException(directory + " holds no password: set the variable " + PASSWORD_VARIABLE
                    + " or give -D passwordFile=FILE");
        }
        return new String(typed);
    }

    private void showDifferences(ComparedRun before, RunFacts facts, Database database) {
        List<Difference> differences = Differences.since(before, facts, DatabaseCollector.settings(database));
        context.print(differences.isEmpty() ? "All that was recorded is as it was." : "Not as it was:");
        for (Difference one : differences) {
            context.printf("  %-12s %-32s %s -> %s", one.part(), one.name(), shown(one.base()), shown(one.fresh()));
        }
    }

    private static String shown(String value) {
        return value.isEmpty() ? "(none)" : value;
    }

    private ExitCode compare(ComparedRun before, @Nullable ResultDirectory results) {
        if (results == null) {
            return ExitCode.OK;
        }
        try {
            ComparedRun after = CompareCommand.read(results);
            return output.show(context, List.of(before), List.of(after), Method.REPEATS, results.root(), false);
        } catch (ResultReadException e) {
            context.complain("The two runs are not compared: " + e.getMessage());
            return ExitCode.OK;
        }
    }
}
