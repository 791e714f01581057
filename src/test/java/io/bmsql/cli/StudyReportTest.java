package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.analysis.LostData;
import io.bmsql.common.Texts.Language;
import io.bmsql.result.AnalyticSummary;
import io.bmsql.result.EndingCause;
import io.bmsql.result.Latency;
import io.bmsql.result.LimitedBy;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.study.page.StudyPage;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bmsql report} of a study: its page, and the same figures to paste and for programs. */
class StudyReportTest {
    private static final String TERMINALS = "terminals=10,20,50,100";

    @TempDir
    Path folder;

    /** A knee at 50, block 3 a little slower. */
    private static double tpmC(Setting setting, int block) {
        double terminals = Double.parseDouble(setting.point().getOrDefault("terminals", "50"));
        double top = setting.database().equals("new") ? 1.1 : 1;
        return Math.min(50, terminals) * 800 * top * (1 - 0.01 * (block - 2));
    }

    private MadeUpStudy study(List<String> databases, int repeats, String... vary) throws IOException {
        return new MadeUpStudy(folder.resolve("study"), databases, repeats, vary).make(StudyReportTest::tpmC);
    }

    /** Without the reports of its runs, which the command writes too. */
    private Document page() throws IOException {
        return Jsoup.parse(StudyPage.write(folder.resolve("study"), lang -> Language.EN, new HashMap<>()));
    }

    private void replaceInJournal(String old, String now) throws IOException {
        Path file = folder.resolve("study/study.json");
        Files.writeString(file, Files.readString(file).replace(old, now));
    }

    private JsonNode results() throws IOException {
        Path file = folder.resolve("study/results.json");
        SchemasTest.assertValid("results", file);
        return TestFiles.json(file);
    }

    /** Two runs of 43% and 94% have an interval far beyond. */
    @Test
    void noHostIsBusierThanAllItsProcessors() throws IOException {
        new MadeUpStudy(folder.resolve("study"), List.of("base"), 2, TERMINALS)
                .make((setting, block) -> block == 1 ? 30_000 : 66_000);
        assertThat(page().select("svg:has(title:contains(CPU of the load generator)) text")
                        .eachText())
                .contains("100")
                .doesNotContain("120", "125", "150");
    }

    @Test
    void figuresStandAgainstTheVariedPropertyWithTheKneeAndTheBestPoint() throws IOException {
        study(List.of("base", "new"), 3, TERMINALS);

        Document page = page();

        assertThat(page.select("h2").eachText())
                .contains("Best: new, terminals=50, 43,999 tpmC (95% interval 42,919 … 45,105)", "Throughput", "Runs");
        assertThat(page.select("#throughput [stroke=var(--series-a)]")).isNotEmpty();
        assertThat(page.select("#throughput [stroke=var(--series-b)]")).isNotEmpty();
        assertThat(page.select("#throughput svg text").eachText())
                .contains("10", "20", "50", "100", "terminals", "knee");
        assertThat(page.select("#throughput .legend li").eachText()).containsExactly("base", "new");
        assertThat(page.select("#responses h3").eachText())
                .containsExactly("New-Order p50, ms", "New-Order p90, ms", "New-Order p99, ms");
        assertThat(page.select("#rest h3").eachText())
                .containsExactly("CPU of the load generator", "CPU of the load generator's host");
        assertThat(page.select("#points tbody tr")).hasSize(8);
        assertThat(page.select("#points tbody tr").get(6).text())
                .startsWith("new 50 3 43,999 42,919 … 45,105")
                .endsWith("best; knee");
        assertThat(page.select("#runs tbody tr")).hasSize(24);
        assertThat(page.select("#runs a").get(0).attr("href")).isEqualTo("runs/001_1");
        assertThat(page.select("link, [src]")).isEmpty();
        assertThat(Files.readString(folder.resolve("study/study.md")))
                .contains("**Best: new, terminals=50,", "| new      | 50        |    3 | 43,999 | 42,919 … 45,105 |");
        List<String> csv = Files.readAllLines(folder.resolve("study/study.csv"));
        assertThat(csv).hasSize(9);
        assertThat(csv.get(0)).startsWith("database,terminals,runs,counted,withinLimits,tpmC,tpmC.low,tpmC.high,");
        assertThat(csv.get(7)).startsWith("new,50,3,3,true,43998.5,42919,45105.2,");
        assertThat(results().at("/knees/1/point/terminals").asText()).isEqualTo("50");
        assertThat(results().at("/best/0/database").asText()).isEqualTo("base");
        assertThat(results().at("/points/6/figures/tpmC/repeats")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "terminals=10,20,50 | fewer than four values were measured",
                "terminals=10,20,50,100 | the curve has no clear bend"
            })
    void aStudyWithoutAKneeSaysWhy(String varied, String why) throws IOException {
        new MadeUpStudy(folder.resolve("study"), List.of("base"), 1, varied).make((setting, block) -> 30_000);
        assertThat(page().text()).contains("No knee: " + why);
    }

