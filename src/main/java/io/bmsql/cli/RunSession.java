package io.bmsql.cli;

import io.bmsql.cli.console.ProgressMode;
import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.random.RandomStream;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultPattern;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunInfoCsv;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.SummaryJson;
import io.bmsql.spec.NURand;
import io.bmsql.terminal.RetryPolicy;
import io.bmsql.terminal.RunEnd;
import io.bmsql.terminal.TerminalScheduler;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One timed run. Everything that can be wrong is found before the result directory is made: settings, dialect, driver,
 * server, loaded data, and the connections of all workers.
 *
 * <pre>
 * banner ─► connect ─► bmsql_config ─► C constants ─► all connections ─► result directory ─► run ─► summary ─► end block
 * </pre>
 */
final class RunSession {
    private static final double SECONDS_PER_MINUTE = 60;

    /** Apart from the workers' connections: one for the figures of the database, one to read the configuration and, at the end, those of the check. */
    private static final int SPARE_CONNECTIONS = CheckLines.CONNECTIONS + 1;

    private final Surroundings surroundings;
    private final LoadedConfig loaded;
    private final Path props;
    private final ProgressMode mode;
    private final int runId;
    private final String commandLine;
    private final RunLog log;
    private final AtomicReference<ExitCode> signal = new AtomicReference<>();
    private Runnable onHalt = () -> {};
    private volatile PrintStream complaints;
    /** The thread that waits for the check after the run; null at other times. */
    private @Nullable Thread checking;

    /**
     * @param props the file that is copied into the result directory
     * @param runId the number from the run sequence
     * @param commandLine what the user typed, for the record
     */
    RunSession(
            Surroundings surroundings,
            LoadedConfig loaded,
            Path props,
            ProgressMode mode,
            int runId,
            String commandLine) {
        this.surroundings = surroundings;
        this.loaded = loaded;
        this.props = props;
        this.mode = mode;
        this.runId = runId;
        this.commandLine = commandLine;
        this.log = new RunLog(surroundings.shield());
        this.complaints = surroundings.console().err();
    }

    /**
     * How it ended.
     *
     * @param directory where the results are, null when none were asked for
     */
    record Finished(ExitCode code, RunSummary summary, @Nullable ResultDirectory directory) {}

    /** What must be done before the second signal halts the program. */
    RunSession onHalt(Runnable action) {
        onHalt = action;
        return this;
    }

    /** Runs from the banner to the end block. */
    Finished run()
            throws DialectException, CannotConnectException, RefusedException, SQLException, InterruptedException {
        BenchmarkConfig config = loaded.config();
        Dialect dialect = surroundings.dialect(config);
        LoadedConfig known = DialectSettings.filledIn(loaded, dialect);
        new RunBanner(known).lines(ProgramVersion.text()).forEach(log::info);
        StatementForms.require(config.run(), dialect);
        RunCollectors.require(surroundings, config.collector());
        int connections = config.run().sutThreads() + SPARE_CONNECTIONS;
        try (Database database = surroundings.open(config.connection(), dialect, connections)) {
            LoadedScale scale = LoadedScale.read(database);
            scale.require(config.run().warehouses());
            NURand nuRand = constants(scale);
            try (TerminalScheduler scheduler = new TerminalScheduler(
                            surroundings.clock(),
                            config.run(),
                            config.mix(),
                            nuRand,
                            database::runWorker,
                            dialect.errors(),
                            RetryPolicy.usual(
                                    config.run().maxRetries(), config.run().maxOutageSeconds()));
                    Signals signals = Signals.listen(code -> interrupted(code, scheduler), onHalt)) {
                connect(scheduler);
                RunFacts facts = new RunFactsMaker(known, runId, commandLine).facts(database.facts(), scale);
                return measure(database, scheduler, facts);
            }
        }
    }

