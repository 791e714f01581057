package io.bmsql.cli;

import io.bmsql.agents.Coordinator;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.cli.console.RunStatus;
import io.bmsql.collector.database.WaitWatch;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentsConfig;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.Words;
import io.bmsql.report.live.LiveAgent;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunListener.Stage;
import io.bmsql.run.RunSession;
import io.bmsql.run.TimedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A timed run on the console: prints what it reports, passes signals on to it, and turns its end into an exit status.
 *
 * <pre>
 * first signal before the first transaction   what was made is removed, the program halts
 * first signal during the run                 the terminals stop; results are written
 * first signal in the check after the run     the check is interrupted; halts when the server holds it for too long
 * second signal                               says what is lost, the program halts
 * </pre>
 */
class RunConsole extends CheckLines {
    private final RunSession.Request request;
    private final ProgressMode mode;
    private final Runnable onHalt;
    private final RunLog log;

    @SuppressWarnings("NullAway.Init") // set before signals are heard
    private TimedRun session;

    private volatile Stage stoppedIn = Stage.BEFORE_START;
    private volatile boolean isUnreported;
    private volatile @Nullable ExitCode signal;
    private ExitCode code = ExitCode.UNEXPECTED;
    /** Whether settings are printed that nobody set. */
    boolean isVerbose;

    private volatile boolean hasBegun;
    private volatile List<LiveAgent> agents = List.of();

    /** @param onHalt what must be done before a signal halts the program */
    RunConsole(CommandContext context, RunSession.Request request, ProgressMode mode, Runnable onHalt) {
        super(context, mode, request.settings().config().result());
        this.request = request;
        this.mode = mode;
        this.onHalt = onHalt;
        this.log = new RunLog(context.program().secrets(), words);
    }

    /** A run of this program alone, or of several agents when the settings say so; not started. */
    static TimedRun timedRun(CommandContext context, RunSession.Request request, RunListener listener)
            throws UsageException {
        AgentsConfig agents = request.settings().config().agents();
        if (agents.count() == 0) {
            return new RunSession(context.program(), request, listener);
        }
        String key = agents.key();
        return new Coordinator(
                context.program(),
                request,
                AgentCommand.key(context.program(), key == null ? null : Path.of(key)),
                listener);
    }

    RunSession.Finished run() throws Exception {
        session = timedRun(context, request, this);
        try (Signals signals = Signals.listen(this::arrived, this::abort)) {
            RunSession.Finished run = session.run();
            code = log.exitCode(run.summary(), signal, run.problems());
            if (isUnreported && (code == ExitCode.OK || code == ExitCode.THRESHOLD_FAILED)) {
                code = ExitCode.RUN_INVALID;
            }
            return run;
        }
    }

    ExitCode code() {
        return code;
    }

    /** As {@link #run}; when the run cannot even begin, its number is free again. */
    RunSession.Finished runNumbered() throws Exception {
        try {
            return run();
        } catch (Exception e) {
            if (!hasBegun) {
                RunCommand.giveBack(context.program().workingDirectory(), request.runId());
            }
            throw e;
        }
    }

    private void arrived(ExitCode code) {
        signal = code;
        session.stop().request(Signals.by(code));
    }

    @Override
    public void stopping(Stage stage) {
        stoppedIn = stage;
        ExitCode code = signal == null ? ExitCode.INTERRUPTED : signal;
        switch (stage) {
            case BEFORE_START -> {
                context.printError(words.text("console.stopped.before", words.by(Signals.by(code))));
                halt(code);
            }
            case RUNNING -> context.printError(words.text("console.stopping.run"));
            case CHECKING -> {
                Signals.afterPatience(context.clock(), () -> session.stop().whileChecking(() -> halt(code)));
                context.printError(words.text("console.stopping.check"));
            }
        }
    }

    private void abort() {
        context.printError(words.text(stoppedIn == Stage.CHECKING ? "console.aborted.check" : "console.aborted.run"));
        onHalt.run();
    }

    private void halt(ExitCode code) {
        onHalt.run();
        Runtime.getRuntime().halt(code.status());
    }

    @Override
    public void settings(LoadedConfig settings) {
        RunLog.banner(settings, isVerbose).forEach(log::info);
    }

    @Override
    public void livePage(String url) {
        context.print(words.text("console.live", url, url + "metrics"));
    }

    @Override
    public void info(String line) {
        log.info(line);
    }

    @Override
    public void said(String key, Object... values) {
        log.info(words.text(key, values));
    }

    @Override
    public void eventEnded(String name, String status, double seconds) {
        said("run.event.ended", name, words.translated(status), NumberText.decimal(seconds, 1));
    }

    @Override
    public void warn(String line) {
        log.warn(line);
    }

    @Override
    public void waits(WaitWatch.Waiting found) {
        log.warn(found.in(words));
    }

    @Override
    public void unchecked(Ending ending) {
        log.warn(words.reason(ending));
    }

    @Override
    public @Nullable Consumer<List<LiveAgent>> agents() {
        return mode == ProgressMode.agents ? each -> agents = each : null;
    }

    @Override
    public Runnable running(LiveSource source) {
        hasBegun = true;
        return showStatus(
                context,
                mode,
                request.settings().config(),
                source,
                () -> RunStatus.agents(agents, words),
                () -> RunStatus.agents(agents, words).stream()
                        .map(System.lineSeparator()::concat)
                        .collect(Collectors.joining()));
    }

    /**
     * Shows how a run goes until what is given back is called.
     *
     * @param below lines of the block below those of the run
     * @param behind what follows its plain line
     */
    static Runnable showStatus(
            CommandContext context,
            ProgressMode mode,
            BenchmarkConfig config,
            LiveSource source,
            Supplier<List<String>> below,
            Supplier<String> behind) {
        ProgressScreen screen = new ProgressScreen(context.console(), mode, context.clock());
        Words words = context.words(config.result());
        Supplier<RunStatus> status = () -> RunStatus.of(source, config.run().length());
        screen.show(
                config.result().reportIntervalSecs(),
                () -> {
                    List<String> block =
                            new ArrayList<>(status.get().block(context.console().color(), words));
                    block.addAll(below.get());
                    screen.showBlock(block);
                },
                () -> status.get().plain() + behind.get(),
                () -> status.get().json());
        return screen::close;
    }

    @Override
    public @Nullable Path report(ResultDirectory results) {
        return request.settings().config().result().report()
                ? ReportCommand.afterRun(context, results, this::unreported)
                : null;
    }

    private void unreported(String why) {
        isUnreported = true;
        log.error(why);
    }

    /** Where the files of the run are, and its page. */
    String places(@Nullable ResultDirectory results) {
        if (results == null) {
            return words.text("console.places.none");
        }
        Path here = context.program().workingDirectory();
        Path shown = results.root().startsWith(here) ? here.relativize(results.root()) : results.root();
        return Files.exists(results.report())
                ? words.text("console.places.page", shown, shown.resolve("report.html"))
                : words.text("console.places", shown);
    }

    @Override
    public void measured(RunSummary summary, List<String> problems) {
        context.console().out().println();
        log.ending(summary, ZoneId.systemDefault()).forEach(log::info);
        problems.forEach(log::warn);
    }
}