    @Test
    void transactionsAreDrawnAgainstAnalyticQueries() throws IOException {
        MadeUpStudy study = study(List.of("base"), 1, "terminals=2,4", "analyticStreams=0,1,2");
        for (int number : new int[] {2, 3, 5, 6}) {
            int streams = (number - 1) % 3;
            Latency fresh = Latency.of(new Histogram(3));
            AnalyticSummary queries = new AnalyticSummary(streams, "", 100.0 * streams, fresh, 1, 1, List.of());
            study.change(number, summary -> summary.putPOJO("analytics", queries));
        }

        Document page = page();

        assertThat(page.select("#frontier .legend li").eachText()).containsExactly("terminals=2", "terminals=4");
        assertThat(page.select("#frontier svg text").eachText()).contains("0", "100", "200");
        assertThat(page.select("#points th").eachText()).contains("Query sets an hour");
    }

    /** A bound of throughput says nothing of response times. */
    @Test
    void pointsThatMissABoundAreNotSaidToBeSlow() throws IOException {
        study(List.of("base"), 1).change(1, summary -> summary.putArray("thresholds")
                .addObject()
                .put("text", "tpmC>99999")
                .put("value", 1.0)
                .put("unit", "")
                .put("holds", false));

        assertThat(page().select("h2").get(0).text()).isEqualTo("No point keeps the limits.");
    }

    /** Each query took longer than the window. */
    @Test
    void withoutAnAnswerNobodyKnowsWhatAnswersLacked() throws IOException {
        AnalyticSummary none = new AnalyticSummary(2, "", 0, Latency.of(new Histogram(3)), 1, 1, List.of());
        assertThat(none.line()).endsWith(": 0.0 query sets an hour");
        study(List.of("base"), 1, "terminals=2").change(1, summary -> summary.putPOJO("analytics", none));
        page();

        assertThat(results().at("/points/0/figures/querySetsPerHour").isMissingNode())
                .isFalse();
        assertThat(results().at("/points/0/figures/freshnessMs").isMissingNode())
                .isTrue();
    }

    @Test
    void runsThatDoNotCountAreHollowLeftOutAndNamedAndOthersHaveARemark() throws IOException {
        LimitedBy bound = LimitedBy.of(LimitedBy.Cause.GENERATOR_IDLE, 40, "");
        study(List.of("base"), 3, TERMINALS)
                .change(2, summary -> summary.put("status", "ABORTED").put("tpmC", 90_000.0))
                .change(2, summary -> summary.putPOJO("limit", bound))
                .change(3, summary -> summary.putPOJO("limit", bound))
                .change(4, summary -> summary.withObject("/run").put("windowSeconds", 20.0))
                .state(7, State.FAILED, "no <b>connection</b>");

        Document page = page();

        assertThat(page.select(".verdict li").text())
                .contains("runs/002_1 (Aborted); runs/007_2 (Failed: no <b>connection</b>)")
                .contains("the figures are those of the load generator: runs/002_1; runs/003_1.")
                .contains("runs have a window of less than a minute.");
        assertThat(page.select("#throughput svg [fill=var(--ground)]")).hasSize(2);
        assertThat(page.select("#runs td.bad").eachText()).containsExactly("Aborted", "Failed: no <b>connection</b>");
        assertThat(page.select("#points tbody tr").get(1).text()).startsWith("20 2 of 3 15,9");
        assertThat(results().at("/points/1/figures/tpmC/repeats")).hasSize(2);
        assertThat(results().at("/leftOut")).hasSize(2);
        assertThat(results().at("/leftOut/runs~1002_1").asText()).isEqualTo("ABORTED");
    }

