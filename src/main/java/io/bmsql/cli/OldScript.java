package io.bmsql.cli;

import io.bmsql.config.Overrides;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * BenchmarkSQL's scripts: their argument rules (contract 2.1), translated into the words of today's commands. The script
 * itself only passes its name and its arguments on.
 */
enum OldScript {
    RUN_DATABASE_BUILD("runDatabaseBuild.sh", "PROPS [OPT VAL [...]]", 1, Integer.MAX_VALUE) {
        @Override
        List<String> translate(List<String> arguments) {
            return withLoaderOptions("build", arguments);
        }
    },
    RUN_DATABASE_DESTROY("runDatabaseDestroy.sh", "PROPS", 1, 1) {
        @Override
        List<String> translate(List<String> arguments) {
            return List.of("destroy", arguments.get(0));
        }
    },
    RUN_SQL("runSQL.sh", "PROPS SQL_FILE", 2, 2) {
        @Override
        List<String> translate(List<String> arguments) {
            return List.of("sql", arguments.get(0), arguments.get(1));
        }
    },
    RUN_LOADER("runLoader.sh", "PROPS [OPT VAL [...]]", 1, Integer.MAX_VALUE) {
        @Override
        List<String> translate(List<String> arguments) {
            return withLoaderOptions("load", arguments);
        }
    },
    RUN_BENCHMARK("runBenchmark.sh", "PROPS", 1, 1) {
        @Override
        List<String> translate(List<String> arguments) {
            return List.of("run", arguments.get(0));
        }
    },
    GENERATE_GRAPHS(
            "generateGraphs.sh", "RESULT_DIR [RESULT_DIR ...] | RESULT_DIR SKIP_MINUTES", 1, Integer.MAX_VALUE) {
        @Override
        List<String> translate(List<String> arguments) {
            return report(arguments);
        }
    },
    GENERATE_REPORT("generateReport.sh", "RESULT_DIR [SKIP_MINUTES]", 1, 2) {
        @Override
        List<String> translate(List<String> arguments) {
            return report(arguments);
        }
    };

    private final String fileName;
    private final String synopsis;
    private final int minArguments;
    private final int maxArguments;

    OldScript(String fileName, String synopsis, int minArguments, int maxArguments) {
        this.fileName = fileName;
        this.synopsis = synopsis;
        this.minArguments = minArguments;
        this.maxArguments = maxArguments;
    }

    /** The arguments of today's command; the number of arguments has been checked. */
    abstract List<String> translate(List<String> arguments);

    /** Thrown when a script was called wrongly. */
    static final class WrongCallException extends Exception {
        private static final long serialVersionUID = 1L;

        private final ExitCode exitCode;

        WrongCallException(ExitCode exitCode, String message) {
            super(message);
            this.exitCode = exitCode;
        }

        ExitCode exitCode() {
            return exitCode;
        }
    }

    /**
     * Checks a script's arguments and turns them into those of a command.
     *
     * @param words the script's file name and its arguments
     * @throws WrongCallException for a wrong number of arguments (status 2) or a props file that is not there (status 1)
     */
    static List<String> translate(List<String> words, CommandContext context) throws WrongCallException {
        OldScript script = find(words);
        List<String> arguments = words.subList(1, words.size());
        if (arguments.size() < script.minArguments || arguments.size() > script.maxArguments) {
            throw new WrongCallException(ExitCode.USAGE, "usage: " + script.fileName + " " + script.synopsis);
        }
        if (script.synopsis.startsWith("PROPS") && !isFile(arguments.get(0), context)) {
            throw new WrongCallException(
                    ExitCode.UNEXPECTED, "ERROR: the properties file " + arguments.get(0) + " does not exist");
        }
        return script.translate(arguments);
    }

    private static boolean isFile(String argument, CommandContext context) {
        return Files.isRegularFile(context.program().resolve(Path.of(argument)));
    }

    private static OldScript find(List<String> words) throws WrongCallException {
        for (OldScript script : values()) {
            if (!words.isEmpty() && script.fileName.equals(words.get(0))) {
                return script;
            }
        }
        throw new WrongCallException(ExitCode.USAGE, "--as needs the name of one of the scripts in run/");
    }

    /** Pairs of an option and a value; names that the loader does not know and a last word without value are dropped. */
    private static List<String> withLoaderOptions(String command, List<String> arguments) {
        List<String> words = new ArrayList<>(List.of(command, arguments.get(0)));
        Overrides.fromLoaderWords(arguments.subList(1, arguments.size()))
                .settings()
                .forEach(setting -> words.add("-D" + setting.key() + "=" + setting.value()));
        return words;
    }

    private static List<String> report(List<String> arguments) {
        List<String> words = new ArrayList<>(List.of("report"));
        for (String argument : arguments) {
            boolean isSkip = words.size() > 1 && argument.matches("[0-9]+([.][0-9]+)?");
            words.add(isSkip ? "--skip-minutes=" + argument : argument);
        }
        return words;
    }
}
