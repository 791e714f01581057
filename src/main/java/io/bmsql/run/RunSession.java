package io.bmsql.run;

import io.bmsql.analysis.Thresholds;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.data.LoadedScale;
import io.bmsql.common.ProgramContext;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.report.live.LiveSource;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.data.DataState;
import io.bmsql.config.AgentShare;
import io.bmsql.tpcc.NURand;
import io.bmsql.common.UsageException;
import io.bmsql.terminal.RunEnd;
import io.bmsql.terminal.TerminalScheduler;
import io.bmsql.common.RunClock;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One timed run. Everything that can be wrong is found before the result directory is made: settings, dialect, driver,
 * server, loaded data, and the connections of all workers. Use it once; the next run takes a new one.
 *
 * <pre>
 * settings ─► live port ─► connect ─► bmsql_config ─► C constants ─► all connections ─► result directory ─► gate ─► run ─► summary ─► check
 * </pre>
 */
public final class RunSession implements TimedRun {
    private static final double SECONDS_PER_MINUTE = 60;

    /** For the figures of the database and, at the end, the check. */
    public static final int SIDE_CONNECTIONS = RunCheck.CONNECTIONS + 1;

    private final ProgramContext program;
    private final Request request;
    /** Of this driver, once the run has begun. */
    private LoadedConfig loaded;

    private final RunListener listener;
    private final RunStop stop;
    private final RunFiles files;

    public RunSession(ProgramContext program, Request request, RunListener listener) {
        this.program = program;
        this.request = request;
        this.loaded = request.settings();
        this.listener = listener;
        this.stop = new RunStop(listener);
        this.files = new RunFiles(program, request, listener);
    }

    /**
     * What is to be run.
     *
     * @param settings of the whole run, whatever this driver's share of it is
     * @param props is copied into the results
     * @param commandLine has no secrets
     * @param gate says when the first transaction may be due
     */
    public record Request(
            LoadedConfig settings, Path props, int runId, String commandLine, AgentShare share, StartGate gate) {
        /** The whole run, at once. */
        public Request(LoadedConfig settings, Path props, int runId, String commandLine) {
            this(settings, props, runId, commandLine, AgentShare.WHOLE, StartGate.NOW);
        }
    }

    /** How a run ended; the directory is null when no results were asked for. */
    public record Finished(
            RunSummary summary,
            List<String> problems,
            @Nullable String stoppedBy,
            @Nullable ResultDirectory directory) {}

    @Override
    public void stop(String by) {
        stop.request(by);
    }

    @Override
    public void whileChecking(Runnable action) {
        stop.whileChecking(action);
    }

    @Override
    public Finished run() throws UsageException, SQLException, InterruptedException {
        files.requirePlace();
        loaded = request.settings().of(request.share());
        BenchmarkConfig config = loaded.config();
        Dialect dialect = Dialect.of(program, config);
        LoadedConfig known = DialectSettings.filledIn(loaded, dialect);
        listener.settings(known);
        DialectSettings.requireForm(config.run(), dialect);
        RunCollectors.require(program, config.result().collector(), dialect);
        try (RunPage page = RunPage.open(config.result(), listener);
                Database database = Database.open(program, config.connection(), dialect, SIDE_CONNECTIONS)) {
            LoadedScale scale = LoadedScale.read(database);
            scale.require(config.run().inputs().warehouses());
            NURand nuRand = constants(scale);
            try (TerminalScheduler scheduler = new TerminalScheduler(
                    program.clock(),
                    request.settings().config().run(),
                    request.share(),
                    config.mix(),
                    nuRand,
                    database::runWorker,
                    dialect.errors())) {
                connect(scheduler);
                RunFacts facts = new RunFactsBuilder(known, request).facts(database, scale, scheduler.inputs(), listener);
                listener.facts(facts, database);
                noteRun(database);
                return measure(database, scheduler, facts, page);
            }
        }
    }

    /** For the results of later runs: from now on the rows are not those that the load made. Of several drivers, one says so. */
    private void noteRun(Database database) {
        if (!request.share().isFirst()) {
            return;
        }
        try {
            new DataState(database).noteRun();
        } catch (SQLException e) {
            listener.warn("bmsql_config cannot take a note of this run ("
                    + SqlErrors.text(e)
                    + "): results of later runs will not say that it changed the data");
        }
    }

    private void connect(TerminalScheduler scheduler) throws CannotConnectException {
        try {
            scheduler.connect();
        } catch (SQLException e) {
            throw new CannotConnectException(
                    "the " + loaded.config().run().workers().count() + " connections of this run cannot all be opened ("
                            + SqlErrors.text(e)
                            + "): allow more on the server, or set sutThreads to fewer",
                    e);
        }
    }

    /** The load's constant decides which ones a run may use (clause 2.1.6.1). */
    private NURand constants(LoadedScale scale) {
        RandomStream random = new RandomStream(loaded.config().run().inputs().seed());
        int loadedC = scale.cLast().orElse(-1);
        if (loadedC < 0) {
            listener.warn(
                    "bmsql_config does not hold the load's C value for C_LAST, so the run's may be too close to it");
            return NURand.forLoad(random);
        }
        NURand constants = NURand.forRun(random, loadedC);
        listener.info("C value for C_LAST during load: " + loadedC);
        listener.info("C value for C_LAST this run:    " + constants.cLast());
        listener.info("");
        return constants;
    }