    /** An unsteady run is in no mean, whatever else is said of it. */
    @Test
    void anUnsteadyRunThatMissedAThresholdTooIsLeftOut() throws IOException {
        study(List.of("base"), 3, TERMINALS).change(2, summary -> {
            summary.withArray("thresholds")
                    .addObject()
                    .put("text", "tpmC>1000000")
                    .put("value", 1)
                    .put("unit", "")
                    .put("holds", false);
            summary.withObject("/steadiness").put("steady", false);
        });

        assertThat(page().select("#points tbody tr").get(1).text()).startsWith("20 2 of 3 ");
        assertThat(results().at("/leftOut/runs~1002_1").asText()).isEqualTo("UNSTEADY");
    }

    /** Which of two settings is faster is the comparison's to say, which knows its error. */
    @Test
    void noneOfTwoSettingsInTurnIsCalledTheBest() throws IOException {
        study(List.of("base", "new"), 3);
        replaceInJournal("\"sweep\"", "\"ab\"");

        Document page = page();

        assertThat(page.title()).contains("Two settings in turn");
        assertThat(page.select("h2").eachText()).contains("new: 43,999 tpmC (95% interval 42,919 … 45,105)");
        assertThat(page.select("#throughput svg text").eachText()).contains("base", "new", "Database");
        assertThat(page.select(".verdict li").text()).contains("compare.html").doesNotContain("best");
        assertThat(page.select("#points").text()).doesNotContain("best");
    }

    @Test
    void repeatsFarOffAreNamedWithWhatWasDifferent() throws IOException {
        study(List.of("base"), 4, TERMINALS).change(10, summary -> {
            summary.put("tpmC", 9_000.0);
            summary.withObject("/run").put("isolationLevel", "SERIALIZABLE");
        });

        assertThat(page().select("#spread li").eachText())
                .hasSize(2)
                .anyMatch(line -> line.matches("Repeats differ most at terminals=20: 2\\d.\\d% coefficient .*"))
                .contains(
                        "runs/010_3 lies far off: tpmC 43.2% below the median of terminals=20. Different from all other"
                                + " repeats: isolation level SERIALIZABLE (READ_COMMITTED).");
    }

    @Test
    void pointsWhoseResponseTimesPassALimitAreNotTheBest() throws IOException {
        MadeUpStudy study = study(List.of("base"), 1, TERMINALS);
        study.change(3, summary -> summary.withObject("/types/1/response").put("p90Ms", 5_001.0));
        study.change(4, summary -> summary.withObject("/types/1/response").put("p90Ms", 6_000.0));
        for (int number = 1; number <= 4; number++) {
            study.change(number, summary -> summary.withArray("/run/settings")
                    .addObject()
                    .put("key", "osCollectorSSHAddr")
                    .put("value", "me@db1 me@db2")
                    .put("origin", "props"));
        }

        Document page = page();

        assertThat(page.select("h2").get(0).text()).isEqualTo("Best: terminals=20, 16,160 tpmC");
        assertThat(page.select("#points tbody tr").get(2).text()).endsWith("knee; over the limit: payment.p90Ms");
        assertThat(page.text()).contains("Each point has a single run, so there is no interval");
        assertThat(page.select("#rest h3").eachText())
                .as("watched hosts by their names")
                .contains("CPU of the host db1");
    }

