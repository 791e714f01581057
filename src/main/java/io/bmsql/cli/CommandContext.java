package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.ResultConfig;
import io.bmsql.report.Words;
import io.bmsql.result.ResultDirectory;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What every command is handed: where the program works, and the console that it speaks to. */
record CommandContext(ProgramContext program, Console console) {
    /** Set by {@code run/bmsql}: the program's root folder. */
    static final String ROOT_PROPERTY = "bmsql.root";

    /** Set by {@code run/bmsql}: {@code true} when standard error is a terminal. */
    static final String TERMINAL_PROPERTY = "bmsql.terminal";

    static CommandContext ofProcess() {
        Path workingDirectory = Path.of("").toAbsolutePath();
        String root = System.getProperty(ROOT_PROPERTY);
        Map<String, String> environment = System.getenv();
        // The log prints there too, and must stay above the progress.
        System.setOut(new Console.TextStream(System.out));
        return new CommandContext(
                new ProgramContext(
                        workingDirectory,
                        root == null ? workingDirectory : Path.of(root).toAbsolutePath(),
                        environment,
                        RunClock.SYSTEM,
                        SecretMask.of(List.of())),
                Console.of(
                        System.out,
                        new PrintStream(System.err, true, StandardCharsets.UTF_8),
                        Boolean.getBoolean(TERMINAL_PROPERTY),
                        environment));
    }

    /** Chooses what the user reads, where the setting {@code lang} has this value, empty for none. */
    Language language(String lang) {
        return Language.of(lang, program.environment());
    }

    /** The words of these settings' language. */
    Words words(ResultConfig config) {
        return Words.in(language(config.lang()));
    }

    RunClock clock() {
        return program.clock();
    }

    ResultDirectory results(Path directory) {
        return ResultDirectory.open(program.resolve(directory));
    }

    /** Prints a line without its secrets on standard output; numbers are written in no language's manner. */
    void printf(String pattern, Object... values) {
        print(NumberText.format(pattern, values));
    }

    void print(String line) {
        console.out().println(program.secrets().hide(line));
    }

    /** @param lang what the setting {@code lang} says; empty before it is read */
    void warn(String lang, String line) {
        printError(program.texts(lang).text("warning", line));
    }

    void printError(String line) {
        console.err().println(program.secrets().hide(line));
    }
}
