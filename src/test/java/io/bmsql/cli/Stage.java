package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.time.RunClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Runs the whole program inside the test, in a folder of its own, and keeps what it prints. */
final class Stage {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Surroundings surroundings;

    Stage(Path workingDirectory) {
        this(workingDirectory, Map.of());
    }

    Stage(Path workingDirectory, Map<String, String> environment) {
        Console console = new Console(stream(out), stream(err), false, false);
        surroundings = new Surroundings(
                workingDirectory,
                Path.of("").toAbsolutePath(),
                environment,
                console,
                RunClock.system(),
                new SecretShield());
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** Runs one command and gives its exit status. */
    int run(String... args) {
        return Main.run(surroundings, args);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
