package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.Numbers;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.common.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is done before each run of a study.
 *
 * @param command reads the settings
 * @param what one of the words, or a command for the shell
 * @param mode how its progress is shown
 */
record BetweenRuns(CommandTree.Base command, String what, ProgressMode mode) {
    private static final int PROGRESS_SECONDS = 10;

    static final String NOTHING = "nothing";
    static final String RESET = "reset";
    static final String REBUILD = "rebuild";

    /** For the help of commands that have the option. */
    static final String DESCRIPTION =
            "Before each run: nothing, reset (as bmsql reset does), rebuild (destroy and build), or a command for the shell, to"
                    + " restore the data or to set up the server, with bmsql on its PATH; a status other than 0 is a failure.";

    /**
     * Does it, and says that the run begins. How long it takes is shown meanwhile: a large reset may take longer than a run.
     *
     * @param run its name
     * @param settings win over those of the file
     * @param environment tells a command about the run
     */
    void prepare(String run, Path props, Map<String, String> settings, Map<String, String> environment)
            throws Exception {
        if (what.equals(NOTHING)) {
            context().complain(run + " begins");
            return;
        }
        long start = context().clock().nanoTime();
        String kind = what.equals(RESET) || what.equals(REBUILD) ? what : "the command of --between";
        context().complain(run + ": " + kind);
        AtomicReference<DoubleSupplier> share = new AtomicReference<>();
        try (ProgressScreen screen =
                new ProgressScreen(context().console(), mode, context().clock())) {
            Supplier<String> plain = () -> run + ": " + kind + progress(share.get()) + ", "
                    + Numbers.clock(context().clock().secondsSince(start)) + " so far";
            screen.show(PROGRESS_SECONDS, () -> screen.showBlock(List.of(plain.get())), plain, () -> Numbers.jsonLine(
                            "between")
                    .put("run", run)
                    .put("what", kind)
                    .put("elapsedSeconds", Numbers.rounded(context().clock().secondsSince(start), 1))
                    .toString());
            work(props, settings, environment, share);
        }
        context()
                .complain(run + " begins, after "
                        + Numbers.clock(context().clock().secondsSince(start)) + " of " + kind);
    }

    private void work(
            Path props,
            Map<String, String> settings,
            Map<String, String> environment,
            AtomicReference<DoubleSupplier> share)
            throws Exception {
        switch (what) {
            case RESET ->
                ResetCommand.allByRows(
                        context(),
                        command.read(props, settings, ConfigPurpose.BUILD).config(),
                        share);
            case REBUILD -> {
                CommandContext quiet = quiet();
                DestroyCommand.destroy(
                        quiet,
                        false,
                        command.read(props, settings, ConfigPurpose.DESTROY).config());
                BuildCommand.build(
                        quiet,
                        ProgressMode.none,
                        false,
                        command.read(props, settings, ConfigPurpose.BUILD).config());
            }
            default -> shell(environment);
        }
    }

    private static String progress(@Nullable DoubleSupplier share) {
        return share == null ? "" : String.format(Locale.ROOT, ", %.0f%% of the rows done", 100 * share.getAsDouble());
    }

    private CommandContext context() {
        return command.context;
    }

    private CommandContext quiet() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new CommandContext(command.context.program(), new Console(nowhere, nowhere, false, false));
    }

    private void shell(Map<String, String> environment) throws IOException, InterruptedException, UsageException {
        // A file and no pipe: a server that the command starts may keep it open.
        Path output = Files.createTempFile("bmsql-between", ".log");
        try {
            ProcessBuilder shell = new ProcessBuilder(List.of("/bin/sh", "-c", what))
                    .directory(command.context.program().workingDirectory().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            shell.environment().putAll(environment);
            // What it calls bmsql is this program, whether or not the user's PATH has one.
            shell.environment()
                    .merge(
                            "PATH",
                            command.context
                                    .program()
                                    .programRoot()
                                    .resolve("run")
                                    .toString(),
                            (path, own) -> own + File.pathSeparator + path);
            int status = await(shell.start());
            if (status != 0) {
                throw new UsageException("--between " + what + " ended with status " + status + lastLine(output));
            }
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static int await(Process process) throws InterruptedException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw e;
        }
    }

    private static String lastLine(Path output) throws IOException {
        String[] lines =
                Files.readString(output, StandardCharsets.ISO_8859_1).strip().split("\\R");
        String last = lines[lines.length - 1].replaceAll("\\p{Cntrl}", " ").strip();
        return last.isEmpty() ? "" : ": " + last.substring(0, Math.min(200, last.length()));
    }
}
