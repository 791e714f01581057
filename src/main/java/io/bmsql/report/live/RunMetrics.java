package io.bmsql.report.live;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.measure.LiveSecond;
import io.bmsql.measure.LiveView;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** The run's figures for a monitoring system, in Prometheus' text format 0.0.4. Safe for use by any thread. */
final class RunMetrics {
    static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final String TYPE = "type";

    private final RunFacts facts;
    private final LiveSource source;
    private final PrometheusRegistry registry;
    private final PrometheusTextFormatWriter writer = new PrometheusTextFormatWriter(false);
    private final Counter transactions;
    private final Counter retries;
    private final TransactionTypes types;
    private final long[][] responses;
    private final double[] responseSumSeconds;

    /** @param registry see {@link #ofJvm}; takes the run's figures too */
    RunMetrics(RunFacts facts, LiveSource source, PrometheusRegistry registry) {
        this.facts = facts;
        this.types = facts.types();
        this.responses = new long[types.size()][LiveSecond.BOUNDS_SECONDS.size() + 1];
        this.responseSumSeconds = new double[types.size()];
        this.source = source;
        this.registry = registry;
        transactions = Counter.builder()
                .name("bmsql_transactions")
                .help("Transactions that ended, ramp-up included, all attempts of one as one.")
                .labelNames(TYPE, "outcome")
                .register(registry);
        retries = Counter.builder()
                .name("bmsql_retries")
                .help("Attempts after the first ones.")
                .labelNames(TYPE)
                .register(registry);
        for (TransactionType type : types) {
            List.of("committed", "rolled_back", "failed", "unknown")
                    .forEach(outcome -> transactions.initLabelValues(word(type), outcome));
            retries.initLabelValues(word(type));
        }
        registry.register(this::responses);
        info("bmsql_build", "The program.", List.of("version"), facts.setup().toolVersion());
        RunFacts.Setup setup = facts.setup();
        info("bmsql_run", "The run.", List.of("run_id", "db"), Integer.toString(setup.runId()), setup.db());
        registerTroubles();
        registerMoment();
    }

    static PrometheusRegistry ofJvm() {
        PrometheusRegistry registry = new PrometheusRegistry();
        JvmMetrics.builder().register(registry);
        return registry;
    }

    private void info(String name, String help, List<String> labels, String... values) {
        Info.builder()
                .name(name)
                .help(help)
                .labelNames(labels.toArray(String[]::new))
                .register(registry)
                .setLabelValues(values);
    }

    /** What looked like an outage may turn out to be none; a counter must not shrink. */
    private void registerTroubles() {
        CounterWithCallback.builder()
                .name("bmsql_errors")
                .help("Attempts that failed, those that were retried included.")
                .labelNames("class")
                .callback(point -> source.errorsByClass().get().forEach((kind, count) -> point.call(count, word(kind))))
                .register(registry);
        AtomicInteger outages = new AtomicInteger();
        CounterWithCallback.builder()
                .name("bmsql_outages")
                .help("Outages of the database.")
                .callback(point -> point.call(outages.accumulateAndGet(
                        source.view().get().figures().outages().size(), Math::max)))
                .register(registry);
    }

