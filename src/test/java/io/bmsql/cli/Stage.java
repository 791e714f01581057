package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.cli.console.Console;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs the whole program inside the test, in a folder of its own, and keeps what it prints. */
final class Stage {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CommandContext context;

    Stage(Path workingDirectory) {
        this(workingDirectory, Map.of());
    }

    Stage(Path workingDirectory, Map<String, String> environment) {
        this(workingDirectory, environment, RunClock.SYSTEM);
    }

    Stage(Path workingDirectory, Map<String, String> environment, RunClock clock) {
        Console console = new Console(stream(out), stream(err), false, false);
        context = new CommandContext(
                new ProgramContext(
                        workingDirectory, Path.of("").toAbsolutePath(), environment, clock, SecretMask.of(List.of())),
                console);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    /** One command in this folder, whose exit status must be this one. */
    static Stage ended(Path folder, int status, String... words) {
        Stage stage = new Stage(folder);
        assertThat(stage.run(words)).as(() -> stage.out() + stage.err()).isEqualTo(status);
        return stage;
    }

    /** The same of words without blanks. */
    static Stage line(Path folder, int status, String words) {
        return ended(folder, status, words.split(" +"));
    }

    /** Such a command is a wrong call, and these texts say why. */
    static void refused(Path folder, String words, String... why) {
        line(folder, 2, words).warned(why);
    }

    /** These texts stand in what it printed. */
    Stage printed(String... texts) {
        List.of(texts).forEach(text -> assertThat(out()).contains(text));
        return this;
    }

    /** These texts stand in its warnings and errors. */
    Stage warned(String... texts) {
        List.of(texts).forEach(text -> assertThat(err()).contains(text));
        return this;
    }

    /** Writes a props file of a PostgreSQL that is nowhere. @param settings as of {@link TestDatabase#props} */
    static void unconnected(Path file, String settings, String... more) throws IOException {
        new TestDatabase.Named("postgres", "jdbc:postgresql://127.0.0.1:1/none", "x", "hunter2")
                .props(file, settings, more);
    }

    /** {@code bmsql run props} into that directory, to its end; gives its summary.json. */
    static JsonNode summaryOfRun(Path folder, String directory, String... overrides) throws IOException {
        ended(folder, 0, words(overrides, "run", "props", "-DresultDirectory=" + directory));
        JsonNode summary = TestFiles.json(folder.resolve(directory).resolve("summary.json"));
        assertThat(summary.at("/status").asText()).isEqualTo("COMPLETE");
        return summary;
    }

    /** What the run into this directory summed up. */
    static RunSummary summary(Path folder, String directory) {
        return SummaryJson.read(folder.resolve(directory).resolve("summary.json"));
    }

    CommandContext context() {
        return context;
    }

    /** Runs one command and gives its exit status. */
    int run(String... args) {
        return Main.run(context, args);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** These words and more behind them. */
    static String[] words(String[] more, String... first) {
        return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
    }
}
