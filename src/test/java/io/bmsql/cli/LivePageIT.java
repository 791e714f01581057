package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.TransactionType;
import io.bmsql.testing.Background;
import io.bmsql.testing.Exposition;
import io.bmsql.testing.LoadedDatabase;
import io.bmsql.testing.PostgresExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A real run is looked at while it runs. */
@Timeout(180)
class LivePageIT {
    private static final Pattern ADDRESS = Pattern.compile("Live page: (http://127\\.0\\.0\\.1:\\d+/)");
    private static final String PASSWORD = "zebraSecret42";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void build() throws Exception {
        LoadedDatabase.build(POSTGRES, 1);
        Files.writeString(
                folder.resolve("props"),
                String.join(
                        "\n",
                        "db=postgres",
                        "conn=" + POSTGRES.url(),
                        "user=postgres",
                        "password=" + PASSWORD,
                        "warehouses=1",
                        "terminals=2",
                        "runMins=0.08",
                        "limitTxnsPerMin=3000",
                        "terminalWarehouseFixed=true",
                        "resultDirectory=" + folder.resolve("result"),
                        "reportIntervalSecs=0",
                        "livePort=0",
                        "seed=7",
                        ""));
    }

    private String get(String url) throws Exception {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static String address(Stage stage) {
        Matcher matcher = ADDRESS.matcher(stage.out() + stage.err());
        return matcher.find() ? matcher.group(1) : "";
    }

    @Test
    void aRunShowsItselfUntilItsEndAndLeavesNothingBehind() throws Exception {
        Stage stage = new Stage(folder);
        CompletableFuture<Integer> exit = Background.call(() -> stage.run("run", "props"));
        await().atMost(PATIENCE).until(() -> exit.isDone() || !address(stage).isEmpty());
        String url = address(stage);
        assertThat(url).as(stage.out() + stage.err()).isNotEmpty();

        CompletableFuture<String> lastEvent = Background.call(() -> lastEvent(url));
        await().atMost(PATIENCE).until(() -> newOrders(scrape(url)) > 0);
        Exposition first = scrape(url);
        await().atMost(PATIENCE)
                .until(() -> !Jsoup.parse(get(url)).select("figure svg path").isEmpty());
        Document page = Jsoup.parse(get(url));
        assertThat(page.select("h1").text()).startsWith("Run ").endsWith("on postgres");
        await().atMost(PATIENCE).until(() -> newOrders(scrape(url)) > newOrders(first));
        Exposition second = scrape(url);
        Map<String, Double> later = second.growing();
        first.growing()
                .forEach((key, value) -> assertThat(later.get(key)).as(key).isGreaterThanOrEqualTo(value));

        assertThat(exit.get(60, TimeUnit.SECONDS)).as(stage.out() + stage.err()).isZero();
        RunSummary summary = SummaryJson.read(folder.resolve("result/summary.json"));
        for (TransactionType type : TransactionType.values()) {
            TypeSummary counts = summary.figures().types().get(type.ordinal());
            String word = "type=" + type.name().toLowerCase(Locale.ROOT) + "}";
            assertThat(second.sum("bmsql_response_seconds_count", word))
                    .as("%s: what was counted while it ran is part of the result", type)
                    .isLessThanOrEqualTo(counts.count() + summary.run().window().finishedAfterWindow());
        }
        Document end = Jsoup.parse(lastEvent.get(30, TimeUnit.SECONDS));
        assertThat(end.select("h2").text()).isEqualTo("Ended: complete");
        assertThat(end.select("li").text()).contains(folder.resolve("result").toString());
        assertThat(end.select("dl").text())
                .contains(String.format(
                        Locale.ROOT, "tpmC %,d", Math.round(summary.figures().tpmC())));
        assertThat(page.html() + end.html() + stage.out() + stage.err())
                .doesNotContain(PASSWORD)
                .doesNotContain("<script src");
        assertThatThrownBy(() -> get(url)).isInstanceOf(IOException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("live-page"));
    }

    private Exposition scrape(String url) throws Exception {
        return Exposition.parse(get(url + "metrics"));
    }

    private static double newOrders(Exposition text) {
        return text.value("bmsql_transactions_total{outcome="
                + Outcome.COMMITTED.name().toLowerCase(Locale.ROOT) + ", type=new_order}");
    }

    /** Listens to the end; the data of the last event. */
    private String lastEvent(String url) {
        StringBuilder data = new StringBuilder();
        String event = "";
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(URI.create(url + "events").toURL().openStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    event = line;
                    data.setLength(0);
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring("data: ".length())).append('\n');
                }
            }
        } catch (IOException e) {
            throw new AssertionError("the events broke off", e);
        }
        assertThat(event).isEqualTo("event: end");
        return data.toString();
    }

    @Test
    void aPortInUseIsSaidBeforeTheRunStarts() throws Exception {
        Stage stage = new Stage(folder);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int exit = stage.run(
                    "run",
                    "props",
                    "-DlivePort=" + taken.getLocalPort(),
                    "-DresultDirectory=" + folder.resolve("none"));
            assertThat(exit).isEqualTo(2);
            assertThat(stage.err()).contains("livePort=" + taken.getLocalPort(), "the run was not started");
            assertThat(folder.resolve("none")).doesNotExist();
        }
    }

    @Test
    void aPortThatIsNoneIsRefusedWithItsPlace() {
        Stage stage = new Stage(folder);
        assertThat(stage.run("validate", "props", "-DlivePort=70000")).isEqualTo(2);
        assertThat(stage.err()).contains("livePort", "70000", "65535");
    }
}
