package io.bmsql.live;

import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.LiveView;
import io.bmsql.measure.ResponseBuckets;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.RunPhase;
import io.bmsql.spec.TransactionType;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The run's figures for a monitoring system, in Prometheus' text format 0.0.4. Safe for use by any thread. */
final class RunMetrics {
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final String TYPE = "type";

    private final LiveFacts facts;
    private final LiveSource source;
    private final RunCounters counters = new RunCounters();
    /** What looked like an outage may turn out to be none; a counter must not shrink. */
    private final AtomicInteger outages = new AtomicInteger();

    private final PrometheusRegistry jvm;
    private final PrometheusTextFormatWriter writer = new PrometheusTextFormatWriter(false);

    /** @param jvm see {@link #ofJvm} */
    RunMetrics(LiveFacts facts, LiveSource source, PrometheusRegistry jvm) {
        this.facts = facts;
        this.source = source;
        this.jvm = jvm;
    }

    /** The figures of the JVM itself; takes a moment to make. */
    static PrometheusRegistry ofJvm() {
        PrometheusRegistry registry = new PrometheusRegistry();
        JvmMetrics.builder().register(registry);
        return registry;
    }

    /** Adds a reading of the meters. */
    void add(LiveSecond second) {
        counters.add(second);
    }

    /** The exposition of this moment. */
    byte[] text() throws IOException {
        MetricSnapshots all = new MetricSnapshots(
                Stream.concat(ours().stream(), jvm.scrape().stream()).toList());
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, all);
        return text.toByteArray();
    }

    private List<MetricSnapshot> ours() {
        LiveView view = source.view();
        List<RunCounters.TypeSums> sums = counters.sums();
        List<MetricSnapshot> all = new ArrayList<>();
        all.add(info("bmsql_build", "The program.", Labels.of("version", facts.toolVersion())));
        all.add(info("bmsql_run", "The run.", Labels.of("run_id", Integer.toString(facts.runId()), "db", facts.db())));
        all.add(transactions(sums));
        all.add(responses(sums));
        all.add(retries(sums));
        all.add(errors());
        all.add(gauge("bmsql_tpmc", "New-Orders completed a minute, over the last seconds.", view.tpmCNow()));
        all.add(gauge("bmsql_tpmtotal", "Transactions completed a minute, over the last seconds.", view.tpmTotalNow()));
        all.add(gauge(
                "bmsql_tpmc_average", "New-Orders completed a minute, over the window so far.", view.tpmCAverage()));
        all.add(gauge("bmsql_backlog", "Terminals and deliveries that are due and wait.", source.backlog()));
        all.add(gauge("bmsql_warehouses", "Warehouses that the run uses.", facts.warehouses()));
        all.add(gauge("bmsql_terminals", "Emulated terminals.", facts.terminals()));
        all.add(gauge("bmsql_workers", "Workers that serve the terminals.", facts.workers()));
        all.add(gauge("bmsql_workers_connected", "Workers that have a connection.", source.connectedWorkers()));
        all.add(gauge("bmsql_up", "1 while the database serves, 0 in an outage.", view.outage() == null ? 1 : 0));
        all.add(counter(
                "bmsql_outages",
                "Outages of the database.",
                List.of(point(
                        Labels.EMPTY, outages.accumulateAndGet(view.outages().size(), Math::max)))));
        all.add(gauge("bmsql_elapsed_seconds", "Since the first terminal started.", view.elapsedSeconds()));
        if (Double.isFinite(view.remainingSeconds())) {
            all.add(gauge("bmsql_remaining_seconds", "To the end of the window.", view.remainingSeconds()));
        }
        all.add(phase(view.phase()));
        return all;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static CounterSnapshot transactions(List<RunCounters.TypeSums> sums) {
        List<CounterDataPointSnapshot> points = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            RunCounters.TypeSums sum = sums.get(type.ordinal());
            points.add(point(outcome(type, "committed"), sum.committed()));
            points.add(point(outcome(type, "rolled_back"), sum.rolledBack()));
            points.add(point(outcome(type, "failed"), sum.failed()));
            points.add(point(outcome(type, "unknown"), sum.unknown()));
        }
        return counter(
                "bmsql_transactions", "Transactions that ended, ramp-up included, all attempts of one as one.", points);
    }

    private static Labels outcome(TransactionType type, String outcome) {
        return Labels.of(TYPE, word(type), "outcome", outcome);
    }

    private static HistogramSnapshot responses(List<RunCounters.TypeSums> sums) {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
                .name("bmsql_response_seconds")
                .help("Response times of completed transactions, from the moment they were due.");
        double[] bounds = Stream.concat(ResponseBuckets.boundsSeconds().stream(), Stream.of(Double.POSITIVE_INFINITY))
                .mapToDouble(Double::doubleValue)
                .toArray();
        for (TransactionType type : TransactionType.values()) {
            RunCounters.TypeSums sum = sums.get(type.ordinal());
            histogram.dataPoint(HistogramDataPointSnapshot.builder()
                    .labels(Labels.of(TYPE, word(type)))
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, sum.responses()))
                    .sum(sum.responseSumSeconds())
                    .build());
        }
        return histogram.build();
    }

    private static CounterSnapshot retries(List<RunCounters.TypeSums> sums) {
        List<CounterDataPointSnapshot> points = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            points.add(
                    point(Labels.of(TYPE, word(type)), sums.get(type.ordinal()).retries()));
        }
        return counter("bmsql_retries", "Attempts after the first ones.", points);
    }

    private CounterSnapshot errors() {
        List<CounterDataPointSnapshot> points = new ArrayList<>();
        for (Map.Entry<ErrorClass, Long> entry : source.errorsByClass().entrySet()) {
            points.add(point(Labels.of("class", word(entry.getKey())), entry.getValue()));
        }
        return counter("bmsql_errors", "Attempts that failed, those that were retried included.", points);
    }

    private static GaugeSnapshot phase(RunPhase now) {
        GaugeSnapshot.Builder gauge =
                GaugeSnapshot.builder().name("bmsql_phase").help("1 for the phase in which the run is.");
        for (RunPhase phase : RunPhase.values()) {
            gauge.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("phase", word(phase)))
                    .value(phase == now ? 1 : 0)
                    .build());
        }
        return gauge.build();
    }

    private static CounterSnapshot counter(String name, String help, List<CounterDataPointSnapshot> points) {
        CounterSnapshot.Builder counter = CounterSnapshot.builder().name(name).help(help);
        points.forEach(counter::dataPoint);
        return counter.build();
    }

    private static CounterDataPointSnapshot point(Labels labels, double value) {
        return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private static GaugeSnapshot gauge(String name, String help, double value) {
        return GaugeSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(GaugeDataPointSnapshot.builder().value(value).build())
                .build();
    }

    private static InfoSnapshot info(String name, String help, Labels labels) {
        return InfoSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(InfoDataPointSnapshot.builder().labels(labels).build())
                .build();
    }

    /** Sums of the whole run, ramp-up and drain included; they only grow. Written by one thread, read by any. */
    private static final class RunCounters {
        private final List<TypeSums> types = new ArrayList<>();

        /**
         * One type's sums.
         *
         * @param responses by bucket, one more than there are bounds
         */
        record TypeSums(
                long committed,
                long rolledBack,
                long failed,
                long unknown,
                long retries,
                double responseSumSeconds,
                long[] responses) {
            TypeSums plus(LiveSecond.Counts more) {
                long[] sums = responses.clone();
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += more.responses().get(i);
                }
                return new TypeSums(
                        committed + more.committed(),
                        rolledBack + more.rolledBack(),
                        failed + more.failed(),
                        unknown + more.unknown(),
                        retries + more.retries(),
                        responseSumSeconds + more.responseSumSeconds(),
                        sums);
            }
        }

        RunCounters() {
            int buckets = ResponseBuckets.boundsSeconds().size() + 1;
            for (int i = 0; i < TransactionType.values().length; i++) {
                types.add(new TypeSums(0, 0, 0, 0, 0, 0, new long[buckets]));
            }
        }

        synchronized void add(LiveSecond second) {
            for (TransactionType type : TransactionType.values()) {
                types.set(type.ordinal(), types.get(type.ordinal()).plus(second.of(type)));
            }
        }

        /** All types at one moment, by ordinal. */
        synchronized List<TypeSums> sums() {
            return List.copyOf(types);
        }
    }
}
