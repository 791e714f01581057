package io.bmsql.run;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.collector.KernelFiles;
import io.bmsql.collector.database.WaitWatch;
import io.bmsql.common.NumberText;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentShare;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.config.RunConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Participant;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.EndingCause;
import io.bmsql.result.PropertiesCopy;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunConditions.SteadyRampup;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunSummary;
import io.bmsql.result.StatementTime;
import io.bmsql.schema.DatabaseLock;
import io.bmsql.terminal.RunEnd;
import io.bmsql.terminal.TerminalScheduler;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
    /** For the figures of the database and, at the end, the check. */
    public static final int SIDE_CONNECTIONS = RunCheck.CONNECTIONS + 1;

    private final ProgramContext program;
    private final Request request;
    private final RunListener listener;
    private final RunStop stop;

    public RunSession(ProgramContext program, Request request, RunListener listener) {
        this.program = program;
        this.request = request;
        this.listener = listener;
        this.stop = new RunStop(listener);
    }

    /**
     * What is to be run.
     *
     * @param settings of the whole run, whatever this agent's share of it is
     * @param props is copied into the results
     * @param commandLine has no secrets
     * @param gate says when the first transaction may be due
     * @param scripts texts of script files by their names, as the coordinator read them; else none
     */
    public record Request(
            LoadedConfig settings,
            Path props,
            int runId,
            String commandLine,
            AgentShare share,
            StartGate gate,
            Map<String, String> scripts) {
        public Request(LoadedConfig settings, Path props, int runId, String commandLine) {
            this(settings, props, runId, commandLine, AgentShare.WHOLE, StartGate.NOW, Map.of());
        }
    }

    /** How a run ended; the directory is null when no results were asked for. */
    public record Finished(RunSummary summary, List<String> problems, @Nullable ResultDirectory directory) {}

    @Override
    public RunStop stop() {
        return stop;
    }

    @Override
    public Finished run() throws UsageException, SQLException, InterruptedException {
        try {
            return runUnplaced();
        } catch (UsageException e) {
            throw request.settings().placed(e);
        }
    }

    private Finished runUnplaced() throws UsageException, SQLException, InterruptedException {
        Path path = place();
        if (path == null) {
            listener.warn("resultDirectory is not set: this run keeps no files, and there will be no report of it");
        } else {
            ResultDirectory.requireNew(program.resolve(path));
        }
        ResolvedSettings plan = ResolvedSettings.of(program, request.settings().of(request.share()), request.scripts());
        BenchmarkConfig config = plan.loaded().config();
        RunCollectors.require(program, config.result().collector(), plan.dialect());
        listener.settings(plan.known());
        try (RunPage page = RunPage.open(program, config.result(), listener);
                Database database = Database.open(program, config.connection(), plan.dialect(), SIDE_CONNECTIONS);
                WaitWatch watch = WaitWatch.begin(
                        database,
                        program.clock(),
                        config.result().collector().database()
                                && config.result().collector().sessionSampling(),
                        listener::waits);
                // Of several agents one takes it for all.
                DatabaseLock lock = request.share().isFirst()
                        ? DatabaseLock.take(database, program.clock(), "run", listener::warn)
                        : null) {
            database.betterFolder().ifPresent(listener::warn);
            RunWindow window = window(config.run().length());
            RunConfig whole = request.settings().config().run();
            Benchmark.RunPlan wanted = new Benchmark.RunPlan(
                    whole, request.share(), request.runId(), window, listener::info, listener::warn);
            SqlErrors errors = plan.dialect().errors();
            try (Benchmark.Opened opened = plan.benchmark().open(database, wanted);
                    TerminalScheduler scheduler = new TerminalScheduler(
                            program.clock(), whole, request.share(), opened.workload(), database::runWorker, errors)) {
                connect(scheduler, config, opened.copies());
                RunFacts facts = facts(plan, database, opened, scheduler);
                listener.facts(facts, database);
                return measure(
                        new Ready(plan, page, database, watch, window, opened, scheduler, facts, createDirectory()));
            }
        }
    }

    /** All that a run needs, before its first transaction. */
    private record Ready(
            ResolvedSettings plan,
            RunPage page,
            Database database,
            WaitWatch watch,
            RunWindow window,
            Benchmark.Opened opened,
            TerminalScheduler scheduler,
            RunFacts facts,
            @Nullable ResultDirectory directory) {}

    private Finished measure(Ready ready) throws UsageException, SQLException, InterruptedException {
        ResultDirectory directory = ready.directory;
        stop.onWithdrawal(() -> takeBack(directory));
        try (Recording recording = Recording.open(program.clock(), ready.window, ready.facts, directory);
                Participant trace = ready.opened.leave(directory, ready.scheduler.inputs())) {
            ready.window.beginAt(stop.awaitStart(request.gate(), program.clock()), program.clock());
            List<Participant> all = new ArrayList<>(ready.opened.beside());
            all.add(trace);
            LedgerWriter ledger = trace.ledger();
            RunEnd end = drive(ready, recording, ledger, all);
            if (directory != null) {
                writeLate(recording, () -> StatementTime.write(directory, ready.scheduler.statementTimes()));
            }
            RunSummary.Ending ending = ready.opened.isGone()
                    ? new RunSummary.Ending(
                            RunSummary.Status.ABORTED, new EndingCause(EndingCause.Kind.TABLES_GONE, ""))
                    : RunStop.ending(end, stop.stoppedBy(), ready.plan.loaded().secrets());
            RunSummary counted = recording.finish(ending);
            for (Participant each : all) {
                counted = each.addTo(counted, end.reason() == RunEnd.Reason.PLANNED);
            }
            tell(counted.postRun().analytics(), ready.plan.loaded().secrets());
            Optional.ofNullable(ledger).map(LedgerWriter::problem).ifPresent(recording::unwritten);
            RunSummary found = judged(directory, counted, ready.window, recording);
            return new RunCheck(
                            program.clock(),
                            ready.plan.loaded(),
                            ready.database,
                            stop,
                            listener,
                            ready.plan.benchmark())
                    .conclude(found, directory, recording::write, recording::problems, ready.page);
        } catch (ResultWriteException e) {
            if (stop.hasBegun()) {
                throw e;
            }
            throw withdrawn(directory, e);
        } catch (UsageException | SQLException | InterruptedException | RuntimeException e) {
            if (!stop.hasBegun()) {
                takeBack(directory);
            }
            throw e;
        }
    }

    private void tell(@Nullable AnalyticSummary answered, SecretMask secrets) {
        if (answered != null) {
            listener.info("Analytics: " + answered.line());
            if (!answered.neverAnswered().isEmpty()) {
                listener.warn("analytic queries that always failed: " + answered.neverAnswered() + " ("
                        + secrets.hide(answered.firstProblem()) + ")");
            }
        }
    }

    private @Nullable Path place() throws UsageException {
        String pattern = request.settings().config().result().directoryPattern();
        return pattern == null
                ? null
                : ResultDirectory.dated(
                        request.share().directory(pattern), program.clock().now());
    }

    private static void connect(
            TerminalScheduler scheduler, BenchmarkConfig config, List<WorkerConnection.Source> sources)
            throws CannotConnectException {
        int workers = config.run().workers();
        int copies = sources.size();
        if (copies > 0) {
            scheduler.readFrom(sources, config.replicas().readPercent());
        }
        try {
            scheduler.connect();
        } catch (SQLException e) {
            throw new CannotConnectException(
                    "the " + workers * (1 + copies) + " connections of this run cannot all be opened"
                            + (copies == 0 ? " (" : ", " + workers + " to each server (")
                            + SqlErrors.text(e)
                            + "): allow more on the server, or set sutThreads to fewer",
                    e);
        }
    }

    /** All that is known before the first transaction; the window is the planned one, which the measurement replaces. */
    private RunFacts facts(
            ResolvedSettings plan, Database database, Benchmark.Opened opened, TerminalScheduler scheduler)
            throws UsageException, SQLException {
        LoadedConfig loaded = opened.filledIn(plan.known());
        RunConfig run = loaded.config().run();
        DatabaseFacts facts = database.facts();
        Map<String, String> environment = environment(loaded, facts, database.socket());
        opened.describe(environment);
        return new RunFacts(
                new Setup(
                        request.runId(),
                        ProgramContext.version(),
                        loaded.config().connection().db(),
                        loaded.config().connection().statementProfile(),
                        run.statementForm().word(),
                        facts.isolation(),
                        run.inputs().seed(),
                        RunFacts.Workload.of(scheduler.types())),
                new Size(
                        opened.loadedWarehouses(),
                        run.inputs().warehouses(),
                        run.terminals(),
                        run.workers(),
                        agents(run, scheduler.inputs())),
                pace(run),
                new Window(
                        0,
                        0,
                        Math.max(run.length().rampupMinutes(), run.length().longestRampupMinutes()) * 60,
                        run.length().runMinutes() * 60,
                        0),
                environment,
                loaded.settings(),
                opened.load(),
                Runtime.getRuntime().availableProcessors());
    }

    private static Pace pace(RunConfig run) {
        RunConfig.Pace asked = run.pace();
        LoadProfile profile = asked.profile();
        return new Pace(
                asked.mode(),
                run.length().isTimed() ? "minutes" : "transactions",
                asked.limitTxnsPerMin(),
                asked.keyingTimeMultiplier(),
                asked.thinkTimeMultiplier(),
                profile == null || profile.unit() != LoadProfile.Unit.RATE
                        ? asked.arrivalRate()
                        : (int) Math.round(profile.mean()),
                profile == null ? null : profile.text());
    }

    /** This agent as one of several; null when it is alone. */
    private @Nullable AgentFacts agents(RunConfig run, RunConfig.Inputs inputs) {
        AgentShare share = request.share();
        if (share.equals(AgentShare.WHOLE)) {
            return null;
        }
        AgentFacts.Share own =
                new AgentFacts.Share(run.terminals(), run.workers(), inputs.firstWarehouse(), inputs.lastWarehouse());
        AgentFacts.Agent self = new AgentFacts.Agent(share.number(), ProgramContext.hostName(), own, null, null);
        return new AgentFacts(share.group(), share.number(), share.agents(), List.of(self));
    }

    /** What a repeat needs to know about driver, server and machine, in reading order; without Linux's files as well. */
    private Map<String, String> environment(LoadedConfig loaded, DatabaseFacts database, String socket) {
        Runtime runtime = Runtime.getRuntime();
        String architecture = System.getProperty("os.arch");
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("host", ProgramContext.hostName());
        facts.put(
                "kernel", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + architecture);
        KernelFiles kernel = KernelFiles.ofThisHost();
        String model = kernel.field("proc/cpuinfo", "model name").orElse(architecture);
        facts.put("cpu", model + ", " + runtime.availableProcessors() + " processors");
        kernel.field("proc/meminfo", "MemTotal").ifPresent(total -> facts.put("memory", total));
        facts.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put(
                "jvm options",
                String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        facts.put("jvm heap limit", (runtime.maxMemory() >> 20) + " MiB");
        facts.put("time zone", ZoneId.systemDefault().getId());
        facts.put("driver", database.driver() + " " + database.driverVersion());
        facts.put("server", database.product() + " " + database.productVersion());
        if (!socket.isEmpty()) {
            facts.put("unix socket", socket);
        }
        facts.put("command line", request.commandLine());
        facts.replaceAll((name, value) -> loaded.secrets().hide(value));
        return facts;
    }

    private @Nullable ResultDirectory createDirectory() throws UsageException {
        Path path = place();
        if (path == null) {
            return null;
        }
        ResultDirectory directory = ResultDirectory.create(program.resolve(path));
        // What was not the file's; where the results go says nothing of the run.
        Map<String, String> given = request.settings().settings().stream()
                .filter(setting -> setting.origin().equals(EffectiveSetting.COMMAND_LINE))
                .filter(setting -> !setting.key().equals(PropertyKey.RESULT_DIRECTORY.key()))
                .collect(Collectors.toMap(EffectiveSetting::key, EffectiveSetting::value));
        try {
            PropertiesCopy.write(program.resolve(request.props()), directory.runProperties(), given);
        } catch (ResultWriteException e) {
            throw withdrawn(directory, e);
        }
        listener.directory(directory);
        listener.info("copied " + request.props() + " to " + path.resolve("run.properties"));
        listener.info("created " + path.resolve("data/runInfo.csv") + " for runID " + request.runId());
        listener.info("writing per transaction results to " + path.resolve("data/result.csv"));
        return directory;
    }

    /** For a file that cannot be written before the first transaction; a stop that removed the files explains it. */
    private UsageException withdrawn(@Nullable ResultDirectory directory, ResultWriteException failure)
            throws UsageException {
        takeBack(directory);
        stop.refuseIfWithdrawn();
        return new UsageException(failure.getMessage() + "; the run was not started", failure);
    }

    /** Once there are figures, a disk that refuses a file costs that file. */
    private void writeLate(Recording recording, Runnable writing) {
        try {
            writing.run();
        } catch (ResultWriteException e) {
            String problem = String.valueOf(e.getMessage());
            listener.warn(problem);
            recording.unwritten(problem);
        }
    }

    private static void takeBack(@Nullable ResultDirectory directory) {
        if (directory != null) {
            directory.remove();
        }
    }

    private void writeRunInfo(@Nullable ResultDirectory directory, RunFacts facts, RunWindow window) {
        if (directory != null) {
            // The text of the setting.
            String runMinutes = request.settings().text(PropertyKey.RUN_MINS);
            long start = window.epochMillis(window.measureFromNanos());
            RunInfo.of(facts, start, runMinutes.isEmpty() ? "0" : runMinutes).write(directory.runInfo());
        }
    }

    /** From the first transaction to the last one, before everybody who looks on. */
    private RunEnd drive(Ready ready, Recording recording, @Nullable LedgerWriter ledger, List<Participant> beside)
            throws UsageException, InterruptedException {
        RunWindow window = ready.window;
        ResultDirectory directory = ready.directory;
        TerminalScheduler scheduler = ready.scheduler;
        BenchmarkConfig config = ready.plan.loaded().config();
        LiveSource source = new LiveSource(
                recording::live,
                recording::errorsByClass,
                scheduler::backlog,
                scheduler::connectedWorkers,
                recording::problems,
                () -> LiveSource.events(directory, window));
        // The collectors end before the files of the recording are closed.
        try (RunCollectors collectors = RunCollectors.begin(
                        program,
                        config.result().collector(),
                        config.connection().url(),
                        ready.database,
                        directory,
                        request.runId(),
                        window,
                        request.share().equals(AgentShare.WHOLE),
                        listener);
                EventRunner events = new EventRunner(
                        program, window, config.events(), ready.plan.loaded().secrets(), directory, listener)) {
            List<Participant> all = new ArrayList<>(beside);
            all.add(events);
            Optional.ofNullable(collectors).ifPresent(all::add);
            ready.page.begin(program.clock(), ready.facts, source).ifPresent(recording::watch);
            ready.watch.follow(() -> recording.live().figures().foreground());
            recording.watchErrors(error -> listener.failed(error.line()));
            Measurement measurement = recording.measurement();
            for (Participant each : all) {
                measurement = each.begin(measurement, directory);
            }
            Runnable shown = listener.running(source);
            RunEnd end;
            try {
                stop.begin(() -> writeRunInfo(directory, ready.facts, window), scheduler::stop);
                LoadProfile profile = config.run().pace().profile();
                if (profile != null) {
                    recording.follow(profile, scheduler::backlog);
                }
                recording.beginWhenSteady(config.run().length().rampupMinutes() * 60);
                recording.start();
                end = scheduler.run(window, measurement, ledger);
                if (end.unfinishedWorkers() == 0) {
                    recording.drained();
                }
            } finally {
                shown.run();
            }
            for (Participant each : all) {
                each.end(end.unfinishedWorkers());
            }
            return end;
        }
    }

    /** What the collectors saw is only known once they have ended, and when a window that waited to be steady began. */
    private RunSummary judged(
            @Nullable ResultDirectory directory, RunSummary counted, RunWindow window, Recording recording) {
        RunSummary judged =
                directory == null ? counted : RunCheck.judged(directory, counted, List.of(), listener::warn);
        double longestMinutes = request.settings().config().run().length().longestRampupMinutes();
        if (longestMinutes == 0) {
            return judged;
        }
        writeLate(recording, () -> writeRunInfo(directory, judged.run(), window));
        SteadyRampup rampup = new SteadyRampup(window.isSteady(), longestMinutes * 60);
        return judged.with(judged.postRun().conditions().with(rampup));
    }

    /** The window of a run whose ramp-up is as long as it was asked for, from now on. */
    public static RunWindow window(RunClock clock, RunConfig.Length length) {
        double rampupSeconds = length.rampupMinutes() * 60;
        return length.isTimed()
                ? RunWindow.timed(clock, rampupSeconds, length.runMinutes() * 60)
                : RunWindow.untilClosed(clock, rampupSeconds);
    }

    private RunWindow window(RunConfig.Length length) {
        if (!length.isTimed() || length.longestRampupMinutes() == 0) {
            return window(program.clock(), length);
        }
        double longestSeconds = length.longestRampupMinutes() * 60;
        RunWindow window = RunWindow.onceSteady(program.clock(), longestSeconds, length.runMinutes() * 60);
        window.onSettled(() -> listener.said(
                window.isSteady() ? "run.steady" : "run.unsteady", NumberText.decimal(window.rampupSeconds(), 0)));
        return window;
    }
}
