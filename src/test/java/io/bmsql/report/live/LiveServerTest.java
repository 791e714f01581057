package io.bmsql.report.live;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.analysis.Verdict;
import io.bmsql.common.RunClock;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UsageException;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.measure.LiveSecond;
import io.bmsql.report.Words;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunPhase;
import io.bmsql.testing.Exposition;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Its tests wait most of the time: the build runs them at once. */
@Execution(ExecutionMode.CONCURRENT)
class LiveServerTest {
    private LiveServer server;
    private Consumer<LiveSecond> seconds;

    @BeforeEach
    void open() throws Exception {
        server = LiveServer.open(0, Words.in(Language.EN));
        seconds = server.start(
                RunClock.SYSTEM,
                LiveFixture.FACTS,
                new LiveFixture().after(Span.at(0.5, "kill <b>")).source());
        seconds.accept(LiveFixture.second(0, 1, 20, 1, 2));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Socket send(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), server.port());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** The whole answer to a request whose connection ends with it. */
    private String ask(String line, String host) throws IOException {
        try (Socket socket = send(line + " HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n")) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String get(String path) throws IOException {
        return ask("GET " + path, "Host: localhost\r\n");
    }

    /** Reads until a text has come. */
    private static String readUntil(Socket socket, String text) throws IOException {
        StringBuilder read = new StringBuilder();
        byte[] buffer = new byte[8192];
        while (read.indexOf(text) < 0) {
            int count = socket.getInputStream().read(buffer);
            if (count < 0) {
                throw new IOException("the end came before " + text + ": " + read);
            }
            read.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
        return read.toString();
    }

    private Socket listen() throws IOException {
        Socket socket = send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
        readUntil(socket, "event: run\n");
        return socket;
    }

    @Test
    void oneOfSeveralAgentsIsShownOnRequest() throws IOException {
        server.showAgent(2, RunClock.SYSTEM, LiveFixture.FACTS, new LiveFixture().source())
                .accept(LiveFixture.second(0, 1, 7, 0, 0));
        String name = "bmsql_transactions_total{outcome=\"committed\",type=\"new_order\"} ";
        String answer = get("/metrics");
        assertThat(Exposition.parse(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                        .value("bmsql_transactions_total{outcome=committed, type=new_order}"))
                .isEqualTo(20);
        assertThat(get("/metrics?agent=2")).contains(name + "7.0");
        assertThat(get("/?agent=2")).startsWith("HTTP/1.1 200");
        assertThat(get("/metrics?agent=3")).startsWith("HTTP/1.1 404").contains("There is no such agent");
    }

    @Test
    void thePageEscapesWhatItIsToldAndRunsNothingButItsOwnScript() throws Exception {
        String answer = get("/");
        assertThat(answer).startsWith("HTTP/1.1 200 ").containsIgnoringCase("cache-control: no-store");
        String policy = answer.lines()
                .filter(line -> line.toLowerCase().startsWith("content-security-policy:"))
                .findFirst()
                .orElseThrow();
        assertThat(policy)
                .contains("default-src 'none'", "connect-src 'self'")
                .doesNotContain("http:", "https:", "unsafe");
        Document page = Jsoup.parse(answer.substring(answer.indexOf("<!DOCTYPE")));
        assertThat(page.select("h1").text()).isEqualTo("Run 7 on post<b>gres");
        assertThat(page.select("beta")).isEmpty();
        assertThat(page.select("script")).hasSize(1).allMatch(script -> !script.hasAttr("src"));
        assertThat(page.select("link[href^=http], img, iframe, object, form, [onclick], [onload]"))
                .isEmpty();
        assertThat(page.select("figure svg").eachText())
                .as("what has happened is a line")
                .anyMatch(text -> text.contains("kill <b>"));
        assertThat(page.select(".narrow-only svg"))
                .as("a small screen has its own charts of the same lines")
                .isNotEmpty()
                .hasSameSizeAs(page.select(".wide-only svg"));
        assertThat(policy)
                .contains("script-src " + hash(page.select("script").first()))
                .contains("style-src " + hash(page.select("style").first()));
        assertThat(page.select("style")).hasSize(1);
        assertThat(page.select("[style]")).as("a policy without unsafe-inline").isEmpty();
        assertThat(page.select("dl").text()).contains("tpmC 1,234", "Retries 12", "Backlog 11");
    }

    /** As a browser computes it of what stands between the tags. */
    private static String hash(Element element) throws Exception {
        byte[] text = element.data().getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }

    @Test
    void theEndShowsTheResultsOfTheWindowAndNothingOfTheMoment() throws Exception {
        Path report = Path.of("/a b/report.html");
        server.end(
                new LiveServer.End(Verdict.VALID, List.of("The results are in <here>."), LiveFixture.WINDOW, report));
        Document page = Jsoup.parse(get("/"));
        assertThat(page.select("a[href='file:///a%20b/report.html']").text())
                .isEqualTo("The report: file:///a%20b/report.html");
        assertThat(page.select("dl").text())
                .contains("tpmC 1,200", "tpmTotal 2,700", "4.00 msover the window", "9.00 msover the window")
                .doesNotContain("Backlog", "Connections", "last seconds");
    }

    /** A run that lost commits must not say that it is complete. */
    @Test
    void theEndSaysTheWorstFirst() throws Exception {
        server.end(new LiveServer.End(Verdict.DATA_LOST, List.of(), LiveFixture.WINDOW, null));
        Document page = Jsoup.parse(get("/"));
        assertThat(page.select("h2.bad").text()).isEqualTo("Ended: data lost");
        assertThat(page.text())
                .as("there is no report")
                .endsWith("This page is closed.")
                .doesNotContain("so far");
    }

    /** Which may take much longer than what transactions under way need. */
    @Test
    void aCheckBehindTheWindowIsNamed() throws Exception {
        LiveFixture over = new LiveFixture().in(RunPhase.DRAIN);
        EffectiveSetting check = new EffectiveSetting("checkAfterRun", "true", "props:9");
        RunFacts checked = with(LiveFixture.FACTS, "settings", List.of(check));
        for (RunFacts facts : List.of(LiveFixture.FACTS, checked)) {
            try (LiveServer one = LiveServer.open(0, Words.in(Language.EN))) {
                one.start(RunClock.SYSTEM, facts, over.source());
                assertThat(Jsoup.connect(one.url())
                                .get()
                                .text()
                                .contains("results are written, and the database is checked."))
                        .isEqualTo(facts.wantsCheck());
            }
        }
    }

    @Test
    void onlyNamesOfThisHostAreAnswered() throws Exception {
        for (String host : List.of("localhost", "LOCALHOST:9180", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:9180")) {
            assertThat(ask("GET /metrics", "Host: " + host + "\r\n")).as(host).startsWith("HTTP/1.1 200 ");
        }
        for (String other : List.of(
                "Host: evil.example\r\n",
                "Host: localhost.evil.example\r\n",
                "Host: 127.0.0.1.evil.example:9180\r\n",
                "Host: localhost@evil.example\r\n",
                "Host: 0.0.0.0\r\n",
                "Host: \r\n",
                "Host: localhost\r\nHost: evil.example\r\n",
                "X-Forwarded-Host: localhost\r\n",
                "")) {
            assertThat(ask("GET /metrics", other))
                    .as(other)
                    .startsWith("HTTP/1.1 4")
                    .doesNotContain("bmsql_");
        }
    }

    @Test
    void nothingCanBeDoneButReadingThreePaths() throws Exception {
        for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get")) {
            assertThat(ask(method + " /", "Host: localhost\r\n"))
                    .as(method)
                    .startsWith("HTTP/1.1 405 ")
                    .containsIgnoringCase("allow: GET, HEAD");
        }
        for (String path :
                List.of("/x", "/metrics/", "/metricsx", "//", "/../etc/passwd", "/%2e%2e/etc/passwd", "/events/..")) {
            assertThat(get(path)).as(path).startsWith("HTTP/1.1 40");
        }
        assertThat(get("/?x/y/z")).startsWith("HTTP/1.1 200 ");
        Map<String, String> types =
                Map.of("/", "text/html", "/metrics", "text/plain; version=0.0.4", "/events", "text/event-stream");
        for (Map.Entry<String, String> type : types.entrySet()) {
            assertThat(ask("HEAD " + type.getKey(), "Host: localhost\r\n"))
                    .as("headers alone")
                    .startsWith("HTTP/1.1 200 ")
                    .containsIgnoringCase("content-type: " + type.getValue())
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void garbageAndHalfRequestsLeaveTheServerAsItWas() throws Exception {
        List<Socket> open = new ArrayList<>();
        for (String garbage : List.of(
                "\r\n\r\n",
                "GET\r\n\r\n",
                "GET x:y HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "\u0000\u0001\u0002",
                "GET / HT")) {
            open.add(send(garbage));
        }
        open.add(send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(500_000)));
        assertThat(get("/metrics")).contains("bmsql_up 1");
        for (Socket socket : open) {
            socket.close();
        }
    }

    @Test
    void onlySoManyMayListenAndOneThatDoesNotReadHoldsUpNobody() throws Exception {
        List<Socket> listeners = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            listeners.add(listen());
        }
        assertThat(get("/events")).startsWith("HTTP/1.1 503 ").containsIgnoringCase("retry-after: ");
        assertThat(get("/metrics")).startsWith("HTTP/1.1 200 ");
        assertThat(get("/")).startsWith("HTTP/1.1 200 ");
        server.end(new LiveServer.End(Verdict.VALID, List.of("The results are in <here>."), LiveFixture.WINDOW, null));
        for (Socket listener : listeners.subList(1, 8)) {
            String last = readUntil(listener, "This page is closed");
            assertThat(last).contains("event: end\n", "Ended: valid", "&lt;here&gt;");
        }
        server.close();
        for (Socket listener : listeners) {
            listener.close();
        }
    }

    @Test
    void aRunThatBreaksOffTellsItsPages() throws Exception {
        try (Socket listener = listen()) {
            server.close();
            assertThat(readUntil(listener, "event: end")).isNotEmpty();
        }
    }

    @Test
    void onlyLoopbackListensAndNothingAfterTheEnd() throws Exception {
        int port = server.port();
        for (NetworkInterface networkInterface :
                NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : networkInterface.inetAddresses().toList()) {
                if (!address.isLoopbackAddress()) {
                    assertThatThrownBy(() -> connect(address, port)).isInstanceOf(IOException.class);
                }
            }
        }
        assertThat(get("/")).startsWith("HTTP/1.1 200 ");
        server.close();
        int unused;
        try (LiveServer never = LiveServer.open(0, Words.in(Language.EN))) {
            unused = never.port();
        }
        for (int ended : new int[] {port, unused}) {
            assertThatThrownBy(() -> connect(InetAddress.getByName("127.0.0.1"), ended))
                    .isInstanceOf(IOException.class);
        }
    }

    private static void connect(InetAddress address, int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), 2_000);
        }
    }

    @Test
    void aPortInUseIsSaidInASentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatThrownBy(() -> LiveServer.open(taken.getLocalPort(), Words.in(Language.EN)))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContainingAll("livePort=" + taken.getLocalPort(), "0 for any free one");
        }
    }

    @Test
    void aChinesePageIsChinese() throws Exception {
        try (LiveServer chinese = LiveServer.open(0, Words.in(Language.ZH))) {
            chinese.start(RunClock.SYSTEM, LiveFixture.FACTS, new LiveFixture().source());
            try (InputStream page = URI.create(chinese.url()).toURL().openStream()) {
                assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("lang=\"zh\"", "每两秒更新");
            }
        }
    }
}
