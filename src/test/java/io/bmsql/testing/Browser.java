package io.bmsql.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium that a test drives over the DevTools protocol; one thread. */
public final class Browser implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int WAIT_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final List<JsonNode> events = new ArrayList<>();
    private int calls;
    private String session = "";

    private Browser(Process process, URI address) {
        this.process = process;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address, new Whole())
                .join();
    }

    /** Where Chromium is, if it is anywhere. */
    public static Optional<Path> program() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it with an empty profile in that folder. */
    public static Browser start(Path folder) throws IOException {
        Process process = new ProcessBuilder(
                        program().orElseThrow().toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith("DevTools listening on ")) {
                Thread rest = new Thread(() -> output.lines().forEach(ignored -> {}), "browser output");
                rest.setDaemon(true);
                rest.start();
                return new Browser(process, URI.create(line.substring(line.indexOf("ws:"))));
            }
        }
        throw new IOException("Chromium ended before it could be driven: " + lines);
    }

    /** Opens a file in a new window of that size and waits until it is loaded. */
    public void open(Path file, int width, int height) {
        String target = call("Target.createTarget", Map.of("url", "about:blank"))
                .path("targetId")
                .asText();
        session = call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
                .path("sessionId")
                .asText();
        events.clear();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            call(domain + ".enable", Map.of());
        }
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        call("Page.navigate", Map.of("url", file.toUri().toString()));
        while (events.stream().noneMatch(event -> event.path("method").asText().equals("Page.loadEventFired"))) {
            receive();
        }
    }

    /** The value of an expression, as text; an exception in the page is one here. */
    public String value(String expression) {
        JsonNode answer =
                call("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value").asText();
    }

    /** Waits until what has been asked for is drawn. */
    public void settle() {
        value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    /** The mouse: {@code mouseMoved}, {@code mousePressed} or {@code mouseReleased} at a place of the window. */
    public void mouse(String type, double x, double y, boolean isDown) {
        call(
                "Input.dispatchMouseEvent",
                Map.of(
                        "type",
                        type,
                        "x",
                        x,
                        "y",
                        y,
                        "button",
                        type.equals("mouseMoved") && !isDown ? "none" : "left",
                        "buttons",
                        isDown ? 1 : 0,
                        "clickCount",
                        1));
        settle();
    }

    public void key(String key, boolean isShifted) {
        for (String type : List.of("keyDown", "keyUp")) {
            String text = key.equals("Enter") && type.equals("keyDown") ? "\r" : "";
            call(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "text", text, "modifiers", isShifted ? 8 : 0));
        }
        settle();
    }

    public void touch(String type, double x, double y) {
        List<Map<String, Double>> points = type.equals("touchEnd") ? List.of() : List.of(Map.of("x", x, "y", y));
        call("Input.dispatchTouchEvent", Map.of("type", type, "touchPoints", points));
        settle();
    }

    /** What the page complained about, such as a broken Content-Security-Policy. */
    public List<String> complaints() {
        settle();
        return named("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
                .map(JsonNode::toString)
                .toList();
    }

    /** What the page asked for, itself first. */
    public List<String> requests() {
        return named("Network.requestWillBeSent")
                .map(event -> event.path("params").path("request").path("url").asText())
                .toList();
    }

    private Stream<JsonNode> named(String... methods) {
        return events.stream()
                .filter(event -> List.of(methods).contains(event.path("method").asText()));
    }

    private JsonNode call(String method, Map<String, ?> parameters) {
        calls++;
        Map<String, Object> message =
                new java.util.HashMap<>(Map.of("id", calls, "method", method, "params", parameters));
        if (!session.isEmpty() && !method.startsWith("Target.")) {
            message.put("sessionId", session);
        }
        try {
            socket.sendText(JSON.writeValueAsString(message), true).join();
        } catch (IOException e) {
            throw new IllegalArgumentException(method, e);
        }
        while (true) {
            JsonNode answer = receive();
            if (answer.path("id").asInt() == calls) {
                if (answer.has("error")) {
                    throw new IllegalStateException(method + ": " + answer.path("error"));
                }
                return answer.path("result");
            }
        }
    }

    private JsonNode receive() {
        try {
            String text = messages.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (text == null) {
                throw new IllegalStateException("Chromium has not answered for " + WAIT_SECONDS + " s");
            }
            JsonNode message = JSON.readTree(text);
            if (message.has("method")) {
                events.add(message);
            }
            return message;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (IOException e) {
            throw new IllegalStateException("Chromium answered something else than JSON", e);
        }
    }

    /** Returns when the browser has ended, so that its profile can be removed. */
    @Override
    public void close() {
        List<ProcessHandle> parts = process.descendants().toList();
        socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true).join();
        try {
            if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        parts.forEach(part -> part.onExit()
                .completeOnTimeout(part, WAIT_SECONDS, TimeUnit.SECONDS)
                .join());
        socket.abort();
    }

    /** Puts the parts of messages together. */
    private final class Whole implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean isLast) {
            message.append(data);
            if (isLast) {
                messages.add(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }
}
