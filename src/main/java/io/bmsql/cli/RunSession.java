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
import io.bmsql.result.LoadFacts;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.schema.LoadRecord;
import io.bmsql.spec.NURand;
import io.bmsql.terminal.RetryPolicy;
import io.bmsql.terminal.RunEnd;
import io.bmsql.terminal.TerminalScheduler;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One timed run. Everything that can be wrong is found before the result directory is made: settings, dialect, driver,
 * server, loaded data, and the connections of all workers.
 *
 * <pre>
 * banner ─► live port ─► connect ─► bmsql_config ─► C constants ─► all connections ─► result directory ─► run ─► summary ─► end block
 * </pre>
 */
final class RunSession {
    private static final double SECONDS_PER_MINUTE = 60;

    /** Apart from the workers' connections: one for the figures of the database, one to read the configuration and, at the end, those of the check. */
    private static final int SPARE_CONNECTIONS = CheckLines.CONNECTIONS + 1;

    private final Surroundings surroundings;
    private final LoadedConfig loaded;
    private final ProgressMode mode;
    private final int runId;
    private final String commandLine;
    private final RunLog log;
    private final RunStop stop;
    private final RunFiles files;
    private Runnable onHalt = () -> {};

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
        this.mode = mode;
        this.runId = runId;
        this.commandLine = commandLine;
        this.log = new RunLog(surroundings.shield());
        this.stop = new RunStop(surroundings);
        this.files = new RunFiles(surroundings, loaded, props, runId, log);
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
        stop.onHalt(action);
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
        RunCollectors.require(surroundings, config.collector(), dialect);
        int connections = config.run().sutThreads() + SPARE_CONNECTIONS;
        try (RunPage page = RunPage.open(config.result(), surroundings.console().out());
                Database database = surroundings.open(config.connection(), dialect, connections)) {
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
                    Signals signals = Signals.listen(code -> stop.arrived(code, scheduler), onHalt)) {
                connect(scheduler);
                RunFacts facts = new RunFactsMaker(known, runId, commandLine)
                        .facts(database.facts(), scale, loadRecord(database));
                return measure(database, scheduler, facts, page);
            }
        }
    }

    /** How the rows came in is good to know, but no run fails for want of it. */
    private @Nullable LoadFacts loadRecord(Database database) {
        try {
            return new LoadRecord(database).read();
        } catch (SQLException e) {
            log.warn("how the database was loaded cannot be read ("
                    + String.valueOf(e.getMessage()).strip() + "): the report will not tell it");
            return null;
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

    private Finished measure(Database database, TerminalScheduler scheduler, RunFacts facts, RunPage page)
            throws DialectException, SQLException, RefusedException, InterruptedException {
        ResultDirectory directory = files.create();
        stop.onWithdrawal(() -> RunFiles.takeBack(directory));
        try (RunLedger ledger = beginLedger(database, directory)) {
            return measure(database, scheduler, facts, directory, ledger, page);
        }
    }

    private RunLedger beginLedger(Database database, @Nullable ResultDirectory directory) throws SQLException {
        try {
            return RunLedger.begin(surroundings, database, loaded.config(), runId, directory, log);
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
            throws DialectException, RefusedException, SQLException, InterruptedException {
        RunWindow window = window(loaded.config().run());
        RunEnd end;
        RunSummary summary;
        List<String> problems;
        try (Recording recording = files.record(window, facts, directory);
                RunCollectors collectors = RunCollectors.begin(
                        surroundings, loaded.config().collector(), database, directory, runId, window)) {
            page.begin(surroundings.clock(), loaded.config(), facts, recording, scheduler);
            end = drive(scheduler, window, recording, ledger);
            if (collectors != null) {
                collectors.end(log);
            }
            summary = recording.finish(RunVerdict.status(end), RunVerdict.reason(end, stop.signal()));
            problems = new ArrayList<>(recording.problems());
            ledger.end(end.unfinishedWorkers()).ifPresent(problems::add);
        }
        page.end(summary, problems, directory, surroundings.shield());
        surroundings.console().out().println();
        RunEndBlock.lines(summary, ZoneId.systemDefault()).forEach(log::info);
        problems.forEach(log::warn);
        RunSummary measured = summary;
        summary = checked(database, measured, end, ledger);
        files.rewrite(directory, measured, summary).ifPresent(problems::add);
        ExitCode code = RunVerdict.exitCode(summary, stop.signal(), problems, log);
        return new Finished(code, summary, directory);
    }

    /** From the first transaction to the last, on the screen. */
    private RunEnd drive(TerminalScheduler scheduler, RunWindow window, Recording recording, RunLedger ledger)
            throws InterruptedException {
        try (ProgressScreen screen = new ProgressScreen(surroundings.console(), mode, surroundings.clock());
                RunProgress progress = new RunProgress(
                        loaded.config().run(),
                        recording,
                        scheduler,
                        screen,
                        surroundings.clock(),
                        loaded.config().result().reportIntervalSecs())) {
            stop.begin();
            recording.start();
            return scheduler.run(window, recording.measurement(), ledger.writer());
        }
    }

    /** The consistency conditions and the ledger, when the settings ask for them and the run came to its planned end. */
    private RunSummary checked(Database database, RunSummary summary, RunEnd end, RunLedger ledger)
            throws InterruptedException {
        RunConfig run = loaded.config().run();
        boolean wanted = run.checkAfterRun() && end.reason() == RunEnd.Reason.PLANNED;
        return wanted
                ? new RunCheck(surroundings, database, stop, log, run.maxOutageSeconds()).after(summary, ledger)
                : summary;
    }

    private RunWindow window(RunConfig run) {
        double rampupSeconds = run.rampupMinutes() * SECONDS_PER_MINUTE;
        return run.isTimed()
                ? RunWindow.timed(surroundings.clock(), rampupSeconds, run.runMinutes() * SECONDS_PER_MINUTE)
                : RunWindow.untilClosed(surroundings.clock(), rampupSeconds);
    }
}
