package io.bmsql.report.live;

import io.bmsql.common.RunClock;
import io.bmsql.measure.LiveSecond;
import io.bmsql.report.live.LiveServer.End;
import io.bmsql.result.RunFacts;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run as its onlookers see it: fed by the sampling thread, made into a page at most once a second for all. */
final class LiveRun {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RunClock clock;
    private final LiveSource source;
    private final LivePage page;
    private final LivePageBuilder maker;
    private final RunHistory history;
    private final RunMetrics metrics;
    private final Object drawing = new Object();
    private @Nullable Content newest;
    private @Nullable End end;

    private record Content(String text, long nanos, boolean isLast) {}

    LiveRun(RunClock clock, RunFacts facts, LiveSource source, LivePage page, PrometheusRegistry jvm) {
        this.clock = clock;
        this.source = source;
        this.page = page;
        this.history = new RunHistory(facts.window().rampupSeconds());
        this.maker = new LivePageBuilder(facts, source, history, page.words());
        this.metrics = new RunMetrics(facts, source, jvm);
    }

    void add(LiveSecond second) {
        metrics.add(second);
        history.add(second, source.backlog().getAsInt());
    }

    RunMetrics metrics() {
        return metrics;
    }

    /** The content, a second old at most; after the end of the run the last one. */
    String content() {
        End known = end();
        synchronized (drawing) {
            Content content = newest;
            long now = clock.nanoTime();
            if (content == null || !content.isLast() && (known != null || now - content.nanos() > FRESH_NANOS)) {
                String text = page.content(maker.page(known));
                content = new Content(text, now, known != null);
                newest = content;
            }
            return content.text();
        }
    }

    String whole() {
        return page.whole(maker.title(), content());
    }

    /** The first call counts. */
    synchronized void end(End how) {
        end = end == null ? how : end;
        notifyAll();
    }

    private synchronized @Nullable End end() {
        return end;
    }

    synchronized boolean hasEnded() {
        return end != null;
    }

    /** Waits so long or until the run has ended; true when it has. */
    synchronized boolean awaitEnd(long millis) throws InterruptedException {
        if (end == null) {
            wait(millis);
        }
        return end != null;
    }
}