    private void connect(TerminalScheduler scheduler) throws CannotConnectException {
        try {
            scheduler.connect();
        } catch (SQLException e) {
            throw new CannotConnectException(
                    "the " + loaded.config().run().sutThreads() + " connections of this run cannot all be opened ("
                            + String.valueOf(e.getMessage()).strip()
                            + "): allow more on the server, or set sutThreads to fewer",
                    e);
        }
    }

    private void interrupted(ExitCode code, TerminalScheduler scheduler) {
        scheduler.stop();
        synchronized (this) {
            signal.set(code);
            if (checking != null) {
                checking.interrupt();
            }
        }
        complaints.println(
                "Stopping: transactions under way may finish, results are written. Once more stops at once.");
    }

    /** The load's constant decides which ones a run may use (clause 2.1.6.1). */
    private NURand constants(LoadedScale scale) {
        RandomStream random = new RandomStream(loaded.config().run().seed());
        int loadedC = scale.cLast().orElse(-1);
        if (loadedC < 0) {
            log.warn("bmsql_config does not tell the load's C value for C_LAST, so the run's cannot keep its distance");
            return NURand.forLoad(random);
        }
        NURand constants = NURand.forRun(random, loadedC);
        log.info("C value for C_LAST during load: " + loadedC);
        log.info("C value for C_LAST this run:    " + constants.cLast());
        log.info("");
        return constants;
    }

    private Finished measure(Database database, TerminalScheduler scheduler, RunFacts facts)
            throws DialectException, SQLException, RefusedException, InterruptedException {
        ResultDirectory directory = createDirectory();
        try (RunLedger ledger = RunLedger.begin(surroundings, database, loaded.config(), runId, directory, log)) {
            return measure(database, scheduler, facts, directory, ledger);
        }
    }

    private Finished measure(
            Database database,
            TerminalScheduler scheduler,
            RunFacts facts,
            @Nullable ResultDirectory directory,
            RunLedger ledger)
            throws DialectException, RefusedException, SQLException, InterruptedException {
        RunConfig run = loaded.config().run();
        RunWindow window = window(run);
        RunEnd end;
        RunSummary summary;
        List<String> problems;
        try (Recording recording = openRecording(window, facts, directory);
                RunCollectors collectors = RunCollectors.begin(
                        surroundings, loaded.config().collector(), database, directory, runId, window)) {
            try (ProgressScreen screen = new ProgressScreen(surroundings.console(), mode);
                    RunProgress progress = new RunProgress(
                            run,
                            recording,
                            scheduler,
                            screen,
                            surroundings.clock(),
                            loaded.config().result().reportIntervalSecs())) {
                complaints = screen.err();
                recording.start();
                end = scheduler.run(window, recording.measurement(), ledger.writer());
            }
            if (collectors != null) {
                collectors.end(log);
            }
            summary = recording.finish(RunVerdict.status(end), RunVerdict.reason(end, signal.get()));
            problems = new ArrayList<>(recording.problems());
            ledger.end(end.unfinishedWorkers()).ifPresent(problems::add);
        }
        complaints = surroundings.console().err();
        surroundings.console().out().println();
        RunEndBlock.lines(summary, ZoneId.systemDefault()).forEach(log::info);
        problems.forEach(log::warn);
        summary = checked(database, summary, end, ledger);
        problems.addAll(written(directory, summary));
        ExitCode code = RunVerdict.exitCode(summary, signal.get(), problems, log);
        return new Finished(code, summary, directory);
    }

    private @Nullable ResultDirectory createDirectory() throws RefusedException {
        String pattern = loaded.config().result().directoryPattern();
        if (pattern == null) {
            return null;
        }
        Path path = ResultPattern.expand(pattern, at(surroundings.clock().epochMillis()));
        ResultDirectory directory = ResultDirectory.create(surroundings.resolve(path));
        try {
            PropertiesCopy.write(surroundings.resolve(props), directory.runProperties());
        } catch (ResultWriteException e) {
            throw withdrawn(directory, e);
        }
        log.info("copied " + props + " to " + path.resolve("run.properties"));
        log.info("created " + path.resolve("data").resolve("runInfo.csv") + " for runID " + runId);
        log.info("writing per transaction results to " + path.resolve("data").resolve("result.csv"));
        return directory;
    }

