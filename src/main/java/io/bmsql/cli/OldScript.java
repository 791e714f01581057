package io.bmsql.cli;

import io.bmsql.common.UsageException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.PropertyKey;
import java.io.FileNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** BenchmarkSQL's scripts: their argument rules (benchmarksql-formats.md, Scripts), translated into the words of today's commands. */
enum OldScript {
    RUN_DATABASE_BUILD("build", "runDatabaseBuild.sh", "PROPS [OPT VAL [...]]", 1, Integer.MAX_VALUE),
    RUN_DATABASE_DESTROY("destroy", "runDatabaseDestroy.sh", "PROPS", 1, 1),
    RUN_SQL("sql", "runSQL.sh", "PROPS SQL_FILE", 2, 2),
    RUN_LOADER("load", "runLoader.sh", "PROPS [OPT VAL [...]]", 1, Integer.MAX_VALUE),
    RUN_BENCHMARK("run", "runBenchmark.sh", "PROPS", 1, 1),
    GENERATE_GRAPHS(
            "report",
            "generateGraphs.sh",
            "RESULT_DIR [RESULT_DIR ...] | RESULT_DIR SKIP_MINUTES",
            1,
            Integer.MAX_VALUE),
    GENERATE_REPORT("report", "generateReport.sh", "RESULT_DIR [SKIP_MINUTES]", 1, 2);

    /** The names that BenchmarkSQL's loader takes from its command line, plus our seed. */
    private static final List<PropertyKey> LOADER_KEYS = List.of(
            PropertyKey.DRIVER,
            PropertyKey.CONN,
            PropertyKey.USER,
            PropertyKey.PASSWORD,
            PropertyKey.WAREHOUSES,
            PropertyKey.LOAD_WORKERS,
            PropertyKey.FILE_LOCATION,
            PropertyKey.CSV_NULL_VALUE,
            PropertyKey.SEED);

    private final String command;
    private final String fileName;
    private final String synopsis;
    private final int minArguments;
    private final int maxArguments;

    OldScript(String command, String fileName, String synopsis, int minArguments, int maxArguments) {
        this.command = command;
        this.fileName = fileName;
        this.synopsis = synopsis;
        this.minArguments = minArguments;
        this.maxArguments = maxArguments;
    }

    /**
     * The words of a command for a script's.
     *
     * @throws UsageException for a wrong number of words, status 2
     * @throws FileNotFoundException without the props file, status 1
     */
    static List<String> translate(List<String> words, CommandContext context)
            throws UsageException, FileNotFoundException {
        OldScript script = Stream.of(values())
                .filter(each -> words.indexOf(each.fileName) == 0)
                .findFirst()
                .orElseThrow(() -> new UsageException("--as needs the name of one of the scripts in run/"));
        List<String> arguments = words.subList(1, words.size());
        UsageException.throwIf(
                arguments.size() < script.minArguments || arguments.size() > script.maxArguments,
                "usage: " + script.fileName + " " + script.synopsis);
        if (script.synopsis.startsWith("PROPS")
                && !Files.isRegularFile(context.program().resolve(Path.of(arguments.get(0))))) {
            throw new FileNotFoundException("ERROR: the properties file " + arguments.get(0) + " does not exist");
        }
        List<String> command = new ArrayList<>(List.of(script.command, arguments.get(0)));
        // BenchmarkSQL's echo their statements and say what each load worker does: users' own scripts read that.
        if (List.of(RUN_DATABASE_BUILD, RUN_DATABASE_DESTROY, RUN_LOADER).contains(script)) {
            command.add("--verbose");
        }
        command.addAll(script.translateRest(arguments.subList(1, arguments.size())));
        return command;
    }

    /**
     * The words after the props file or the first directory: minutes to skip, or pairs of an option in any letter case and a
     * value, where names that the loader does not know and a last word without value are dropped.
     */
    private List<String> translateRest(List<String> rest) {
        UnaryOperator<String> skipMinutes =
                word -> word.matches("[0-9]+([.][0-9]+)?") ? "--skip-minutes=" + word : word;
        return switch (this) {
            case RUN_DATABASE_BUILD, RUN_LOADER -> loaderSettings(rest);
            case GENERATE_GRAPHS, GENERATE_REPORT ->
                rest.stream().map(skipMinutes).toList();
            case RUN_DATABASE_DESTROY, RUN_SQL, RUN_BENCHMARK -> rest;
        };
    }

    private static List<String> loaderSettings(List<String> words) {
        List<String> settings = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            String name = words.get(i);
            String value = words.get(i + 1);
            LOADER_KEYS.stream()
                    .filter(key -> key.key().equalsIgnoreCase(name))
                    .forEach(key -> settings.add("-D" + key.key() + "=" + value));
        }
        return settings;
    }

    @Command(name = "property", hidden = true)
    static final class PropertyCommand extends PropsCommand {
        @Parameters(index = "1", paramLabel = "KEY")
        private String key = "";

        @Override
        public Integer call() throws Exception {
            read(ConfigPurpose.PRINT_SQL).settings().stream()
                    .filter(setting -> setting.key().equals(key))
                    .forEach(setting -> context.console().out().println(setting.value()));
            return ExitCode.OK.status();
        }
    }

    @Command(name = "class-path", hidden = true)
    static final class ClassPathCommand extends CommandTree.Base {
        @Override
        public Integer call() {
            context.console().out().println(System.getProperty("java.class.path"));
            return ExitCode.OK.status();
        }
    }
}