    /** The journal is in English; what somebody else wrote there stays as it is. */
    @Test
    void anUnfinishedStudyOfWordsHasAPageInChinese() throws IOException {
        EndingCause cause = new EndingCause(EndingCause.Kind.STOPPED, "by SIGTERM");
        String reason = "Stopped before its planned end by SIGTERM";
        study(List.of("base"), 2, "form=plain,batch", "terminals=5,9")
                .change(2, summary -> summary.put("status", "INTERRUPTED").putPOJO("statusCause", cause))
                .change(2, summary -> summary.put("statusReason", reason))
                .state(2, State.DONE, reason)
                .state(3, State.FAILED, "no connection")
                .state(7, State.RUNNING, "")
                .state(8, State.PLANNED, "");
        assertThat(page().select("#runs td.bad").eachText())
                .containsExactly("Interrupted: " + reason, "Failed: no connection");

        Stage.line(folder, 0, "report --lang zh study").printed("study.html");

        Document page = Jsoup.parse(folder.resolve("study/study.html"));
        assertThat(page.select("#runs td.bad").eachText())
                .containsExactly("被中断：运行在计划结束之前被停止（SIGTERM）", "失败：no connection");
        assertThat(page.select("#runs a").get(0).attr("href")).isEqualTo("runs/001_1/report.html");
        assertThat(page.text()).contains("已完成 6 / 8 次运行");
        assertThat(page.select("#throughput .legend li").eachText()).containsExactly("terminals=5", "terminals=9");
        assertThat(page.select("#throughput svg text").eachText())
                .contains("plain", "batch")
                .doesNotContain("拐点");
    }

    @Test
    void aSearchForThePeakBeginsWithWhatItFound() throws IOException {
        study(List.of("pg"), 1, "arrivalRate=1000,2000,4000");
        TestFiles.changeJson(folder.resolve("study/study.json"), file -> {
            file.put("kind", "peak").withObject("/plan").putObject("vary");
            file.putObject("search").put("key", "arrivalRate").put("from", 1000);
            file.putArray("peaks")
                    .addObject()
                    .put("database", "pg")
                    .put("value", 2000)
                    .put("limitedBy", "newOrder.p90<100ms")
                    .put("confirmedBy", 2)
                    .putObject("point");
        });

        Document page = page();

        assertThat(page.select("h2").get(0).text())
                .isEqualTo("pg: peak at arrivalRate=2,000, confirmed by run 2; above it newOrder.p90<100ms");
        assertThat(page.select("#throughput svg text").eachText()).contains("arrivalRate", "4000");
    }

    /** A kill at 60 s that the server survived for 0.4 s; what is gone was acknowledged a second and a half before it died. */
    private static void kill(ObjectNode summary, double outageSeconds, int gone) {
        long start = summary.at("/run/startEpochMillis").asLong();
        ArrayNode events = summary.putArray("events");
        // What the server told of itself is no event of the study.
        event(events, "server", 30, "checkpoint").put("status", "");
        event(events, "kill", 60, "kill it")
                .put("status", "status 0")
                .put("commandSeconds", 0.1)
                .put("outageSeconds", outageSeconds)
                .put("lastCommitSeconds", 60.4)
                .put("to95Seconds", outageSeconds + 1)
                .put("workLost", outageSeconds * 100);
        ObjectNode ledger = summary.putObject("ledger");
        ledger.put("passed", gone == 0).put("unknown", 3).put("unknownHappened", 1);
        ledger.putArray("checks")
                .addObject()
                .put("name", "new-orders")
                .put("description", "all are there")
                .put("verdict", gone == 0 ? "OK" : "FAILED")
                .put("violations", gone);
        if (gone > 0) {
            long oldest = start + 58_900;
            ledger.putObject("gone")
                    .put("oldestEpochMillis", oldest)
                    .put("explains", gone)
                    .putObject("byEpochSecond")
                    .put(Long.toString(oldest / 1000), 1)
                    .put(Long.toString(oldest / 1000 + 1), gone - 1);
        }
    }

    private static ObjectNode event(ArrayNode events, String name, double seconds, String text) {
        ObjectNode event =
                events.addObject().put("name", name).put("atSeconds", seconds).put("text", text);
        ObjectNode during = event.putObject("during");
        during.put("fromSeconds", seconds).put("untilSeconds", seconds + 10).putArray("types");
        during.putObject("errors").put("CONNECTION", 5);
        return event;
    }