    private Finished measure(Database database, TerminalScheduler scheduler, RunFacts facts, RunPage page)
            throws UsageException, SQLException, InterruptedException {
        ResultDirectory directory = files.create();
        stop.onWithdrawal(() -> RunFiles.takeBack(directory));
        try (RunLedger ledger = beginLedger(database, scheduler.inputs(), directory)) {
            return measure(database, scheduler, facts, directory, ledger, page);
        } catch (UsageException e) {
            // Both come before the first transaction only.
            RunFiles.takeBack(directory);
            throw e;
        } catch (ResultWriteException e) {
            stop.refuseIfWithdrawn();
            throw e;
        }
    }

    private RunLedger beginLedger(Database database, RunConfig.Inputs inputs, @Nullable ResultDirectory directory)
            throws SQLException {
        try {
            return RunLedger.begin(program, database, loaded.config(), inputs, request, directory, listener);
        } catch (SQLException | RuntimeException e) {
            RunFiles.takeBack(directory);
            throw e;
        }
    }

    private Finished measure(
            Database database,
            TerminalScheduler scheduler,
            RunFacts facts,
            @Nullable ResultDirectory directory,
            RunLedger ledger,
            RunPage page)
            throws UsageException, SQLException, InterruptedException {
        RunConfig run = loaded.config().run();
        RunWindow window = window(run.length());
        try (Recording recording = files.record(window, facts, directory, stop)) {
            RunEnd end = collected(database, scheduler, recording, window, facts, directory, ledger, page);
            RunSummary.Ending ending = RunStop.ending(end, stop.stoppedBy(), loaded.secrets());
            RunSummary counted = recording.finish(ending.status(), ending.statusReason());
            ledger.end(end.unfinishedWorkers()).ifPresent(recording::ledgerProblem);
            // Before the check, which may take minutes.
            RunSummary summary = recording.write(Thresholds.applied(
                    run.patience().thresholds(), files.withConditions(directory, counted, window)));
            listener.measured(summary, recording.problems());
            if (run.checkAfterRun() && end.reason() == RunEnd.Reason.PLANNED) {
                summary = recording.write(
                        new RunCheck(program.clock(), loaded, database, stop, listener).after(summary, directory));
            }
            page.end(summary, recording.problems(), directory, loaded.secrets());
            return new Finished(summary, recording.problems(), stop.stoppedBy(), directory);
        }
    }

    /** The run with its collectors, which end before its files are closed. */
    private RunEnd collected(
            Database database,
            TerminalScheduler scheduler,
            Recording recording,
            RunWindow window,
            RunFacts facts,
            @Nullable ResultDirectory directory,
            RunLedger ledger,
            RunPage page)
            throws UsageException, InterruptedException {
        try (RunCollectors collectors = RunCollectors.begin(
                program, loaded.config().result().collector(), database, directory, request.runId(), window)) {
            RunEnd end = conduct(scheduler, recording, window, facts, ledger, page);
            if (collectors != null) {
                collectors.end(listener);
            }
            return end;
        }
    }

    /** From the first transaction to the last one, before everybody who looks on. */
    private RunEnd conduct(
            TerminalScheduler scheduler,
            Recording recording,
            RunWindow window,
            RunFacts facts,
            RunLedger ledger,
            RunPage page)
            throws UsageException, InterruptedException {
        RunConfig run = loaded.config().run();
        LiveSource source = new LiveSource(
                recording::live,
                recording::errorsByClass,
                scheduler::backlog,
                scheduler::connectedWorkers,
                recording::problems);
        page.begin(program.clock(), facts, source).ifPresent(recording::watch);
        Consumer<byte[]> readings = listener.readings();
        if (readings != null) {
            recording.watchBytes(readings);
        }
        Runnable shown = listener.running(source);
        try {
            stop.begin(scheduler::stop);
            if (run.pace().profile() != null) {
                recording.follow(run.pace().profile(), scheduler::backlog);
            }
            recording.beginWhenSteady(run.length().rampupMinutes() * SECONDS_PER_MINUTE);
            recording.start();
            return scheduler.run(window, recording.measurement(), ledger.writer());
        } finally {
            shown.run();
        }
    }

    /** The window of a run whose ramp-up is as long as it was asked for, from now on. */
    public static RunWindow window(RunClock clock, RunConfig.Length length) {
        double rampupSeconds = length.rampupMinutes() * SECONDS_PER_MINUTE;
        return length.isTimed()
                ? RunWindow.timed(clock, rampupSeconds, length.runMinutes() * SECONDS_PER_MINUTE)
                : RunWindow.untilClosed(clock, rampupSeconds);
    }

    private RunWindow window(RunConfig.Length length) {
        if (!length.isTimed() || length.longestRampupMinutes() == 0) {
            return window(program.clock(), length);
        }
        double longestSeconds = length.longestRampupMinutes() * SECONDS_PER_MINUTE;
        RunWindow window =
                RunWindow.onceSteady(program.clock(), longestSeconds, length.runMinutes() * SECONDS_PER_MINUTE);
        window.onSettled(() -> listener.info(
                window.isSteady()
                        ? String.format(
                                Locale.ROOT,
                                "Throughput is steady: the window begins after %.0f s of ramp-up",
                                window.rampupSeconds())
                        : "Throughput is not steady after the longest ramp-up: the window begins all the same"));
        return window;
    }
}
