package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.embedded.OwnServer;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.RunSession;
import io.bmsql.run.RunSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.lang3.function.FailableFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** From nothing to a report in one folder; a mark beside the data says which scale was built to its end. */
abstract class Quickstart extends CommandTree.Base {
    private static final String MARK = "built-warehouses";
    private static final int LOAD_WORKERS = 2;

    /** Both sides are cold at first: the first seconds would make every quickstart an unsteady run. */
    private static final double RAMPUP_MINUTES = 0.25;

    private final String script;
    private final FailableFunction<Path, OwnServer, Exception> starter;
    private Path folder;

    @Mixin
    final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Option(names = "--warehouses", paramLabel = "N", description = "Scale, about 100 MB each; ${DEFAULT-VALUE}.")
    private int warehouses = 2;

    @Option(names = "--terminals", paramLabel = "N", description = "Emulated users without waits; ${DEFAULT-VALUE}.")
    private int terminals;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Measured minutes, fractions allowed; ${DEFAULT-VALUE}.")
    double minutes = 1;

    /** @param folder for everything that the command makes, from the program's root */
    Quickstart(String script, Path folder, int terminals, FailableFunction<Path, OwnServer, Exception> starter) {
        this.starter = starter;
        this.folder = folder;
        this.script = script;
        this.terminals = terminals;
    }

    /** {@code run/quickstart.sh}: build, run, check and report on a PostgreSQL of the program's own. */
    @Command(
            name = "quickstart",
            description =
                    "Builds, runs, checks and reports on its own PostgreSQL server under run/quickstart/, or under"
                            + " quickstart/ here where that cannot be written. Started again it uses the data that are there.",
            footer = {"  run/quickstart.sh", "  run/quickstart.sh --warehouses 10 --terminals 10 --minutes 5"})
    static final class Single extends Quickstart {
        Single() {
            super("run/quickstart.sh", Path.of("run", "quickstart"), 4, OwnServer::single);
        }
    }

    /** {@code run/cluster/cluster.sh}: build, run, check and report on a stand-in for a sharded database. */
    @Command(
            name = "cluster",
            description =
                    "Builds, runs, checks and reports on a stand-in for a sharded database: its own PostgreSQL coordinator and two"
                            + " storage servers under run/cluster/data/, or under cluster/ here where that cannot be"
                            + " written, joined by postgres_fdw (db=postgres_fdw). Started again it uses the data that are there.",
            footer = {"  run/cluster/cluster.sh", "  run/cluster/cluster.sh --warehouses 10 --terminals 10 --minutes 5"
            })
    static final class Cluster extends Quickstart {
        Cluster() {
            super("run/cluster/cluster.sh", Path.of("run", "cluster", "data"), 8, OwnServer::cluster);
        }
    }

    @Override
    public Integer call() throws Exception {
        if (warehouses < 1 || terminals < 1 || !(minutes > 0)) {
            throw wrongUsage("--warehouses and --terminals are at least 1, --minutes is above 0.");
        }
        ProgramContext program = context.program();
        folder = place(
                program.programRoot().resolve(folder),
                program.workingDirectory().resolve(name()));
        context = new CommandContext(context.program().in(folder), context.console());
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException(
                    "cannot make " + folder + ": start " + script + " in a directory where this user may write", e);
        }
        say("Starting PostgreSQL on " + folder);
        OwnServer server = starter.apply(folder);
        // Ctrl-C during the build ends the program at once; the server must not outlive it.
        Runnable interrupted = () -> {
            if (!server.servers().isEmpty()) {
                say("Interrupted: PostgreSQL is stopped, an unfinished build is resumed next time");
            }
            server.close();
        };
        Runtime.getRuntime().addShutdownHook(new Thread(interrupted, "stop-server"));
        try (server) {
            return run(server).status();
        }
    }

    /** Beside the script; in the working directory where the program is somebody else's, as after an installation. */
    static Path place(Path besideTheScript, Path here) {
        return ProgramContext.canMake(besideTheScript) ? besideTheScript : here;
    }

    private ExitCode run(OwnServer server) throws Exception {
        say(server.described());
        Path props = folder.resolve("props." + name());
        Files.writeString(props, props(server), StandardCharsets.UTF_8);
        LoadedConfig loaded = RunSettings.read(context.program(), props, Map.of(), ConfigPurpose.VALIDATE);
        build(loaded.config());
        String commandLine = NumberText.format(
                "%s --warehouses %d --terminals %d --minutes %s",
                script, warehouses, terminals, NumberText.shortest(minutes));
        RunSession.Request request = new RunSession.Request(loaded, props, RunCommand.nextNumber(folder), commandLine);
        RunConsole console = new RunConsole(context, request, progress.mode, server::close);
        RunSession.Finished finished = console.run();
        ResultDirectory directory = finished.directory();
        if (directory != null && Files.exists(directory.report())) {
            long retries = finished.summary().figures().retries();
            say("The report is " + directory.report() + "; transactions were retried " + retries + " times");
        }
        return console.code();
    }

    private void build(BenchmarkConfig config) throws Exception {
        Path mark = folder.resolve(MARK);
        String scale = String.valueOf(warehouses);
        if (Files.exists(mark) && Files.readString(mark).strip().equals(scale)) {
            say("Using the " + NumberText.counted(warehouses, "warehouse") + " built before");
            return;
        }
        say("Building " + NumberText.counted(warehouses, "warehouse"));
        Files.deleteIfExists(mark);
        DestroyCommand.destroy(context, false, config);
        BuildCommand.build(context, progress.mode, false, config);
        Files.writeString(mark, scale + "\n");
    }

    private String props(OwnServer server) {
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
                "rampupMins=" + NumberText.shortest(Math.min(RAMPUP_MINUTES, minutes / 4)),
                "runMins=" + NumberText.shortest(minutes),
                "checkAfterRun=true",
                String.join("\n", server.settings()),
                "",
                "resultDirectory=result_%tY-%tm-%td_%tH%tM%tS",
                "reportIntervalSecs=10",
                "osCollectorScript=builtin",
                "");
    }

    private String name() {
        return script.replaceAll(".*/|\\.sh$", "");
    }

    private void say(String sentence) {
        PrintStream out = context.console().out();
        out.println(name() + ": " + sentence);
        out.flush();
    }
}