    @Test
    void aFailoverSaysHowLongItTookAndWhatIsGone() throws IOException {
        MadeUpStudy study = study(List.of("pg"), 3);
        study.change(1, summary -> kill(summary, 2.5, 0));
        study.change(2, summary -> kill(summary, 4, 12));
        study.change(3, summary -> kill(summary, 3, 0));
        replaceInJournal("\"sweep\"", "\"failover\"");
        replaceInJournal("\"repeats\"", "\"mayLoseSeconds\" : 1.4, \"repeats\"");

        Document page = page();

        assertThat(page.title()).isEqualTo("Failover");
        assertThat(page.select("h2").get(0).text())
                .startsWith("pg: 2.5 … 3 … 4 s without a commit, 95% of the rate before after 3.5 … 4 … 5 s, in 3 of 3")
                .contains("12 acknowledged transactions are gone", "1.5 s before", "more than --may-lose 1.4 s.");
        assertThat(page.select("#events table").get(0).select("tbody tr").eachText())
                .containsExactly("pg kill 3 2.5 … 3 … 4 3.5 … 4 … 5 – 250 … 300 … 400 0 … 0 … 12 0 … 0 … 1.5");
        assertThat(page.select("#events table").get(1).select("tbody tr").get(1).text())
                .isEqualTo("2 pg kill 1:00 status 0 667 → 667 4 5 – 400 12 1.5 3 / 1");
        assertThat(results().at("/events").findValuesAsText("isWithinMayLose"))
                .containsExactly("true", "false", "true");
        assertThat(results().at("/events/1/oldestGoneSeconds").asDouble()).isEqualTo(1.5, within(0.001));

        assertThat(Stage.line(folder, 0, "compare study/runs/001_1 study/runs/003_3")
                        .out())
                .contains("Event, kill.outageSeconds")
                .containsPattern("kill.outageSeconds +\\| +2.5\\d* +\\| +3");
    }

    /**
     * Throughput may pause by chance, one connection of many may be ended by anything, and what broke long before is not the kill's doing. Of a
     * ledger whose disk did not keep up what is gone may be among the entries that were dropped.
     */
    @ParameterizedTest
    @CsvSource({
        "not whole, In 1 runs the ledger was not compared, true, the ledger was not compared",
        "none broke, no run in which a kill broke a connection., false, no connection broke",
        "0 in its time, no run in which a kill broke a connection., null, 'connections broke, but not several in the time'",
        "1 in its time, no run in which a kill broke a connection., null, 'connections broke, but not several in the time'"
    })
    void whatProvesNothingOfAFailover(String what, String headline, String connectionsBroke, String line)
            throws IOException {
        study(List.of("pg"), 1).change(1, summary -> {
            kill(summary, 0.5, 0);
            if (what.equals("not whole")) {
                summary.withObject("/ledger").put("partial", true);
                ((ObjectNode) summary.at("/ledger/checks/0"))
                        .put("verdict", "OPEN")
                        .put("violations", 7);
                return;
            }
            summary.putArray("availability");
            if (what.equals("none broke")) {
                summary.withObject("/events/0/during").remove("errors");
                summary.withObject("/events/1/during").remove("errors");
                summary.putArray("errors");
                return;
            }
            int inItsTime = Integer.parseInt(what.substring(0, 1));
            summary.withArray("/events")
                    .forEach(event -> ((ObjectNode) event.at("/during/errors")).put("CONNECTION", inItsTime));
            ((ObjectNode) summary.withArray("/errors").get(0)).put("errorClass", "CONNECTION");
            summary.withObject("/run").put("sutThreads", 10);
        });
        replaceInJournal("\"sweep\"", "\"failover\"");

        assertThat(page().select("h2").get(0).text()).contains(headline).doesNotContain("Nothing acknowledged is gone");
        assertThat(results().at("/events/0/losses/connectionsBroke").asText()).isEqualTo(connectionsBroke);
        RunSummary run = SummaryJson.read(folder.resolve("study/runs/001_1/summary.json"));
        assertThat(LostData.of(run).line(0)).contains(line);
    }

    @Test
    void aPartOfAStudyIsRefused() throws IOException {
        study(List.of("base"), 1, TERMINALS);
        Stage.refused(folder, "report --window 0,1 study", "study is a study", "--window");
    }
}
