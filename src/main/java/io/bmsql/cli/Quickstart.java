package io.bmsql.cli;

import io.bmsql.cli.console.Numbers;
import io.bmsql.cli.console.ProgressMode;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.Overrides;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.embedded.OwnServer;
import io.bmsql.page.Words.Language;
import io.bmsql.report.ReportWriter;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.run.RunRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * From nothing to a report in one folder: the server's data, a props file like any user's, and the result directories. A
 * mark beside the data says which scale was built to the end, so that a second start can use it.
 */
final class Quickstart {
    private static final String MARK = "built-warehouses";
    private static final int LOAD_WORKERS = 2;
    /** Both sides are cold at first: the first seconds would make every quickstart an unsteady run. */
    private static final double RAMPUP_MINUTES = 0.25;

    private final String script;
    private final OwnServer.Start start;
    private final CommandContext context;
    private final ProgressMode mode;
    private final Path folder;

    /**
     * @param script what the user started, from the program's folder
     * @param context whose working directory is the quickstart's folder
     */
    Quickstart(String script, OwnServer.Start start, CommandContext context, ProgressMode mode) {
        this.script = script;
        this.start = start;
        this.context = context;
        this.mode = mode;
        this.folder = context.program().workingDirectory();
    }

    ExitCode run(int warehouses, int terminals, double minutes) throws Exception {
        createFolder();
        say("Starting PostgreSQL on " + folder);
        OwnServer server = start.on(folder);
        Runnable stop = stopping(server);
        AtomicBoolean over = new AtomicBoolean();
        // Ctrl-C during the build ends the program at once; the server must not outlive it.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (!over.get()) {
                                say("Interrupted: PostgreSQL is stopped, an unfinished build is resumed next time");
                            }
                            stop.run();
                        },
                        "stop-server"));
        try {
            return run(server, stop, warehouses, terminals, minutes);
        } finally {
            over.set(true);
            stop.run();
        }
    }

    private void createFolder() throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException(
                    "cannot make " + folder + ": let this user write there, or unpack bmsql elsewhere", e);
        }
    }

    /** Stops the server when it is first called. */
    private static Runnable stopping(OwnServer server) {
        AtomicBoolean stopped = new AtomicBoolean();
        return () -> {
            if (stopped.compareAndSet(false, true)) {
                try {
                    server.close();
                } catch (IOException e) {
                    throw new UncheckedIOException("the embedded PostgreSQL could not be stopped", e);
                }
            }
        };
    }

    private ExitCode run(OwnServer server, Runnable stop, int warehouses, int terminals, double minutes)
            throws Exception {
        say(server.described());
        Path props = folder.resolve("props." + name());
        Files.writeString(props, props(server, warehouses, terminals, minutes), StandardCharsets.UTF_8);
        LoadedConfig loaded = new ConfigLoader(context.program().environment(), context.program()::drawSeed)
                .load(props, Overrides.none(), ConfigPurpose.VALIDATE);
        build(loaded.config(), warehouses);
        String commandLine = String.format(
                Locale.ROOT,
                "%s --warehouses %d --terminals %d --minutes %s",
                script,
                warehouses,
                terminals,
                Numbers.shortest(minutes));
        RunRequest request = new RunRequest(loaded, props, RunSequence.next(folder), commandLine);
        RunConsole.Finished finished = new RunConsole(context, request, mode, stop).run();
        ResultDirectory directory = finished.run().directory();
        if (directory != null) {
            ReportWriter.Written report =
                    ReportWriter.write(directory, RunReader.read(directory, ReportWindow.WHOLE), Language.EN);
            say("The report is " + report.html() + "; transactions were retried "
                    + retries(finished.run().summary()) + " times");
        }
        return finished.code();
    }

    private void build(BenchmarkConfig config, int warehouses) throws Exception {
        Path mark = folder.resolve(MARK);
        String scale = String.valueOf(warehouses);
        if (Files.exists(mark) && Files.readString(mark).strip().equals(scale)) {
            say("Using the " + scale + " warehouses that were built before");
            return;
        }
        say("Building " + scale + " warehouses");
        Files.deleteIfExists(mark);
        DestroyCommand.destroy(context, config);
        new BuildSession(context, mode).build(config);
        Files.writeString(mark, scale + "\n");
    }

    private static long retries(RunSummary summary) {
        return summary.figures().types().stream()
                .mapToLong(RunSummary.TypeSummary::retries)
                .sum();
    }

    private String props(OwnServer server, int warehouses, int terminals, double minutes) {
        return String.join(
                "\n",
                "# Written by " + script + " at each start. A props file for your own server looks just like this.",
                "db=" + server.db(),
                "driver=org.postgresql.Driver",
                "conn=" + server.jdbcUrl(),
                "user=" + EmbeddedServer.USER,
                "password=" + EmbeddedServer.PASSWORD,
                "",
                "warehouses=" + warehouses,
                "loadWorkers=" + LOAD_WORKERS,
                "",
                "terminals=" + terminals,
                "rampupMins=" + Numbers.shortest(Math.min(RAMPUP_MINUTES, minutes / 4)),
                "runMins=" + Numbers.shortest(minutes),
                "checkAfterRun=true",
                String.join("\n", server.settings()),
                "",
                "resultDirectory=result_%tY-%tm-%td_%tH%tM%tS",
                "reportIntervalSecs=10",
                "osCollectorScript=builtin",
                "");
    }

    /** The script's own, without folder and extension. */
    private String name() {
        return script.replaceAll(".*/|\\.sh$", "");
    }

    private void say(String sentence) {
        PrintStream out = context.console().out();
        out.println(name() + ": " + sentence);
        out.flush();
    }
}
