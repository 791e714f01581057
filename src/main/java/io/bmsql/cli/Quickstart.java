package io.bmsql.cli;

import io.bmsql.benchmark.BenchmarkTables;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.report.Words;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.run.RunSession;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.commons.io.IOUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run/quickstart.sh}: from nothing to a report in one folder; a mark beside the data says which scale was built to its end. */
@Command(name = "quickstart")
final class Quickstart extends CommandTree.Base {
    private static final String SCRIPT = "run/quickstart.sh";
    private static final String DATABASE = "bmsql";
    private static final String MARK = "built-warehouses";

    /** Both sides are cold at first: the first seconds would make every quickstart an unsteady run. */
    private static final double RAMPUP_MINUTES = 0.25;

    /** Everything that the command makes is here. */
    private Path folder = Path.of("run", "quickstart");

    private boolean isStopped;

    @Mixin
    private final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Mixin
    private final PropsCommand.Overrides overrides = new PropsCommand.Overrides();

    @Option(names = "--warehouses", paramLabel = "N")
    private int warehouses = 2;

    @Option(names = "--terminals", paramLabel = "N")
    private int terminals = 4;

    @Option(names = "--minutes", paramLabel = "N")
    private double minutes = 1;

    @Override
    public Integer call() throws Exception {
        if (warehouses < 1 || terminals < 1 || !(minutes > 0)) {
            throw wrongUsage("--warehouses and --terminals are at least 1, --minutes is above 0.");
        }
        ProgramContext program = context.program();
        folder = place(
                program.programRoot().resolve(folder),
                program.workingDirectory().resolve("quickstart"));
        context = new CommandContext(context.program().in(folder), context.console());
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new IOException(
                    "cannot make " + folder + ": start " + SCRIPT + " in a directory where this user may write", e);
        }
        say(words().text("quickstart.starting", folder));
        CompletableFuture<EmbeddedServer> started = new CompletableFuture<>();
        // A signal ends the program at once; the server must not outlive it, nor one that is about to start.
        Runnable interrupted = () -> Optional.ofNullable(started.join())
                .ifPresent(server -> stop(server, words().text("quickstart.interrupted")));
        Runtime.getRuntime().addShutdownHook(new Thread(interrupted, "stop-server"));
        try {
            started.complete(EmbeddedServer.start(folder.resolve("postgres"), DATABASE));
        } finally {
            started.complete(null);
        }
        EmbeddedServer server = started.join();
        try {
            return run(server).status();
        } finally {
            stop(server, null);
        }
    }

    /** Once, whoever stops it first; from any thread. */
    private synchronized void stop(EmbeddedServer server, @Nullable String sentence) {
        if (isStopped) {
            return;
        }
        isStopped = true;
        if (sentence != null) {
            say(sentence);
        }
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL could not be stopped", e);
        }
    }

    /** Beside the script; in the working directory where the program is somebody else's, as after an installation. */
    static Path place(Path besideTheScript, Path here) {
        return ProgramContext.canMake(besideTheScript) ? besideTheScript : here;
    }

    private ExitCode run(EmbeddedServer server) throws Exception {
        say(words().text(
                        "quickstart.listens",
                        String.valueOf(server.port()),
                        "fsync=" + server.setting("fsync") + ", synchronous_commit="
                                + server.setting("synchronous_commit") + ", shared_buffers="
                                + server.setting("shared_buffers")));
        Path props = folder.resolve("props.quickstart");
        Files.writeString(props, props(server), StandardCharsets.UTF_8);
        LoadedConfig loaded =
                ResolvedSettings.read(context.program(), props, overrides.settings, ConfigPurpose.VALIDATE);
        loaded.warnings().forEach(warning -> context.warn("", warning));
        build(loaded.config());
        RunSession.Request request =
                new RunSession.Request(loaded, props, RunCommand.nextNumber(folder), commandLine());
        RunConsole console = new RunConsole(context, request, progress.mode, () -> stop(server, null));
        RunSession.Finished finished = console.run();
        ResultDirectory directory = finished.directory();
        if (directory != null && Files.exists(directory.report())) {
            long retries = finished.summary().figures().retries();
            say(words().text("quickstart.report", directory.report(), NumberText.count(retries)));
        }
        return console.code();
    }

    private void build(BenchmarkConfig config) throws Exception {
        Path mark = folder.resolve(MARK);
        int warehouses = config.load().warehouses();
        String scale = String.valueOf(warehouses);
        if (Files.exists(mark) && Files.readString(mark).strip().equals(scale)) {
            say(words().counted("quickstart.built", warehouses, warehouses));
            return;
        }
        say(words().counted("quickstart.building", warehouses, warehouses));
        Files.deleteIfExists(mark);
        BenchmarkTables tables =
                new BenchmarkTables(context.program(), config, new BuildEcho(context, config, false, progress.mode));
        tables.destroy();
        tables.build();
        Files.writeString(mark, scale + "\n");
    }

    /** A props file for a server of one's own looks just like this. */
    private String props(EmbeddedServer server) throws IOException {
        return NumberText.format(
                IOUtils.resourceToString("/cli/quickstart.properties", StandardCharsets.UTF_8),
                server.jdbcUrl(DATABASE),
                EmbeddedServer.USER,
                server.passwordFile(),
                warehouses,
                terminals,
                NumberText.shortest(Math.min(RAMPUP_MINUTES, minutes / 4)),
                NumberText.shortest(minutes));
    }

    /** Its own props file has no language. */
    private Words words() {
        return Words.in(context.language(""));
    }

    private void say(String sentence) {
        PrintStream out = context.console().out();
        out.println("quickstart: " + sentence);
        out.flush();
    }
}
