package io.bmsql.measure;

import io.bmsql.analysis.Verdict;
import io.bmsql.analysis.WindowConditions;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.PropertyKey;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.AgentFacts;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.Latency;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Connects;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.RunSummary.ThinkTime;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run's measurement: {@link #measurement} and {@link #live} are for all, the rest for the conducting thread. */
public final class Recording implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recording.class);
    private static final Consumer<LiveSecond> NOBODY = second -> {};
    private static final long SUMMARY_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2) - TimeUnit.MILLISECONDS.toNanos(500);

    private final RunClock clock;
    private final boolean hasMeters;
    private final RunWindow window;
    private final RunFacts facts;
    private final @Nullable ResultDirectory directory;
    private final List<AppendedFile> files = new ArrayList<>();
    private final SharedMeasurement measurement;
    private final @Nullable TransactionLog log;
    private final List<HistogramFile> histograms = new ArrayList<>();
    private final @Nullable AppendedFile warehouses;
    private final @Nullable SeriesFiles series;
    private final LiveSeconds live;
    private final Availability availability;
    private final ThroughputSeconds throughput;
    private final StepSampler steps;
    private final IntervalSampler sampler;
    private final Thread thread;
    private long summaryNanos;
    private volatile @Nullable String summaryProblem;
    private volatile @Nullable String samplerProblem;
    private boolean isDrained;
    private final List<String> unwritten = new CopyOnWriteArrayList<>();
    private volatile Consumer<LiveSecond> watchers = NOBODY;
    private volatile Consumer<ErrorSummary> newErrors = error -> {};
    private final Set<String> kinds = new HashSet<>();
    private volatile boolean stopped;

    private Recording(
            RunClock clock, RunWindow window, RunFacts facts, @Nullable ResultDirectory directory, boolean hasMeters) {
        this.clock = clock;
        this.hasMeters = hasMeters;
        this.window = window;
        this.facts = facts;
        TransactionTypes types = facts.types();
        this.steps = new StepSampler(types);
        this.directory = directory;
        List<IntervalSampler.Sink> sinks = new ArrayList<>();
        if (directory == null) {
            log = null;
            warehouses = null;
            series = null;
        } else {
            log = hasMeters
                    ? new TransactionLog(
                            directory.append(directory.result()), facts.setup().runId(), types, clock)
                    : null;
            histograms.add(histogramFile(directory.append(directory.responseLog()), TransactionMeter.Totals::response));
            histograms.add(histogramFile(directory.append(directory.serviceLog()), TransactionMeter.Totals::service));
            sinks.addAll(histograms);
            warehouses =
                    facts.metric().has("warehouses") ? kept(directory.append(WarehouseCounts.CSV.in(directory))) : null;
            series = new SeriesFiles(table -> kept(directory.append(table)), facts.hasEvents(), window, types);
            sinks.add(series);
        }
        AgentFacts agents = facts.size().agents();
        // Terminals are numbered through all agents, whose shares differ by one at most.
        int terminals =
                agents == null ? facts.size().terminals() : (facts.size().terminals() + 1) * agents.planned();
        measurement = new SharedMeasurement(
                window,
                types,
                log,
                facts.size().warehouses(),
                directory != null && facts.hasEvents() && hasMeters ? new TerminalWaits(window, terminals) : null);
        availability = new Availability(window, types);
        throughput = new ThroughputSeconds(window, types);
        live = new LiveSeconds(window, types, availability::outages);
        sinks.addAll(List.of(availability, steps, live, this::showWatchers, this::showErrors, throughput));
        if (series != null) {
            sinks.add(series::takeWaits);
        }
        if (directory != null && hasMeters && facts.size().agents() != null) {
            AppendedFile readings = kept(directory.append(directory.readings()));
            sinks.add(reading -> readings.append(reading.line()));
        }
        sampler = new IntervalSampler(window, measurement, sinks);
        thread = ParallelWork.daemon("interval-sampler", this::sampleEachSecond);
    }

    /** It is closed with the others at the end. */
    private AppendedFile kept(AppendedFile file) {
        files.add(file);
        return file;
    }

    private HistogramFile histogramFile(AppendedFile file, Function<TransactionMeter.Totals, Histogram> measure) {
        HistogramLog.Writer writer = new HistogramLog.Writer(
                kept(file), () -> window.epochMillis(window.startNanos()), window::rampupSeconds);
        return new HistogramFile(writer, measure, window, facts.types());
    }

    /**
     * Creates the files, if there is a directory, and writes a first summary with the status RUNNING. The window of the
     * facts is filled in here. Throws {@link ResultWriteException} when a file cannot be created.
     */
    public static Recording open(
            RunClock clock, RunWindow window, RunFacts facts, @Nullable ResultDirectory directory) {
        return open(clock, window, facts, directory, true);
    }

    /** @param hasMeters false where {@link AgentsSum} brings what load generators elsewhere measured, second by second */
    static Recording open(
            RunClock clock, RunWindow window, RunFacts facts, @Nullable ResultDirectory directory, boolean hasMeters) {
        Recording recording = new Recording(clock, window, facts, directory, hasMeters);
        if (directory != null) {
            RunSummary begun = recording.summary(Ending.RUNNING, window.startNanos());
            SummaryJson.write(directory.summary(), begun, Verdict.worst(begun).name());
            directory.reserveSpace();
        }
        if (recording.log != null) {
            recording.log.start();
        }
        recording.summaryNanos = window.startNanos();
        return recording;
    }

    /** Gives each step of this profile its own figures; before {@link #start}. */
    public void follow(LoadProfile profile, LongSupplier backlog) {
        steps.follow(profile);
        if (profile.unit() == LoadProfile.Unit.RATE) {
            sampler.follow(backlog);
        }
        live.follow(profile);
    }

    /** A provisional window begins after this ramp-up at the earliest, and once throughput is steady; before {@link #start}. */
    public void beginWhenSteady(double leastRampupSeconds) {
        throughput.beginWhenSteady(leastRampupSeconds);
    }

    /** Reads the meters each second from now on, on its own thread. */
    public void start() {
        thread.start();
    }

    public Measurement measurement() {
        return measurement;
    }

    public LiveView live() {
        return live.view(clock.nanoTime());
    }

    /** Passes each reading on, on the sampling thread: be quick. A watcher that throws is not called again. */
    public synchronized void watch(Consumer<LiveSecond> watcher) {
        watchers = watchers.andThen(watcher);
    }

    /** Hears, on the sampling thread, of the first error of each kind. */
    public synchronized void watchErrors(Consumer<ErrorSummary> listener) {
        newErrors = listener;
    }

    private void showErrors(Reading reading) {
        for (ErrorSummary error : reading.errors()) {
            if (kinds.size() < ErrorCounters.MAX_KINDS && kinds.add(error.line().replaceFirst(": .*", ""))) {
                newErrors.accept(error);
            }
        }
    }

    private void showWatchers(Reading reading) {
        try {
            if (watchers != NOBODY) {
                reading.intervals().forEach(interval -> watchers.accept(LiveSecond.of(interval, measurement.types)));
            }
        } catch (RuntimeException e) {
            // A watcher must not cost anybody the series of a run.
            watchers = NOBODY;
            LOG.error("The live figures stopped because of an error in the program ({}); the run continues", e, e);
        }
    }

    /** Failed attempts of the whole run so far by class, zeros included; for any thread. */
    public Map<ErrorClass, Long> errorsByClass() {
        return measurement.errors.attemptsByClass();
    }

    private void sampleEachSecond() {
        try {
            while (!stopped) {
                clock.parkUntil(sampler.nextNanos());
                if (!stopped) {
                    sample();
                }
            }
        } catch (RuntimeException e) {
            // Workers still count, and finish() reads what they counted; but the seconds until then are lost.
            samplerProblem = "The per-second series stopped because of an error in the program (" + e + ")";
            LOG.error(samplerProblem, e);
        }
    }

    /** Reads the meters and writes what they show; {@link #start} does so each second, on manual clocks call this. */
    public synchronized void sample() {
        long nowNanos = clock.nanoTime();
        sampler.sample(nowNanos);
        if (log != null) {
            log.handOver();
        }
        if (nowNanos - summaryNanos >= SUMMARY_EVERY_NANOS) {
            summaryNanos = nowNanos;
            write(summary(Ending.RUNNING, nowNanos));
        }
    }

    /** Takes what all agents counted in one second, as if one load generator had. */
    synchronized void take(List<PhaseInterval> intervals, List<Reading> readings, long backlog) {
        measurement.add(readings);
        sampler.take(Reading.sum(intervals, readings, backlog));
    }

    /** Reads what is left once the last worker has stopped: what else takes time until {@link #finish} is no drain. */
    public void drained() {
        stopSampling();
        sampleLast();
        isDrained = true;
    }

    /**
     * Ends the measurement after the last worker has stopped: an open window closes now, all files are written and
     * closed, and the summary gets its final status. Files that could not be written are in {@link #problems()}.
     */
    public RunSummary finish(Ending ending) {
        if (!isDrained) {
            drained();
        }
        RunSummary summary = endFigures(ending);
        if (warehouses != null) {
            warehouses.append(measurement.workload.warehousesCsv());
        }
        closeFiles();
        return write(summary);
    }

    private synchronized void sampleLast() {
        long nowNanos = clock.nanoTime();
        window.close(nowNanos);
        if (hasMeters) {
            sampler.sampleLast(nowNanos);
        }
    }

    private synchronized RunSummary endFigures(Ending ending) {
        histograms.forEach(HistogramFile::finish);
        Stream.ofNullable(series).forEach(SeriesFiles::finish);
        return summary(ending, clock.nanoTime());
    }

    /**
     * Makes the summary of what was read from the meters so far.
     *
     * @param nowNanos when the meters were read: the end of the window so far, when it is still open
     */
    private RunSummary summary(Ending ending, long nowNanos) {
        List<TypeSummary> types = facts.types().stream()
                .map(type -> type(type, sampler.totals(RunPhase.MEASURE, type)))
                .toList();
        RunFacts measured = factsOf(nowNanos);
        return new RunSummary(
                        ending,
                        measured,
                        Figures.of(
                                        types,
                                        measured,
                                        measurement.errors.summaries(),
                                        measurement.workload.counts(),
                                        measurement.resultWaits(),
                                        thinkTimes())
                                .with(connects()),
                        PostRunChecks.of(availability.outages()))
                .with(conditions(ending.status(), nowNanos))
                .withSteps(steps.steps());
    }

    /** Steadiness is judged once the window is over, and not where an outage or a planned change of the load decides. */
    private RunConditions conditions(Status status, long nowNanos) {
        double[] seconds = throughput.ofWindow((int) window.measuredSeconds(nowNanos));
        boolean isJudged = status != Status.RUNNING
                && seconds.length > 1
                && availability.outages().isEmpty()
                && facts.pace().loadProfile() == null;
        return RunConditions.NONE.with(isJudged ? WindowConditions.steadiness(seconds) : null);
    }

    private RunFacts factsOf(long nowNanos) {
        long fromNanos = window.measureFromNanos();
        long untilNanos = fromNanos + window.measuredNanos(nowNanos);
        return facts.with(new RunFacts.Window(
                window.epochMillis(fromNanos),
                window.epochMillis(untilNanos),
                window.rampupSeconds(),
                window.measuredSeconds(nowNanos),
                facts.types().stream()
                        .mapToLong(type -> sampler.totals(RunPhase.DRAIN, type).ended())
                        .sum()));
    }

    private @Nullable Connects connects() {
        Histogram micros = measurement.workload.connectMicros().copy();
        boolean perTransaction = EffectiveSetting.value(facts.settings(), PropertyKey.CONNECTION_PER_TRANSACTION)
                .equals("true");
        return micros.getTotalCount() == 0
                ? null
                : new Connects(perTransaction, micros.getTotalCount(), Latency.of(micros));
    }

    private List<ThinkTime> thinkTimes() {
        WorkloadCounters workload = measurement.workload;
        return facts.types().stream()
                .filter(type -> workload.thinkMicros(type).getTotalCount() > 0)
                .map(type -> {
                    Histogram micros = workload.thinkMicros(type).copy();
                    double requiredMillis = type.thinkSeconds() * facts.pace().thinkTimeMultiplier() * 1e3;
                    return new ThinkTime(type.name(), micros.getTotalCount(), requiredMillis, Latency.of(micros));
                })
                .toList();
    }

    private TypeSummary type(TransactionType type, TransactionMeter.Totals totals) {
        TransactionMeter meter = measurement.meters(RunPhase.MEASURE)[type.ordinal()];
        return new TypeSummary(
                type.name(),
                totals.completed(),
                0,
                totals.counts(),
                Latency.of(totals.response(), meter.longestNanos() / 1e6),
                Latency.of(totals.service()),
                totals.completed() > 0 ? RunWindow.seconds(meter.longestEndNanos() - window.measureFromNanos()) : 0,
                totals.writesWithoutRow());
    }

    private void stopSampling() {
        stopped = true;
        thread.interrupt();
        ParallelWork.awaitEnd(thread, TransactionLog.PATIENCE_SECONDS);
    }

    private void closeFiles() {
        if (log != null) {
            log.close();
        }
        files.forEach(AppendedFile::close);
        if (directory != null) {
            directory.freeSpace();
        }
    }

    /** Writes the summary, as often as more is known; gives it with all {@link #problems()}, its own too. */
    public RunSummary write(RunSummary summary) {
        if (directory != null) {
            summaryProblem = null;
            try {
                RunSummary shown = summary.withUnwritten(problems());
                SummaryJson.write(
                        directory.summary(), shown, Verdict.worst(shown).name());
            } catch (ResultWriteException e) {
                directory.warning().of(String.valueOf(e.getMessage()));
                summaryProblem = e.getMessage();
            }
        }
        return summary.withUnwritten(problems());
    }

    /** Adds why a file of others is missing or incomplete to {@link #problems()}. */
    public void unwritten(String problem) {
        unwritten.add(problem);
    }

    /** What could not be written; the run must not end with status 0 when there is any. */
    public List<String> problems() {
        Stream<@Nullable String> ofFiles = Stream.concat(
                Stream.ofNullable(log).map(TransactionLog::problem),
                files.stream().map(AppendedFile::problem));
        return Stream.concat(Stream.concat(ofFiles, unwritten.stream()), Stream.of(summaryProblem, samplerProblem))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Stops threads and closes files when the run was interrupted before {@link #finish}; the summary stays RUNNING. */
    @Override
    public void close() {
        if (!stopped) {
            stopSampling();
            closeFiles();
        }
    }
}
