package io.bmsql.report.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.ParallelWork;
import io.bmsql.common.RunClock;
import io.bmsql.common.UsageException;
import io.bmsql.measure.LiveSecond;
import io.bmsql.report.Words;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live page of one run, on loopback only: {@code /} for people, {@code /events} for their pages, {@code /metrics} for
 * Prometheus.
 *
 * <pre>
 * open (the port is ours) ─► start (answers) ─► end (last event) ─► close (nothing listens any more)
 * </pre>
 *
 * <p>All methods belong to the thread that conducts the run. The number of connections and threads is bounded; a slow client
 * costs only one of them.
 */
public final class LiveServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveServer.class);
    private static final long FRAME_EVERY_MILLIS = 2_000;
    private static final String PLAIN = "text/plain; charset=utf-8";

    /**
     * A page elsewhere may have its own name resolve to this address (DNS rebinding); then the browser says that name. Any
     * port: ssh may forward another one.
     */
    private static final Pattern OUR_HOSTS =
            Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

    private static final int MAX_CONNECTIONS = 48;
    private static final int MAX_LISTENERS = 8;
    /** So that pages, figures and refusals are answered while all listeners listen. */
    private static final int THREADS = MAX_LISTENERS + 8;

    private static final int BACKLOG = 16;
    private static final int REQUEST_SECONDS = 10;
    /** For the last event to reach the pages that wait for it. */
    private static final int PATIENCE_SECONDS = 5;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Semaphore listeners = new Semaphore(MAX_LISTENERS);
    private final LiveRun.Look look;
    private final String policy;
    /** Made before the run: it takes its time. */
    private final PrometheusRegistry jvm = RunMetrics.ofJvm();

    private @Nullable LiveRun run;
    /** What each agent of a run shows, by the query that asks for it; none for a run of one. */
    private final Map<String, LiveRun> agents = new ConcurrentHashMap<>();

    /** How the run ended, the last thing that its page says. The figures are null when nothing was summed up, the report when there is none. */
    public record End(
            Verdict verdict, List<String> sentences, RunSummary.@Nullable Figures figures, @Nullable Path report) {}

    private LiveServer(HttpServer server, Words words) {
        this.server = server;
        this.look = LiveRun.Look.in(words);
        this.policy = look.policy();
        ThreadFactory daemons = ParallelWork.daemons("live-page-");
        threads = new ThreadPoolExecutor(THREADS, THREADS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), daemons);
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
    }

    /** Takes the port, 0 for any free one; requests are answered after {@link #start}. A failure's message is for the user. */
    public static LiveServer open(int port, Words words) throws UsageException {
        // The JDK's server takes its limits from system properties only, when it is loaded; the user's own ones win.
        System.getProperties().putIfAbsent("jdk.httpserver.maxConnections", Integer.toString(MAX_CONNECTIONS));
        System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            return new LiveServer(HttpServer.create(new InetSocketAddress(loopback, port), BACKLOG), words);
        } catch (IOException e) {
            throw UsageException.about(
                    "livePort",
                    "=" + port + " cannot be opened on 127.0.0.1 (" + e.getMessage()
                            + "): take another port, 0 for any free one, or leave out livePort; the run was not started",
                    e);
        }
    }

    public Words words() {
        return look.words();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        return "http://127.0.0.1:" + port() + "/";
    }

    /**
     * Answers from now on, and gives what takes each reading of the meters, quickly. Whoever may open a page on this host may
     * read it, so that of the facts neither settings nor environment are shown.
     *
     * @param facts with the planned window, whose length is 0 when only the number of transactions ends the run
     */
    public Consumer<LiveSecond> start(RunClock clock, RunFacts facts, LiveSource source) {
        LiveRun begun = new LiveRun(look, clock, facts, source, jvm);
        run = begun;
        server.createContext("/", exchange -> handle(exchange, begun));
        server.start();
        return begun::add;
    }

    /** Shows one of the agents of a run too, to those who ask with {@code ?agent=2}; the same as {@link #start} otherwise. */
    public Consumer<LiveSecond> showAgent(int number, RunClock clock, RunFacts facts, LiveSource source) {
        LiveRun one = new LiveRun(look, clock, facts, source, new PrometheusRegistry());
        agents.put("agent=" + number, one);
        return one::add;
    }

    public void end(End how) {
        if (run != null) {
            run.end(how);
        }
        agents.values().forEach(agent -> agent.end(how));
    }

    /** Gives pages a moment to take the last event, then ends all connections and threads. */
    @Override
    public void close() {
        if (run == null) {
            // The JDK's server gives its port back only by its own thread, which does not run before.
            server.start();
        } else {
            end(new End(Verdict.ABORTED, List.of(look.words().text("live.early")), null, null));
            awaitListeners();
        }
        server.stop(0);
        threads.shutdownNow();
    }

    private void awaitListeners() {
        try {
            if (!listeners.tryAcquire(MAX_LISTENERS, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.debug("some page did not take the last event in {} s", PATIENCE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Answers every request: three paths, reading only, and only to those who came by a name of this host. */
    private void handle(HttpExchange exchange, LiveRun all) throws IOException {
        try (exchange) {
            answer(exchange, all);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("The live page failed ({}); the run continues", e, e);
        }
    }

    private void answer(HttpExchange exchange, LiveRun all) throws IOException, InterruptedException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Content-Security-Policy", policy);
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        if (hosts.size() != 1 || !OUR_HOSTS.matcher(hosts.get(0)).matches()) {
            refuse(exchange, 403, "Ask by the name localhost or 127.0.0.1.");
            return;
        }
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            headers.set("Allow", "GET, HEAD");
            refuse(exchange, 405, "This page can only be read.");
            return;
        }
        String query = exchange.getRequestURI().getRawQuery();
        LiveRun shown = query == null || !query.startsWith("agent=") ? all : agents.get(query);
        if (shown == null) {
            refuse(exchange, 404, "There is no such agent; without ?agent= the sum of all is shown.");
            return;
        }
        switch (Objects.requireNonNullElse(exchange.getRequestURI().getRawPath(), "")) {
            case "/" -> send(exchange, 200, "text/html; charset=utf-8", bytes(shown.whole()));
            case "/metrics" ->
                send(exchange, 200, RunMetrics.CONTENT_TYPE, shown.metrics().text());
            case "/events" -> events(exchange, shown);
            default -> refuse(exchange, 404, "There are /, /events and /metrics.");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void refuse(HttpExchange exchange, int status, String sentence) throws IOException {
        send(exchange, status, PLAIN, bytes(sentence + "\n"));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Waits on the client's own thread; a client that does not read delays no other and misses what it is too slow for. */
    private void events(HttpExchange exchange, LiveRun shown) throws IOException, InterruptedException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            send(exchange, 200, "text/event-stream", new byte[0]);
            return;
        }
        if (!listeners.tryAcquire()) {
            exchange.getResponseHeaders().set("Retry-After", "10");
            refuse(exchange, 503, "Too many pages watch this run already.");
            return;
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            streamEvents(exchange, shown);
        } finally {
            // Only now, when the answer is whole, may the server end: it waits for all listeners to be gone.
            listeners.release();
        }
    }

    private static void streamEvents(HttpExchange exchange, LiveRun shown) throws IOException, InterruptedException {
        try (OutputStream out = exchange.getResponseBody()) {
            boolean ended = shown.hasEnded();
            out.write(event(ended, shown.content()));
            out.flush();
            while (!ended) {
                ended = shown.awaitEnd(FRAME_EVERY_MILLIS);
                out.write(event(ended, shown.content()));
                out.flush();
            }
        }
    }

    private static byte[] event(boolean isLast, String content) {
        return bytes("event: " + (isLast ? "end" : "run") + "\ndata: " + String.join("\ndata: ", content.split("\\R"))
                + "\n\n");
    }
}
