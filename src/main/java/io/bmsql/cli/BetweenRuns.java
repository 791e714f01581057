package io.bmsql.cli;

import io.bmsql.cli.console.Console;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.spec.RefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is done before each run of a study.
 *
 * @param command reads the settings
 * @param what one of the words, or a command for the shell
 */
record BetweenRuns(CommandTree.Base command, String what) {
    static final String NOTHING = "nothing";
    static final String RESET = "reset";
    static final String REBUILD = "rebuild";

    /** For the help of commands that have the option. */
    static final String DESCRIPTION =
            "Before each run: nothing, reset (as bmsql reset does), rebuild (destroy and build), or a command for the shell, to"
                    + " restore the data or to set up the server; a status other than 0 is a failure.";

    /**
     * Does it, without a word.
     *
     * @param settings win over those of the file
     * @param environment tells a command about the run
     */
    void prepare(Path props, Map<String, String> settings, Map<String, String> environment) throws Exception {
        CommandContext quiet = quiet();
        switch (what) {
            case NOTHING -> {}
            case RESET ->
                ResetCommand.allByRows(
                        quiet,
                        command.read(props, settings, ConfigPurpose.BUILD).config());
            case REBUILD -> {
                DestroyCommand.destroy(
                        quiet,
                        command.read(props, settings, ConfigPurpose.DESTROY).config());
                BuildCommand.build(
                        quiet,
                        ProgressMode.none,
                        command.read(props, settings, ConfigPurpose.BUILD).config());
            }
            default -> shell(environment);
        }
    }

    private CommandContext quiet() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new CommandContext(command.context.program(), new Console(nowhere, nowhere, false, false));
    }

    private void shell(Map<String, String> environment) throws IOException, InterruptedException, RefusedException {
        // A file and no pipe: a server that the command starts may keep it open.
        Path output = Files.createTempFile("bmsql-between", ".log");
        try {
            ProcessBuilder shell = new ProcessBuilder(List.of("/bin/sh", "-c", what))
                    .directory(command.context.program().workingDirectory().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            shell.environment().putAll(environment);
            int status = await(shell.start());
            if (status != 0) {
                throw new RefusedException("--between " + what + " ended with status " + status + lastLine(output));
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
