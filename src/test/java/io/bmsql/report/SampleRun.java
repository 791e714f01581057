package io.bmsql.report;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.PacingMode;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.FileReplacer;
import io.bmsql.result.HistogramLog;
import io.bmsql.result.Latency;
import io.bmsql.result.LatencyLines;
import io.bmsql.result.LoadFacts;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunInfo;
import io.bmsql.result.RunPhase;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.RunSummary.Figures;
import io.bmsql.result.RunSummary.PostRunChecks;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.result.SummaryJson;
import io.bmsql.result.WorkloadCounts;
import io.bmsql.testing.Records;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/**
 * A made-up run that looks like a real one: a ramp-up, noise, a dip with errors at four tenths of the window and a short
 * drain. The same settings give the same numbers.
 */
final class SampleRun {
    private static final Words ENGLISH = Words.in(Words.Language.EN);

    /** Host, settings and conditions are those of a real run. */
    private static final RunSummary RECORDED = SummaryJson.read(TestFiles.RECORDED.resolve(ResultDirectory.SUMMARY));

    private static final CollectedFigures NOTHING_COLLECTED = Records.made(CollectedFigures.class);

    private static final double[] RATES = {181, 184, 18.4, 18.4, 18.4, 18.4};
    private static final double[] MEANS_MS = {9.5, 4.2, 2.1, 3.4, 0.6, 24};

    private static final RunData TEN_MINUTES = of(60, 600);

    private final int rampupSeconds;
    private final int windowSeconds;
    private final Random random = new Random(7);
    private final List<SeriesRow> series = new ArrayList<>();
    private final Map<TransactionType, Histogram> responses = TransactionTypes.map();
    private final Map<TransactionType, Histogram> services = TransactionTypes.map();
    private final Map<TransactionType, Histogram> stretch = TransactionTypes.map();
    private final LatencyLines latencies = new LatencyLines();
    private final long[] failed = new long[6];
    private final long[] retries = new long[6];

    private SampleRun(int rampupSeconds, int windowSeconds) {
        this.rampupSeconds = rampupSeconds;
        this.windowSeconds = windowSeconds;
        for (TransactionType type : TpccTransaction.values()) {
            List.of(responses, services, stretch).forEach(all -> all.put(type, new Histogram(3_600_000_000L, 3)));
        }
        int stretchSeconds = Math.max(1, (rampupSeconds + windowSeconds) / 300);
        int stretchFrom = -rampupSeconds;
        for (int second = -rampupSeconds; second <= windowSeconds; second++) {
            for (TransactionType type : TpccTransaction.values()) {
                addSecond(second, type);
            }
            int next = second + 1;
            if (next - stretchFrom >= stretchSeconds || next == 0 || next == windowSeconds) {
                addStretch(stretchFrom, next);
                stretchFrom = next;
            }
        }
    }

    /** Ten minutes after one of ramp-up. */
    static RunData tenMinutes() {
        return TEN_MINUTES;
    }

    static RunData of(int rampupSeconds, int windowSeconds) {
        SampleRun run = new SampleRun(rampupSeconds, windowSeconds);
        return Records.with(data(run.summary(), run.series, run.responses), "latencies", run.latencies);
    }

    /** Writes the run as the program would have: summary, run info, series, histogram logs and one row a transaction. */
    static void write(RunData run, Path directory) {
        ResultDirectory files = ResultDirectory.create(directory);
        SummaryJson.write(
                files.summary(), run.summary(), Verdict.worst(run.summary()).name());
        RunFacts facts = run.summary().run();
        String minutes = Integer.toString((int) facts.window().windowSeconds() / 60);
        RunInfo.of(facts, facts.window().startEpochMillis(), minutes).write(files.runInfo());
        write(SeriesRow.CSV.in(files), SeriesRow.CSV.header() + SeriesRow.CSV.lines(run.series()));
        try (AppendedFile log = files.append(files.responseLog())) {
            HistogramLog.Writer writer = new HistogramLog.Writer(
                    log,
                    () -> facts.window().startEpochMillis()
                            - Math.round(facts.window().rampupSeconds() * 1000),
                    () -> facts.window().rampupSeconds());
            run.responses()
                    .forEach((type, histogram) -> writer.write(
                            new HistogramLog.Interval(type, 0, facts.window().windowSeconds(), histogram)));
            writer.flush();
        }
        writeResult(run, files);
    }