    private void registerMoment() {
        gauge("bmsql_phase", "1 for the phase in which the run is.", "phase", (view, point) -> {
            for (RunPhase phase : RunPhase.values()) {
                point.call(phase == view.phase() ? 1 : 0, word(phase));
            }
        });
        Function<LiveView, LiveView.Speed> now = view -> view.figures().now();
        gauge("bmsql_tpmc", "New-Orders completed a minute, over the last seconds.", view -> now.apply(view)
                .tpmC());
        String all = "Transactions completed a minute, over the last seconds.";
        gauge("bmsql_tpmtotal", all, view -> now.apply(view).tpmTotal());
        String average = "New-Orders completed a minute, over the window so far.";
        gauge("bmsql_tpmc_average", average, view -> view.figures().average().tpmC());
        // Nothing without a load profile.
        gauge("bmsql_load_step", "The step of the load profile, from 1; only in the window.", view -> {
            LiveView.Step step = view.step();
            return step == null ? Double.NaN : step.number();
        });
        String asked = "What the load profile asks for: transactions a minute, or terminals at work.";
        gauge("bmsql_load_level", asked, "of", (view, point) -> {
            LiveView.Step step = view.step();
            if (step != null) {
                point.call(step.level(), word(step.unit()));
            }
        });
        gauge("bmsql_backlog", "Terminals and deliveries that are due and wait.", view -> source.backlog()
                .getAsInt());
        RunFacts.Size size = facts.size();
        gauge("bmsql_warehouses", "Warehouses that the run uses.", view -> size.warehouses());
        gauge("bmsql_terminals", "Emulated terminals.", view -> size.terminals());
        gauge("bmsql_workers", "Workers that serve the terminals.", view -> size.sutThreads());
        gauge("bmsql_workers_connected", "Workers that have a connection.", view -> source.connectedWorkers()
                .getAsInt());
        String up = "1 while the database serves, 0 in an outage.";
        gauge("bmsql_up", up, view -> view.figures().outage() == null ? 1 : 0);
        gauge("bmsql_elapsed_seconds", "Since the first terminal started.", LiveView::elapsedSeconds);
        gauge("bmsql_remaining_seconds", "To the end of the window.", LiveView::remainingSeconds);
    }

    private void gauge(
            String name, String help, String label, BiConsumer<LiveView, GaugeWithCallback.Callback> values) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .labelNames(label)
                .callback(point -> values.accept(source.view().get(), point))
                .register(registry);
    }

    /** One that is infinite is left out. */
    private void gauge(String name, String help, ToDoubleFunction<LiveView> value) {
        GaugeWithCallback.builder()
                .name(name)
                .help(help)
                .callback(point -> {
                    double now = value.applyAsDouble(source.view().get());
                    if (Double.isFinite(now)) {
                        point.call(now);
                    }
                })
                .register(registry);
    }

    /** Scripts whose names differ in capitals only stay apart. */
    private static String word(TransactionType type) {
        return type instanceof TransactionTypes.Named
                ? type.name()
                : type.name().toLowerCase(Locale.ROOT);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    void add(LiveSecond second) {
        for (SeriesRow row : second.rows()) {
            String type = word(row.type());
            transactions
                    .labelValues(type, "committed")
                    .inc(row.completed() - row.counts().rolledBack());
            transactions.labelValues(type, "rolled_back").inc(row.counts().rolledBack());
            transactions.labelValues(type, "failed").inc(row.counts().failed());
            transactions.labelValues(type, "unknown").inc(row.counts().unknown());
            retries.labelValues(type).inc(row.counts().retries());
        }
        addResponses(second.responses());
    }

    private synchronized void addResponses(List<LiveSecond.Responses> more) {
        for (int type = 0; type < types.size(); type++) {
            responseSumSeconds[type] += more.get(type).sumSeconds();
            List<Long> buckets = more.get(type).buckets();
            for (int at = 0; at < buckets.size(); at++) {
                responses[type][at] += buckets.get(at);
            }
        }
    }

    /** The library's own histogram takes its values one by one. */
    private synchronized HistogramSnapshot responses() {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
                .name("bmsql_response_seconds")
                .help("Response times of completed transactions, from the moment they were due.");
        double[] bounds = DoubleStream.concat(
                        LiveSecond.BOUNDS_SECONDS.stream().mapToDouble(Double::doubleValue),
                        DoubleStream.of(Double.POSITIVE_INFINITY))
                .toArray();
        for (TransactionType type : types) {
            histogram.dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                    .labels(Labels.of(TYPE, word(type)))
                    .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, responses[type.ordinal()].clone()))
                    .sum(responseSumSeconds[type.ordinal()])
                    .build());
        }
        return histogram.build();
    }

    byte[] text() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, registry.scrape());
        return text.toByteArray();
    }
}
