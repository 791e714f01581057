package io.bmsql.cli;

import static io.bmsql.testing.Background.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.common.NumberText;
import io.bmsql.embedded.EmbeddedServer;
import io.bmsql.result.AnalyticRow;
import io.bmsql.result.RunSummary;
import io.bmsql.testing.Background;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.Exposition;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.StringUtils;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** One real run of each kind, from its tables to its report; what is counted and judged in them is shown where that is done. */
class WholeRunsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    Path folder;

    private void props(String settings, String... more) throws IOException {
        POSTGRES.props(folder.resolve("props"), settings, more);
    }

    private String report(String kind) throws IOException {
        Stage.ended(folder, 0, "report", "r");
        return Files.readString(folder.resolve("r/report." + kind));
    }

    /** When transactions are due is in TerminalSchedulerTest. */
    @Test
    void theStepsOfAPlanAreReportedAndABoundThatFailsGivesStatus6() throws Exception {
        props(
                "warehouses=1 terminals=4 resultDirectory=r",
                "loadProfile=0 300/min, 1s 600/min, ramp 1s 1200/min, 1s 60/min, 1s end",
                "thresholds=tpmTotal>1, stockLevel.p50<1us");

        Stage.ended(folder, 6, "run", "props");

        JsonNode summary = TestFiles.json(folder.resolve("r/summary.json"));
        assertThat(summary.at("/verdict").asText()).isEqualTo("THRESHOLD_FAILED");
        assertThat(summary.at("/run/windowSeconds").asDouble()).isEqualTo(4);
        assertThat(summary.at("/thresholds").findValuesAsText("holds")).containsExactly("true", "false");
        assertThat(summary.at("/steps").findValuesAsText("load"))
                .as("in one of them a slow machine ended none")
                .isSubsetOf("300/min", "600 → 1200/min", "1200/min", "60/min")
                .hasSizeGreaterThan(1);
        assertThat(report("html")).contains("id=\"steps\"", "id=\"thresholds\"", "The load changed by plan");
    }

    /** Of the queries the user made all short and spoiled one: a slow machine gets to each. */
    @Test
    @Tag("long")
    void queriesAreTimedBesideTheTransactionsAndOneThatAlwaysFailsIsNamed() throws Exception {
        Path own = Files.createDirectories(folder.resolve("workload.chbench/analytics"));
        for (int number = 1; number <= 22; number++) {
            String sql = number == 16 ? "SELECT nothing FROM nowhere;\n" : "SELECT pg_sleep(0.01);\n";
            Files.writeString(own.resolve(String.format(Locale.ROOT, "q%02d.sql", number)), sql);
        }
        props("warehouses=1 terminals=1 runMins=0.1 analyticStreams=2");

        JsonNode found = Stage.summaryOfRun(folder, "r").at("/analytics");

        assertThat(found.at("/querySetsPerHour").asDouble()).isPositive();
        assertThat(found.at("/staleMillis/maxMs").asDouble()).isPositive();
        assertThat(found.at("/queries")).hasSize(22);
        assertThat(AnalyticRow.CSV.list(folder.resolve("r/data/analytics.csv")))
                .anyMatch(row -> row.query().equals("q16") && row.failed() == 1)
                .anyMatch(row -> row.stream() == 2 && row.failed() == 0 && row.millis() > 0);
        assertThat(report("html")).contains("id=\"analytics\"", "Analytic queries that always failed: q16");
    }

    /** What the page and a scrape hold is in LiveServerTest and RunMetricsTest. */
    @Test
    void aRunShowsItselfUntilItsEnd() throws Exception {
        props("warehouses=1 terminals=2 runMins=60 limitTxnsPerMin=3000 reportIntervalSecs=0 livePort=0");
        try (ChildProgram run = ChildProgram.start(folder, "run", "props", "-DresultDirectory=r")) {
            run.awaitWhileAlive(() -> run.out().contains("/metrics"));
            String url = run.out().replaceFirst("(?s).*Live page: (http://127\\.0\\.0\\.1:\\d+/).*", "$1");
            CompletableFuture<String> events = Background.call(() -> get(url + "events"));
            run.awaitWhileAlive(() -> newOrders(url) > 0
                    && !Jsoup.parse(get(url)).select("figure svg path").isEmpty());
            double shown = newOrders(url);
            run.signal("INT");

            assertThat(run.exitStatus()).as(run.output()).isEqualTo(ExitCode.INTERRUPTED.status());
            RunSummary summary = Stage.summary(folder, "r");
            assertThat(shown)
                    .as("what was counted while it ran is part of the result")
                    .isLessThanOrEqualTo(summary.figures().types().get(0).count());
            String last = StringUtils.substringAfterLast(events.get(5, TimeUnit.MINUTES), "event: end\n");
            assertThat(last)
                    .contains(
                            folder.resolve("r").toString(),
                            NumberText.decimal(summary.figures().tpmC(), 0))
                    .doesNotContain(POSTGRES.password(), "<script src");
        }
    }

    private static String get(String url) throws IOException {
        try (InputStream all = URI.create(url).toURL().openStream()) {
            return new String(all.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static double newOrders(String url) throws IOException {
        return Exposition.parse(get(url + "metrics"))
                .value("bmsql_transactions_total{outcome=committed, type=new_order}");
    }

    /** A benchmark of two transactions, which the program does not know. */
    @Test
    void aBenchmarkOfOneClassIsBuiltRunCheckedAndReported() throws Exception {
        props("workload=tiny terminals=2 runTxnsPerTerminal=50 checkAfterRun=true thresholds=move.p90<60min");
        Stage.ended(folder, 0, "build", "props", "--print-sql").printed("create table tiny_account");
        Stage.ended(folder, 0, "build", "props").printed("Built workload=tiny in 0 s, rows: 100");
        Stage.ended(folder, 0, "doctor", "props").printed("100 accounts");

        JsonNode summary = Stage.summaryOfRun(folder, "r");

        assertThat(summary.at("/run/workload/name").asText()).isEqualTo("tiny");
        assertThat(summary.at("/types/0/count").asInt()
                        + summary.at("/types/1/count").asInt())
                .isEqualTo(100);
        assertThat(summary.at("/check/0/passed").asBoolean()).isTrue();
        assertThat(summary.at("/thresholds/0/text").asText()).contains("move.p90");
        assertThat(report("html")).contains("Workload tiny", "no money is lost").doesNotContain("tpmC");
        POSTGRES.execute("update tiny_account set money = 7 where id = 1");
        Stage.ended(folder, 7, "check", "props").printed("no money is lost");
        for (String command : List.of("reset", "check", "destroy")) {
            Stage.ended(folder, 0, command, "props");
        }
    }

    @Test
    void aRunOfScriptsIsReportedComparedAndRepeatedFromItsDirectory() throws Exception {
        props("terminals=2 runMins=0 runTxnsPerTerminal=200 seed=5 resultDirectory=r");
        Files.writeString(folder.resolve("own.sql"), "-- weight: 2\n\\set x :n + 1\nselect :x::int;\n");
        String buildFirst = "make them with 'bmsql build props -D workload=pgbench'";
        Stage.refused(folder, "run props -b select-only", buildFirst);
        Stage.line(folder, 0, "build props -D workload=pgbench -D scale=2");

        Stage.line(folder, 0, "run props -f own.sql -b tpcb-like -D n=41 -D reportAfterRun=true")
                .printed("Results: r; the page with charts is r/report.html");
        assertThat(Files.readString(folder.resolve("r/report.md")))
                .contains("Transactions a second")
                .doesNotContain("tpmC");
        JsonNode summary = TestFiles.json(folder.resolve("r/summary.json"));
        assertThat(summary.at("/run/workload/types").findValuesAsText("name")).containsExactly("own", "tpcb-like");
        assertThat(summary.at("/run/settings").findParents("key"))
                .as("what the tables hold is recorded like what was set")
                .filteredOn(setting -> setting.get("key").asText().equals("scriptVariables"))
                .extracting(setting -> setting.get("value").asText())
                .containsExactly("n=41 scale=2");
        assertThat(summary.at("/types/0/sharePercent").asDouble()).isBetween(55.0, 78.0);
        assertThat(POSTGRES.number("select count(*) from pgbench_history"))
                .isGreaterThanOrEqualTo(summary.at("/types/1/count").asLong())
                .isPositive();

        Files.delete(folder.resolve("own.sql"));
        Stage again = new Stage(folder, Map.of("BMSQL_PASSWORD", POSTGRES.password()));
        assertThat(again.run("rerun", "r", "-D", "reportAfterRun=false")).isZero();
        assertThat(again.out())
                .contains("; for a page with charts: bmsql report r", "tpmTotal was ", "tpmTotal changed by ")
                .doesNotContain("tpmC");
        Stage.line(folder, 0, "destroy props -D workload=pgbench");
    }

    @Test
    @Tag("long")
    void aStudyOfScriptsRanksItsPointsByAllTransactions() throws Exception {
        props("terminals=2 runMins=0.1 seed=5");
        Files.writeString(folder.resolve("own.sql"), "select :n::int;\n");
        String sweep = "sweep props --terminals 1,2 --repeats 1 --out s -D scripts=own.sql -D scriptVariables=n=1";

        assertThat(Stage.line(folder, 0, sweep).out()).doesNotContain("tpmC");

        assertThat(Files.readString(folder.resolve("s/study.md")))
                .contains("tpmTotal", "own")
                .doesNotContain("tpmC", "New-Order");
        assertThat(TestFiles.json(folder.resolve("s/results.json"))
                        .at("/bestTpmTotal")
                        .asDouble())
                .isPositive();
    }

    /** The loaded tables go for those that have partitions. */
    @Test
    @Tag("long")
    void tablesWithPartitionsAreBuiltRunCheckedAndTakenAway() throws Exception {
        props("warehouses=1 loadWorkers=2 terminals=4 runMins=0 runTxnsPerTerminal=50 seed=5");
        Stage.ended(folder, 0, "destroy", "props");
        for (String command : List.of("build", "run", "check")) {
            Stage.ended(folder, 0, command, "props", "-Dpartitions=4");
        }
        assertThat(POSTGRES.texts("select inhparent::regclass || ' ' || count(*) from pg_inherits i"
                        + " join pg_class c on c.oid = i.inhrelid where c.relkind = 'r' group by inhparent"))
                .containsExactlyInAnyOrder(
                        ("bmsql_warehouse 4,bmsql_district 4,bmsql_customer 4,bmsql_history 4,bmsql_new_order 4,"
                                        + "bmsql_oorder 4,bmsql_order_line 4,bmsql_stock 4")
                                .split(","));
        assertThat(POSTGRES.texts("select count(*) from pg_constraint where contype = 'f' and conparentid = 0"))
                .containsExactly("10");
        assertThat(POSTGRES.texts("select reloptions::text from pg_class where relname = 'bmsql_stock_3'"))
                .containsExactly("{fillfactor=95}");
        Stage.ended(folder, 0, "destroy", "props", "-Dpartitions=4");
        assertThat(POSTGRES.number("select count(*) from pg_class where relname like 'bmsql%'"))
                .isZero();
        POSTGRES.becomeLoaded(1);
    }

    /** What a build says while its server keeps it from going on. */
    @Test
    @Tag("long")
    void aStandbyThatIsGoneIsNamedInTheLanguageOfTheBuild() throws Exception {
        Path data = TestServers.initialised(folder.resolve("data"));
        try (EmbeddedServer server = EmbeddedServer.start(data, TestServers.quick(Map.of()))) {
            TestDatabase target = TestServers.database(server, "postgres");
            target.props(folder.resolve("p"), "warehouses=0 lang=zh");
            target.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'", "SELECT pg_reload_conf()");
            Stage stage = new Stage(folder);
            CompletableFuture<Integer> build = Background.call(() -> stage.run("build", "p"));
            await(() -> stage.err().matches("(?s).*警告：\\d+ 秒没有事务完成：bmsql 的 1 个会话在等待同步备库（SyncRep）\n.*"));
            target.execute("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            assertThat(build.join()).as(stage::err).isZero();
        }
    }
}
