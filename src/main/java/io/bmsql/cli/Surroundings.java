package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.time.RunClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where the program finds itself: folders, environment, streams, clock. Handed to every command, so that a test can run
 * the whole program in a folder of its own.
 *
 * @param workingDirectory what relative paths of the user start from
 * @param programRoot the folder that holds {@code run/}, {@code sql.*} and {@code lib/}
 * @param environment for {@code ${NAME}} in props files and terminal settings
 */
public record Surroundings(
        Path workingDirectory, Path programRoot, Map<String, String> environment, Console console, RunClock clock) {

    /** Set by {@code run/bmsql}: the program's root folder. */
    static final String ROOT_PROPERTY = "bmsql.root";

    /** Set by {@code run/bmsql}: {@code true} when standard error is a terminal. */
    static final String TERMINAL_PROPERTY = "bmsql.terminal";

    /** Of this process. */
    static Surroundings ofProcess() {
        Path workingDirectory = Path.of("").toAbsolutePath();
        String root = System.getProperty(ROOT_PROPERTY);
        Map<String, String> environment = System.getenv();
        Console console = Console.of(System.out, System.err, Boolean.getBoolean(TERMINAL_PROPERTY), environment);
        return new Surroundings(
                workingDirectory,
                root == null ? workingDirectory : Path.of(root).toAbsolutePath(),
                environment,
                console,
                RunClock.system());
    }

    /** A path as the user typed it, from the working directory. */
    Path resolve(Path path) {
        return workingDirectory.resolve(path).normalize();
    }

    /** Folders in which the user's and the program's SQL and drivers are looked for, in lookup order. */
    List<Path> lookupRoots() {
        return workingDirectory.equals(programRoot) ? List.of(programRoot) : List.of(workingDirectory, programRoot);
    }
}