    private static void writeResult(RunData run, ResultDirectory files) {
        StringBuilder rows = new StringBuilder(ResultCsv.HEADER).append('\n');
        run.responses().forEach((type, histogram) -> {
            long row = 0;
            for (var value : histogram.recordedValues()) {
                for (long n = 0; n < value.getCountAtValueIteratedTo(); n++, row++) {
                    long elapsed = Math.round(
                            row * 1000 * run.summary().run().window().windowSeconds() / histogram.getTotalCount());
                    long ms = Math.round(value.getValueIteratedTo() / 1000.0);
                    int rolledBack = type == TpccTransaction.NEW_ORDER && row % 99 == 0 ? 1 : 0;
                    String cells = "12," + elapsed + "," + ms + "," + ms + "," + type.name() + "," + rolledBack;
                    rows.append(cells).append(",0,0\n");
                }
            }
        });
        write(files.result(), rows.toString());
    }

    private static void write(Path path, String text) {
        FileReplacer.replace(path, text, "a sample", "");
    }

    private void addStretch(int from, int to) {
        stretch.forEach((type, histogram) -> {
            latencies.add(new HistogramLog.Interval(type, from, to, histogram));
            histogram.reset();
        });
    }

    private void addSecond(int second, TransactionType type) {
        boolean drain = second == windowSeconds;
        double load = drain ? 0.02 : second < 0 ? 1 + second / (double) (rampupSeconds + 1) : 1;
        double dip = second / (double) windowSeconds;
        boolean stalled = dip > 0.40 && dip < 0.43;
        double slow = stalled ? 9 : 1 + 0.15 * Math.sin(second / 17.0);
        int i = type.ordinal();
        long count = Math.round(RATES[i] * load / (stalled ? 8 : 1) * (0.93 + 0.14 * random.nextDouble()));
        boolean measured = second >= 0 && !drain;
        double[] ofSecond = new double[(int) Math.min(count, 40)];
        long total = 0;
        double serviceSum = 0;
        for (int n = 0; n < Math.min(count, 40); n++) {
            double serviceMs = MEANS_MS[i] * slow * Math.exp(random.nextGaussian() * 0.5 - 0.12);
            double delayMs = -Math.log(1 - random.nextDouble()) * 0.4 * slow;
            long weight = count / Math.min(count, 40) + (n < count % Math.min(count, 40) ? 1 : 0);
            long response = Math.round((serviceMs + delayMs) * 1000);
            ofSecond[n] = response / 1000.0;
            total += weight;
            serviceSum += serviceMs;
            stretch.get(type).recordValueWithCount(response, weight);
            if (measured) {
                responses.get(type).recordValueWithCount(response, weight);
                services.get(type).recordValueWithCount(Math.round(serviceMs * 1000), weight);
            }
        }
        Arrays.sort(ofSecond);
        count = total;
        long failedNow = stalled && i < 2 ? 3 : 0;
        long retriedNow = stalled && i < 2 ? 11 : random.nextInt(40) == 0 ? 1 : 0;
        failed[i] += measured ? failedNow : 0;
        retries[i] += measured ? retriedNow : 0;
        series.add(new SeriesRow(
                second,
                type,
                second < 0 ? RunPhase.RAMPUP : drain ? RunPhase.DRAIN : RunPhase.MEASURE,
                count,
                new SeriesRow.Counts(i == 0 ? count / 100 : 0, failedNow, 0, retriedNow, 0),
                new SeriesRow.Times(
                        quantile(ofSecond, 0.50),
                        quantile(ofSecond, 0.90),
                        quantile(ofSecond, 0.99),
                        quantile(ofSecond, 1),
                        count == 0 ? 0 : serviceSum / Math.min(count, 40),
                        0.4 * slow),
                drain ? 40 : 1000));
    }

