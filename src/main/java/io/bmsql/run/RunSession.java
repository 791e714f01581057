package io.bmsql.run;

import io.bmsql.check.RunStart;
import io.bmsql.collector.KernelFiles;
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
import io.bmsql.data.DataState;
import io.bmsql.data.DatabaseLock;
import io.bmsql.data.LoadedData;
import io.bmsql.data.NothingLoadedException;
import io.bmsql.data.RunTime;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.LedgerWriter;
import io.bmsql.measure.Measurement;
import io.bmsql.measure.Participant;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.replicas.Analytics;
import io.bmsql.replicas.Replicas;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.Checksums;
import io.bmsql.result.LedgerHeader;
import io.bmsql.result.LoadFacts;
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
import io.bmsql.terminal.RunEnd;
import io.bmsql.terminal.TerminalScheduler;
import io.bmsql.workload.TpccWorkload;
import io.bmsql.tpcc.NURand;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.ScriptWorkload;
import io.bmsql.workload.Workload;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    private static final String PIPELINES =
            "are one transaction; in a row the same INSERT, UPDATE or DELETE is sent as one batch, all else one by one";

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
        Path path = place();
        if (path == null) {
            listener.warn("resultDirectory is not set: this run keeps no files, and there will be no report of it");
        } else {
            ResultDirectory.requireNew(program.resolve(path));
        }
        RunSettings plan = RunSettings.of(program, request.settings().of(request.share()), request.scripts());
        BenchmarkConfig config = plan.loaded().config();
        RunCollectors.require(program, config.result().collector(), plan.dialect());
        listener.settings(plan.known());
        try (RunPage page = RunPage.open(program, config.result(), listener);
                Database database = Database.open(program, config.connection(), plan.dialect(), SIDE_CONNECTIONS);
                // Of several agents one takes it for all.
                DatabaseLock lock = request.share().isFirst()
                        ? DatabaseLock.take(database, program.clock(), "run", listener::warn)
                        : null) {
            database.betterFolder().ifPresent(listener::warn);
            LoadedData scale = plan.scripts() == null ? LoadedData.read(database) : null;
            if (scale != null) {
                scale.require(config.run().inputs().warehouses());
            }
            RunWindow window = window(config.run().length());
            try (Replicas replicas = scale == null
                            ? null
                            : Replicas.open(program, config, window, database, scale, listener::info);
                    Analytics analytics = Analytics.open(program, config, window, database, listener::info);
                    TerminalScheduler scheduler = scheduler(plan, database, scale)) {
                connect(scheduler, config, replicas);
                RunFacts facts = facts(plan, database, scale, scheduler);
                listener.facts(facts, database);
                List<Participant> beside = Stream.<@Nullable Participant>of(analytics, replicas)
                        .filter(Objects::nonNull)
                        .toList();
                return measure(new Ready(plan, page, database, window, scheduler, facts, createDirectory()), beside);
            }
        }
    }

    /** All that a run needs, before its first transaction. */
    private record Ready(
            RunSettings plan,
            RunPage page,
            Database database,
            RunWindow window,
            TerminalScheduler scheduler,
            RunFacts facts,
            @Nullable ResultDirectory directory) {}

    private Finished measure(Ready ready, List<Participant> beside)
            throws UsageException, SQLException, InterruptedException {
        ResultDirectory directory = ready.directory;
        ScriptFiles scripts = ready.plan.scripts();
        stop.onWithdrawal(() -> takeBack(directory));
        try (Mark mark = new Mark(ready.database);
                Recording recording = Recording.open(program.clock(), ready.window, ready.facts, directory)) {
            if (scripts == null) {
                mark.leave(ready.plan.loaded().config(), ready.scheduler.inputs(), directory);
            } else if (directory != null) {
                scripts.keep(directory);
            }
            ready.window.beginAt(stop.awaitStart(request.gate(), program.clock()), program.clock());
            List<Participant> all = new ArrayList<>(beside);
            all.add(mark);
            RunEnd end = drive(ready, recording, mark.ledger, all);
            if (directory != null) {
                StatementTime.write(directory, ready.scheduler.statementTimes());
            }
            RunSummary.Ending ending = scripts == null && areTablesGone(ready.database)
                    ? new RunSummary.Ending(
                            RunSummary.Status.ABORTED, "The tables are gone: they were destroyed while the run lasted")
                    : RunStop.ending(end, stop.stoppedBy(), ready.plan.loaded().secrets());
            RunSummary counted = recording.finish(ending.status(), ending.statusReason());
            for (Participant each : all) {
                counted = each.addTo(counted, end.reason() == RunEnd.Reason.PLANNED);
            }
            tell(counted.postRun().analytics(), ready.plan.loaded().secrets());
            Optional.ofNullable(mark.ledger).map(LedgerWriter::problem).ifPresent(recording::ledgerProblem);
            RunSummary found = judged(directory, counted, ready.window);
            return new RunCheck(
                            program.clock(), ready.plan.loaded(), ready.database, stop, listener, ready.plan.scripts())
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

    /** Makes the terminals of the scripts, or of what is loaded. */
    private TerminalScheduler scheduler(RunSettings plan, Database database, @Nullable LoadedData scale)
            throws UsageException {
        RunConfig whole = request.settings().config().run();
        long seed = whole.inputs().seed();
        SqlErrors errors = plan.dialect().errors();
        Workload workload = plan.scripts() != null
                ? new ScriptWorkload(plan.scripts().workload(database), seed, program.clock(), errors)
                : new TpccWorkload(
                        whole, plan.loaded().config().mix(), constants(seed, Objects.requireNonNull(scale)), errors);
        return new TerminalScheduler(program.clock(), whole, request.share(), workload, database::runWorker, errors);
    }

    private @Nullable Path place() {
        String pattern = request.settings().config().result().directoryPattern();
        return pattern == null
                ? null
                : ResultDirectory.dated(
                        request.share().directory(pattern), program.clock().now());
    }

    /** What a run of TPC-C leaves in the database, and its ledger where the settings ask for one. */
    private final class Mark implements Participant {
        private final Database database;
        /** By which other runs know this one; null before it is left. */
        private @Nullable String id;

        private @Nullable LedgerWriter ledger;

        Mark(Database database) {
            this.database = database;
        }

        /**
         * Leaves the mark; for a ledger reads the baseline and creates the file.
         *
         * @param inputs with the home warehouses of this agent
         */
        void leave(BenchmarkConfig config, RunConfig.Inputs inputs, @Nullable ResultDirectory directory)
                throws SQLException {
            if (request.share().isFirst()) {
                noteRun();
            }
            RunStart start = new RunStart(
                    database, program.clock(), inputs.firstWarehouse(), inputs.lastWarehouse(), request.share());
            if (directory == null || !config.result().ledger()) {
                try {
                    id = start.beginWithoutLedger();
                } catch (SQLException e) {
                    // For the ledgers of other runs: no reason to refuse this one.
                    listener.warn("bmsql_config cannot be written ("
                            + SqlErrors.text(e)
                            + "): ledgers of earlier runs will report this run's rows as phantoms");
                }
                return;
            }
            try {
                LedgerHeader header = start.begin(request.runId(), inputs.seed());
                id = header.runMark().id();
                listener.info("writing the ledger to " + directory.ledger());
                ledger = LedgerWriter.create(
                        directory.ledger(), header, config.run().workers(), program.clock());
            } catch (SQLException e) {
                throw new SQLException(
                        "the ledger cannot be started ("
                                + SqlErrors.text(e)
                                + "): let the user of the run write bmsql_config, or set ledger=false",
                        e.getSQLState(),
                        e.getErrorCode(),
                        e);
            }
        }

        /** For the results of later runs: from now on the rows are not those that the load made. Of several agents, one says so. */
        private void noteRun() {
            try {
                new DataState(database).noteRun();
            } catch (SQLException e) {
                listener.warn("bmsql_config cannot take a note of this run ("
                        + SqlErrors.text(e)
                        + "): results of later runs will not say that it changed the data");
            }
        }

        /** For the ledgers of other runs: when the rows were no longer changed. */
        @Override
        public void end(int leftBehind) {
            if (id != null) {
                try {
                    RunTime.end(database, program.clock(), id);
                } catch (SQLException e) {
                    listener.warn("bmsql_config cannot take a note of this run's end (" + SqlErrors.text(e) + ')');
                }
            }
            if (ledger != null) {
                ledger.end(leftBehind);
            }
        }

        @Override
        public void close() {
            if (ledger != null) {
                ledger.close();
            }
        }
    }

    private static boolean areTablesGone(Database database) throws UsageException {
        try {
            LoadedData.read(database);
            return false;
        } catch (NothingLoadedException e) {
            return true;
        } catch (SQLException e) {
            // A server that cannot be asked has not lost them.
            return false;
        }
    }

    private static void connect(TerminalScheduler scheduler, BenchmarkConfig config, @Nullable Replicas replicas)
            throws CannotConnectException {
        int workers = config.run().workers();
        double readPercent = config.replicas().readPercent();
        int copies = readPercent > 0 ? config.replicas().urls().size() : 0;
        if (replicas != null && copies > 0) {
            scheduler.readFrom(replicas.sources(), readPercent);
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

    /** The load's constant decides which ones a run may use (clause 2.1.6.1). */
    private NURand constants(long seed, LoadedData scale) {
        RandomStream random = new RandomStream(seed);
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

    /** All that is known before the first transaction; the window is the planned one, which the measurement replaces. */
    private RunFacts facts(RunSettings plan, Database database, @Nullable LoadedData scale, TerminalScheduler scheduler)
            throws UsageException, SQLException {
        LoadedConfig loaded =
                plan.scripts() == null ? plan.known() : plan.scripts().filledIn(plan.known());
        RunConfig run = loaded.config().run();
        DatabaseFacts facts = database.facts();
        Map<String, String> environment = environment(loaded, facts);
        addWork(plan, environment);
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
                        scale == null ? 0 : scale.warehouses(),
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
                scale == null ? null : load(database),
                Runtime.getRuntime().availableProcessors());
    }

    /** What transactions do: texts of the program, or somebody's own. */
    private void addWork(RunSettings plan, Map<String, String> environment) throws UsageException {
        Dialect dialect = plan.dialect();
        ScriptFiles scripts = plan.scripts();
        boolean isShipped = scripts == null
                && dialect.hasShippedWork(plan.loaded().config().connection().statementProfile());
        String texts = Checksums.ofTexts(scripts == null ? dialect.textsOfWork() : scripts.textsOfWork());
        environment.put(RunFacts.TEXTS, isShipped ? RunFacts.AS_SHIPPED : texts);
        if (scripts != null) {
            listener.info("Workload: " + scripts.description());
            environment.put("workload", plan.loaded().secrets().hide(scripts.description()));
            if (!scripts.pipelines().isEmpty()) {
                listener.warn(
                        "JDBC has no pipeline: those of " + String.join(", ", scripts.pipelines()) + ' ' + PIPELINES);
                environment.put("pipelines", PIPELINES);
            }
        }
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

    /** How the rows came in is good to know, but no run fails for want of it. */
    private @Nullable LoadFacts load(Database database) {
        try {
            return new DataState(database).load();
        } catch (SQLException e) {
            listener.warn(
                    "the record of the load cannot be read (" + SqlErrors.text(e) + "): the report will not show it");
            return null;
        }
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
    private Map<String, String> environment(LoadedConfig loaded, DatabaseFacts database) {
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
                .filter(setting -> setting.origin().equals("-D"))
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

    private static void takeBack(@Nullable ResultDirectory directory) {
        if (directory != null && Files.exists(directory.root())) {
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
                        ready.database,
                        directory,
                        request.runId(),
                        window,
                        listener);
                EventRunner events = new EventRunner(
                        program, window, config.events(), ready.plan.loaded().secrets(), directory, listener)) {
            List<Participant> all = new ArrayList<>(beside);
            all.add(events);
            Optional.ofNullable(collectors).ifPresent(all::add);
            ready.page.begin(program.clock(), ready.facts, source).ifPresent(recording::watch);
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
    private RunSummary judged(@Nullable ResultDirectory directory, RunSummary counted, RunWindow window) {
        RunSummary judged =
                directory == null ? counted : RunCheck.judged(directory, counted, List.of(), listener::warn);
        double longestMinutes = request.settings().config().run().length().longestRampupMinutes();
        if (longestMinutes == 0) {
            return judged;
        }
        writeRunInfo(directory, judged.run(), window);
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
        window.onSettled(() -> listener.info(
                window.isSteady()
                        ? NumberText.format(
                                "Throughput is steady: the window begins after %.0f s of ramp-up",
                                window.rampupSeconds())
                        : "Throughput is not steady after the longest ramp-up: the window begins anyway"));
        return window;
    }
}
