package io.bmsql.measure;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.RunClock;
import io.bmsql.config.LoadProfile;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WorkloadCounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private static final long SUMMARY_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2) - TimeUnit.MILLISECONDS.toNanos(500);

    private final RunClock clock;
    private final boolean hasMeters;
    private final RunWindow window;
    private final @Nullable ResultDirectory directory;
    private final List<AppendedFile> files = new ArrayList<>();
    private final AppendedFile.Warning warning;
    private final SharedMeasurement measurement;
    private final @Nullable TransactionLog log;
    private final List<HistogramFile> histograms = new ArrayList<>();
    private final @Nullable AppendedFile warehouses;
    private final LiveSeconds live;
    private final SteadyRampup rampup;
    private final StepSampler steps = new StepSampler();
    private final IntervalSampler sampler;
    private final SummaryBuilder summaries;
    private final Thread thread;
    private long summaryNanos;
    private volatile @Nullable String summaryProblem;
    private volatile @Nullable String samplerProblem;
    private volatile @Nullable String ledgerProblem;
    private final Watchers watchers = new Watchers();
    private volatile boolean stopped;

    private Recording(
            RunClock clock,
            RunWindow window,
            RunFacts facts,
            @Nullable ResultDirectory directory,
            AppendedFile.Opener opener,
            boolean hasMeters) {
        this.clock = clock;
        this.hasMeters = hasMeters;
        this.window = window;
        this.directory = directory;
        this.warning = directory == null ? new AppendedFile.Warning() : directory.warning();
        List<IntervalSampler.Sink> sinks = new ArrayList<>();
        if (directory == null) {
            log = null;
            warehouses = null;
        } else {
            log = hasMeters
                    ? new TransactionLog(
                            AppendedFile.create(directory.result(), opener, warning),
                            facts.setup().runId(),
                            clock)
                    : null;
            histograms.add(histogramFile(directory.responseLog(), opener, TransactionMeter.Totals::response));
            histograms.add(histogramFile(directory.serviceLog(), opener, TransactionMeter.Totals::service));
            sinks.addAll(histograms);
            warehouses = file(directory.warehouseHeat(), opener);
        }
        measurement = new SharedMeasurement(window, log, facts.size().warehouses());
        if (directory != null) {
            sinks.add(seriesFiles(directory, opener));
        }
        Availability availability = new Availability(window, measurement.gaps);
        ThroughputSeconds throughput = new ThroughputSeconds(window);
        live = new LiveSeconds(window, measurement.errors::attempts, availability::outages);
        rampup = new SteadyRampup(window, throughput);
        sinks.addAll(List.of(availability, throughput, steps, live, watchers, rampup));
        if (directory != null && hasMeters && facts.size().drivers() != null) {
            sinks.add(new ReadingsFile(file(directory.readings(), opener)));
        }
        sampler = new IntervalSampler(window, measurement, sinks);
        summaries = new SummaryBuilder(facts, window, measurement, sampler, availability, throughput, steps);
        thread = new Thread(this::sampleEachSecond, "interval-sampler");
        thread.setDaemon(true);
    }

    private AppendedFile file(Path path, AppendedFile.Opener opener) {
        AppendedFile file = AppendedFile.create(path, opener, warning);
        files.add(file);
        return file;
    }

    private SeriesFiles seriesFiles(ResultDirectory directory, AppendedFile.Opener opener) {
        return new SeriesFiles(
                file(directory.series(), opener),
                file(directory.errors(), opener),
                file(directory.inputs(), opener),
                window);
    }

    private HistogramFile histogramFile(
            Path path, AppendedFile.Opener opener, Function<TransactionMeter.Totals, Histogram> measure) {
        HistogramLog.Writer writer = new HistogramLog.Writer(
                file(path, opener), () -> window.epochMillis(window.startNanos()), window::rampupSeconds);
        return new HistogramFile(writer, measure, window);
    }

    /** Writes all that each reading held. */
    private static final class ReadingsFile implements IntervalSampler.Sink {
        private final AppendedFile file;
        private final List<PhaseInterval> intervals = new ArrayList<>();

        ReadingsFile(AppendedFile file) {
            this.file = file;
        }

        @Override
        public void accept(PhaseInterval interval) {
            intervals.add(interval);
        }

        @Override
        public void flush(Counted counted) {
            file.append(new Reading(intervals, counted).line());
            intervals.clear();
        }
    }

    /**
     * Creates the files, if there is a directory, and writes a first summary with the status RUNNING. The window of the
     * facts is filled in here. Throws {@link ResultWriteException} when a file cannot be created.
     */
    public static Recording open(
            RunClock clock, RunWindow window, RunFacts facts, @Nullable ResultDirectory directory) {
        return open(clock, window, facts, directory, AppendedFile.Opener.NEW_FILE);
    }

    static Recording open(
            RunClock clock,
            RunWindow window,
            RunFacts facts,
            @Nullable ResultDirectory directory,
            AppendedFile.Opener opener) {
        return open(new Recording(clock, window, facts, directory, opener, true));
    }

    /** The same of what load generators elsewhere measured: {@link AgentsSum} brings it, second by second. */
    static Recording ofAgents(RunClock clock, RunWindow window, RunFacts facts, @Nullable ResultDirectory directory) {
        return open(new Recording(clock, window, facts, directory, AppendedFile.Opener.NEW_FILE, false));
    }

    private static Recording open(Recording recording) {
        ResultDirectory directory = recording.directory;
        RunWindow window = recording.window;
        if (directory != null) {
            RunSummary begun = recording.summaries.build(Status.RUNNING, null, window.startNanos());
            SummaryJson.write(directory.summary(), begun, Verdict.worst(begun).name());
            directory.reserveSpace();
        }
        if (recording.log != null) {
            recording.log.start();
        }
        recording.summaryNanos = window.startNanos();
        return recording;
    }

    /** Gives each step of this profile figures of its own; before {@link #start}. */
    public void follow(LoadProfile profile, LongSupplier backlog) {
        steps.follow(profile);
        if (profile.unit() == LoadProfile.Unit.RATE) {
            sampler.follow(backlog);
        }
        live.follow(profile);
    }

    /** A provisional window begins after this ramp-up at the earliest, and once throughput is steady; before {@link #start}. */
    public void beginWhenSteady(double leastRampupSeconds) {
        rampup.atLeast(leastRampupSeconds);
    }

    /** Reads the meters each second from now on, on a thread of its own. */
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
    public void watch(Consumer<LiveSecond> watcher) {
        watchers.add(interval -> watcher.accept(LiveSecond.of(interval)));
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
            // Workers go on counting, and finish() reads what they counted; but the seconds until then are lost.
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
            write(summaries.build(Status.RUNNING, null, nowNanos));
        }
    }

    /** Takes what all agents counted in one second, as if one load generator had. */
    synchronized void take(List<PhaseInterval> intervals, List<Counted> of, long backlog) throws IOException {
        measurement.add(of);
        List<ErrorSummary> errors =
                of.stream().flatMap(counted -> counted.errors().stream()).toList();
        WorkloadCounts inputs = of.stream().map(Counted::inputs).reduce(WorkloadCounts.NONE, WorkloadCounts::plus);
        sampler.take(
                new Reading(intervals, new Counted(errors, inputs, CommitGaps.News.NONE, List.of(), backlog, null)));
    }

    /**
     * Ends the measurement after the last worker has stopped: an open window closes now, all files are written and
     * closed, and the summary gets its final status. Files that could not be written are in {@link #problems()}.
     */
    public RunSummary finish(Status status, @Nullable String reason) {
        stopSampling();
        RunSummary summary = lastSample(status, reason);
        if (warehouses != null) {
            warehouses.append(measurement.warehouses.csv());
        }
        closeFiles();
        return write(summary);
    }

    private synchronized RunSummary lastSample(Status status, @Nullable String reason) {
        long nowNanos = clock.nanoTime();
        window.close(nowNanos);
        if (hasMeters) {
            sampler.sampleLast(nowNanos);
        }
        histograms.forEach(HistogramFile::finish);
        return summaries.build(status, reason, nowNanos);
    }

    private void stopSampling() {
        stopped = true;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(TransactionLog.PATIENCE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
                warning.of(String.valueOf(e.getMessage()));
                summaryProblem = e.getMessage();
            }
        }
        return summary.withUnwritten(problems());
    }

    /** Adds why the ledger is incomplete to {@link #problems()}. */
    public void ledgerProblem(String problem) {
        ledgerProblem = problem;
    }

    /** What could not be written; the run must not end with status 0 when there is any. */
    public List<String> problems() {
        Stream<@Nullable String> ofFiles = Stream.concat(
                Stream.ofNullable(log).map(TransactionLog::problem),
                files.stream().map(AppendedFile::problem));
        return Stream.concat(ofFiles, Stream.of(ledgerProblem, summaryProblem, samplerProblem))
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
