package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.TransactionType;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.Background;
import io.bmsql.testing.Exposition;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A real run is looked at while it runs. */
class LivePageIT {
    private static final Pattern ADDRESS = Pattern.compile("Live page: (http://127\\.0\\.0\\.1:\\d+/)");

    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    static Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void build() throws Exception {
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

    @Test
    void aRunShowsItselfUntilItsEndAndLeavesNothingBehind() throws Exception {
        // A busy machine may need longer for the first page than the run lasts: then a longer one is watched.
        double minutes = 0.08;
        while (!aRunShowsItself(minutes)) {
            minutes *= 4;
            assertThat(minutes).as("a page with figures before the run's end").isLessThan(2);
        }
    }

    /** False when the run was over before all was seen. */
    private boolean aRunShowsItself(double minutes) throws Exception {
        Path result = folder.resolve("result_" + minutes);
        Stage stage = new Stage(folder);
        CompletableFuture<Integer> exit =
                Background.call(() -> stage.run("run", "props", "-DrunMins=" + minutes, "-DresultDirectory=" + result));
        await(() -> exit.isDone() || !address(stage).isEmpty());
        String url = address(stage);
        assertThat(url).as(stage.out() + stage.err()).isNotEmpty();

        CompletableFuture<String> events = Background.call(() -> {
            try (InputStream all = URI.create(url + "events").toURL().openStream()) {
                return new String(all.readAllBytes(), StandardCharsets.UTF_8);
            }
        });
        Optional<Exposition> seen = watch(url);
        assertThat(exit.get(5, TimeUnit.MINUTES)).as(stage.out() + stage.err()).isZero();
        if (seen.isEmpty()) {
            return false;
        }

        RunSummary summary = SummaryJson.read(result.resolve("summary.json"));
        for (TransactionType type : TpccTransaction.values()) {
            TypeSummary counts = summary.figures().types().get(type.ordinal());
            String word = "type=" + type.name().toLowerCase(Locale.ROOT) + "}";
            assertThat(seen.get().sum("bmsql_response_seconds_count", word))
                    .as("%s: what was counted while it ran is part of the result", type)
                    .isLessThanOrEqualTo(counts.count() + summary.run().window().finishedAfterWindow());
        }
        String last = StringUtils.substringAfterLast(events.get(2, TimeUnit.MINUTES), "event: end\n");
        assertThat(last)
                .contains(
                        result.toString(),
                        String.format(
                                Locale.ROOT, "%,d", Math.round(summary.figures().tpmC())));
        assertThat(last + stage.out() + stage.err()).doesNotContain(POSTGRES.password(), "<script src");
        assertThatThrownBy(() -> get(url)).isInstanceOf(IOException.class);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.isAlive() && thread.getName().startsWith("live-page"));
        return true;
    }

    /** Its figures once there are some and a chart; nothing when the run ended first, since nothing answers then. */
    private Optional<Exposition> watch(String url) throws Exception {
        try {
            await(() -> newOrders(scrape(url)) > 0);
            await(() -> !Jsoup.parse(get(url)).select("figure svg path").isEmpty());
            assertThat(get(url)).doesNotContain(POSTGRES.password());
            return Optional.of(scrape(url));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Exposition scrape(String url) throws Exception {
        return Exposition.parse(get(url + "metrics"));
    }

    private static double newOrders(Exposition text) {
        return text.value("bmsql_transactions_total{outcome="
                + Outcome.COMMITTED.name().toLowerCase(Locale.ROOT) + ", type=new_order}");
    }

    @Test
    void aPortInUseIsSaidBeforeTheRunStarts() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = "livePort=" + taken.getLocalPort();
            Stage.refused(folder, "run props -DresultDirectory=none -D" + port, port, "the run was not started");
            assertThat(folder.resolve("none")).doesNotExist();
        }
    }
}