    private Recording openRecording(RunWindow window, RunFacts facts, @Nullable ResultDirectory directory)
            throws RefusedException {
        try {
            if (directory != null) {
                RunInfoCsv.write(directory.runInfo(), runInfo(facts, window));
            }
            return Recording.open(surroundings.clock(), window, facts, directory);
        } catch (ResultWriteException e) {
            throw withdrawn(directory, e);
        }
    }

    /** Nothing was measured yet: a disk that is full already leaves no half-made directory behind. */
    private static RefusedException withdrawn(@Nullable ResultDirectory directory, ResultWriteException failure) {
        if (directory != null) {
            directory.remove();
        }
        return new RefusedException(failure.getMessage() + "; the run was not started", failure);
    }

    private RunWindow window(RunConfig run) {
        double rampupSeconds = run.rampupMinutes() * SECONDS_PER_MINUTE;
        return run.isTimed()
                ? RunWindow.timed(surroundings.clock(), rampupSeconds, run.runMinutes() * SECONDS_PER_MINUTE)
                : RunWindow.untilClosed(surroundings.clock(), rampupSeconds);
    }

    private RunInfo runInfo(RunFacts facts, RunWindow window) {
        return new RunInfo(
                facts.runId(),
                RunInfo.DRIVER,
                facts.toolVersion(),
                facts.db(),
                RunInfoCsv.sessionStart(at(window.epochMillis(window.measureFromNanos()))),
                RunFactsMaker.runMinutesText(loaded),
                facts.loadedWarehouses(),
                facts.warehouses(),
                facts.terminals(),
                facts.limitTxnsPerMin(),
                facts.thinkTimeMultiplier(),
                facts.keyingTimeMultiplier());
    }

    private static ZonedDateTime at(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).atZone(ZoneId.systemDefault());
    }

    /** The consistency conditions and the ledger, when the settings ask for them and the run came to its planned end. */
    private RunSummary checked(Database database, RunSummary summary, RunEnd end, RunLedger ledger)
            throws DialectException, SQLException, InterruptedException {
        boolean wanted = loaded.config().run().checkAfterRun() && end.reason() == RunEnd.Reason.PLANNED;
        if (!wanted) {
            return summary;
        }
        try {
            return beginCheck()
                    ? ledger.verified(summary.withCheck(new CheckLines(surroundings).check(database, false)))
                    : uncheckedBySignal(summary);
        } catch (InterruptedException | SQLException e) {
            if (signal.get() == null) {
                throw e;
            }
            return uncheckedBySignal(summary);
        } finally {
            endCheck();
        }
    }

    /** Writes the summary again when the check has added to it; returns what speaks against the run then. */
    private List<String> written(@Nullable ResultDirectory directory, RunSummary summary) {
        boolean changed = !summary.check().isEmpty() || signal.get() != null;
        if (directory != null && changed) {
            try {
                SummaryJson.write(directory.summary(), summary);
            } catch (ResultWriteException e) {
                log.warn(String.valueOf(e.getMessage()));
                return List.of(String.valueOf(e.getMessage()));
            }
        }
        return List.of();
    }

    /** False when a signal came before; from now on one interrupts the check. */
    private synchronized boolean beginCheck() {
        checking = Thread.currentThread();
        return signal.get() == null;
    }

    private synchronized void endCheck() {
        checking = null;
        // A signal in the last moment of the check: the interrupt has nothing left to stop.
        boolean late = Thread.interrupted();
        if (late && signal.get() == null) {
            Thread.currentThread().interrupt();
        }
    }

    private RunSummary uncheckedBySignal(RunSummary summary) {
        String reason =
                "The window went to its end; the consistency check after it was broken off" + Signals.by(signal.get());
        log.warn(reason);
        return summary.withStatus(RunSummary.Status.INTERRUPTED, reason);
    }
}