    private RunSummary summary() {
        List<TypeSummary> types =
                Arrays.stream(TpccTransaction.values()).map(this::type).toList();
        RunFacts facts = facts();
        return new RunSummary(
                Ending.PLANNED,
                facts,
                Figures.of(types, facts, errors(), workload(types), null, List.of()),
                Records.with(PostRunChecks.NONE, "check", RECORDED.postRun().check()));
    }

    private TypeSummary type(TransactionType type) {
        Histogram response = responses.get(type);
        long count = response.getTotalCount();
        return new TypeSummary(
                type.name(),
                count,
                0,
                new SeriesRow.Counts(
                        type == TpccTransaction.NEW_ORDER ? Math.round(count * 0.0101) : 0,
                        failed[type.ordinal()],
                        0,
                        retries[type.ordinal()],
                        type.isForeground() ? 0 : 12),
                Latency.of(response),
                Latency.of(services.get(type)),
                windowSeconds * 0.41,
                0);
    }

    /** Its report, of a run with one agent. */
    static ReportModel model(RunData run, Words words) {
        return ReportModelBuilder.make(run, AgentsPart.NONE, ZoneOffset.UTC, words);
    }

    static ReportModel model(RunData run) {
        return model(run, ENGLISH);
    }

    /** The report of ten minutes with another summary. */
    static ReportModel model(RunSummary summary) {
        return model(data(summary, TEN_MINUTES.series(), TEN_MINUTES.responses()));
    }

    static String html(ReportModel model) {
        return ReportWriter.fill("report/report.html", model, ENGLISH);
    }

    static Document page(ReportModel model) {
        return Jsoup.parse(html(model));
    }

    static String markdown(ReportModel model) {
        return ReportWriter.fill("report/report.md", model, ENGLISH);
    }

    /** A run that left no histograms over time and no files of collectors. */
    static RunData data(RunSummary summary, List<SeriesRow> series, Map<TransactionType, Histogram> responses) {
        return new RunData(
                summary, series, responses, new LatencyLines(), NOTHING_COLLECTED, List.of(), RunData.Cut.NONE, null);
    }

    /** The summary with these parts of its figures, each behind its name. */
    static RunSummary figures(RunSummary summary, Object... namesAndValues) {
        return Records.with(summary, "figures", Records.with(summary.figures(), namesAndValues));
    }

    private RunFacts facts() {
        long start = 1_790_000_000_000L;
        LoadFacts load = new LoadFacts(
                new LoadFacts.Origin("1.0.0", "postgres", 50, -4711L, start - 10_000_000),
                new LoadFacts.Writing("COPY", 4, 62.5, 24_899_563, 2_310_000_000L, 0),
                Map.of("bmsql_item", 100_000L),
                Map.of("foreignKeys", 128.25),
                new TreeMap<>(Map.of("partitions", "0", "foreignKeys", "true")),
                36,
                Map.of());
        return Records.with(
                RECORDED.run(),
                "setup",
                new Setup(12, "1.0.0", "postgres", "default", "plain", "READ_COMMITTED", 4711, null),
                "size",
                new Size(50, 50, 64, 16, null),
                "pace",
                new Pace(PacingMode.CLOSED_LOOP, "minutes", 0, 0, 0, 0, null),
                "window",
                new Window(start, start + windowSeconds * 1000L, rampupSeconds, windowSeconds, 7),
                "load",
                load,
                "loadGeneratorProcessors",
                64);
    }

    private List<ErrorSummary> errors() {
        long serialization = retries[0] + failed[0];
        return List.of(
                new ErrorSummary(
                        "PAYMENT", "DEADLOCK", "40P01", 0, retries[1], 0, "a deadlock:\n  one, and another", 3),
                new ErrorSummary("NEW_ORDER", "SERIALIZATION", "40001", 0, serialization, failed[0], "an update", 0));
    }

    private static WorkloadCounts workload(List<TypeSummary> types) {
        long newOrders = types.get(0).count();
        long payments = types.get(1).count();
        long customers = payments + types.get(2).count();
        long byName = Math.round(customers * 0.6);
        long remote = Math.round(payments * 0.15);
        return new WorkloadCounts(newOrders * 10, newOrders / 10, payments, remote, byName, customers - byName);
    }

    private static double quantile(double[] sorted, double quantile) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.round((sorted.length - 1) * quantile)];
    }
}
