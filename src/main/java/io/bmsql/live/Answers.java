package io.bmsql.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers every request: three paths, reading only, and only to those who came by a name of this host. */
final class Answers implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);
    private static final long FRAME_EVERY_MILLIS = 2_000;
    private static final String PLAIN = "text/plain; charset=utf-8";

    /**
     * A page elsewhere may have its own name resolve to this address (DNS rebinding); then the browser says that name. Any
     * port: ssh may forward another one.
     */
    private static final Pattern OUR_HOSTS =
            Pattern.compile("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

    private final LiveRun run;
    private final LivePage page;
    private final Semaphore listeners;

    /** @param listeners one permit for each client that may listen to the events at once */
    Answers(LiveRun run, LivePage page, Semaphore listeners) {
        this.run = run;
        this.page = page;
        this.listeners = listeners;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            answer(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("The live page failed ({}); the run continues", e, e);
        }
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Content-Security-Policy", page.policy());
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
        switch (Objects.requireNonNullElse(exchange.getRequestURI().getRawPath(), "")) {
            case "/" -> send(exchange, 200, "text/html; charset=utf-8", bytes(run.whole()));
            case "/metrics" ->
                send(exchange, 200, RunMetrics.CONTENT_TYPE, run.metrics().text());
            case "/events" -> events(exchange);
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
    private void events(HttpExchange exchange) throws IOException, InterruptedException {
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
            streamEvents(exchange);
        } finally {
            // Only now, when the answer is whole, may the server end: it waits for all listeners to be gone.
            listeners.release();
        }
    }

    private void streamEvents(HttpExchange exchange) throws IOException, InterruptedException {
        try (OutputStream out = exchange.getResponseBody()) {
            boolean ended = run.hasEnded();
            out.write(event(ended, run.content()));
            out.flush();
            while (!ended) {
                ended = run.awaitEnd(FRAME_EVERY_MILLIS);
                out.write(event(ended, run.content()));
                out.flush();
            }
        }
    }

    private static byte[] event(boolean isLast, String content) {
        return bytes("event: " + (isLast ? "end" : "run") + "\ndata: " + String.join("\ndata: ", content.split("\\R"))
                + "\n\n");
    }
}
