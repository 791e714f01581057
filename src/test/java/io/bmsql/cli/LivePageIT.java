package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bmsql.common.TransactionType;
import io.bmsql.report.Words;
import io.bmsql.report.Words.Language;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.Background;
import io.bmsql.testing.Exposition;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A real run is looked at while it runs. */
class LivePageIT {
    private static final Pattern ADDRESS = Pattern.compile("Live page: (http://127\\.0\\.0\\.1:\\d+/)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    static Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void build() throws Exception {
        POSTGRES.becomeLoaded(1);
        POSTGRES.props(
                folder.resolve("props"),
                "warehouses=1 terminals=2 runMins=1 limitTxnsPerMin=3000 terminalWarehouseFixed=true"
                        + " reportIntervalSecs=0 livePort=0 seed=7");
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

    /** What was seen while a run ran. */
    private record Seen(Exposition first, Document page, Exposition second) {}

    @Test
    void aRunShowsItselfUntilItsEndAndLeavesNothingBehind() throws Exception {
        // A busy machine may need longer for the first page than the run lasts: then a longer one is watched.
        boolean watched = false;
        for (double minutes = 0.08; !watched && minutes < 2; minutes *= 4) {
            watched = aRunShowsItself(minutes);
        }
        assertThat(watched)
                .as("a page, and figures that grow, before the run's end")
                .isTrue();
    }

    /** False when the run was over before all was seen. */
    private boolean aRunShowsItself(double minutes) throws Exception {
        Path result = folder.resolve("result_" + minutes);
        Stage stage = new Stage(folder);
        CompletableFuture<Integer> exit =
                Background.call(() -> stage.run("run", "props", "-DrunMins=" + minutes, "-DresultDirectory=" + result));
        await().atMost(PATIENCE).until(() -> exit.isDone() || !address(stage).isEmpty());
        String url = address(stage);
        assertThat(url).as(stage.out() + stage.err()).isNotEmpty();

        CompletableFuture<String> lastEvent = Background.call(() -> lastEvent(url));
        Seen seen = watch(url, exit);
        if (seen == null) {
            assertThat(exit.get(5, TimeUnit.MINUTES))
                    .as(stage.out() + stage.err())
                    .isZero();
            return false;
        }
        Map<String, Double> later = seen.second().growing();
        seen.first()
                .growing()
                .forEach((key, value) -> assertThat(later.get(key)).as(key).isGreaterThanOrEqualTo(value));

        assertThat(exit.get(5, TimeUnit.MINUTES)).as(stage.out() + stage.err()).isZero();
        RunSummary summary = SummaryJson.read(result.resolve("summary.json"));
        for (TransactionType type : TpccTransaction.values()) {
            TypeSummary counts = summary.figures().types().get(type.ordinal());
            String word = "type=" + type.name().toLowerCase(Locale.ROOT) + "}";
            assertThat(seen.second().sum("bmsql_response_seconds_count", word))
                    .as("%s: what was counted while it ran is part of the result", type)
                    .isLessThanOrEqualTo(counts.count() + summary.run().window().finishedAfterWindow());
        }
        Document end = Jsoup.parse(lastEvent.get(2, TimeUnit.MINUTES));
        assertThat(Words.in(Language.EN).verdicts(summary))
                .as("as on the console")
                .startsWithIgnoringCase(end.select("h2").text().replace("Ended: ", ""));
        assertThat(end.select("li").text()).contains(result.toString());
        assertThat(end.select("dl").text())
                .contains(String.format(
                        Locale.ROOT, "tpmC %,d", Math.round(summary.figures().tpmC())));
        assertThat(seen.page().html() + end.html() + stage.out() + stage.err())
                .doesNotContain(POSTGRES.password(), "<script src");
        assertThatThrownBy(() -> get(url)).isInstanceOf(IOException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("live-page"));
        return true;
    }

    /** Null when the run ended first: then nothing answers any more. */
    private @Nullable Seen watch(String url, CompletableFuture<Integer> exit) throws Exception {
        try {
            await().atMost(PATIENCE).until(() -> newOrders(scrape(url)) > 0);
            Exposition first = scrape(url);
            await().atMost(PATIENCE)
                    .until(() ->
                            !Jsoup.parse(get(url)).select("figure svg path").isEmpty());
            Document page = Jsoup.parse(get(url));
            assertThat(page.select("h1").text()).startsWith("Run ").endsWith("on postgres");
            await().atMost(PATIENCE).until(() -> newOrders(scrape(url)) > newOrders(first));
            return new Seen(first, page, scrape(url));
        } catch (IOException e) {
            await().atMost(PATIENCE).until(exit::isDone);
            return null;
        }
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
}
