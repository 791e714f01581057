package io.bmsql.site;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.report.Words;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;

class SitePagesTest {
    private static final RunSummary RECORDED = SummaryJson.read(TestFiles.RECORDED.resolve("summary.json"));

    private static SitePages.Result result(String id, Verdict verdict, String server) {
        return new SitePages.Result(
                id,
                RECORDED,
                verdict,
                new RankingGroup("TPC-C", "", 1, "closed", "synchronous_commit=off"),
                Map.of("server", server),
                Map.of(),
                true,
                "");
    }

    private static Elements rows(List<SitePages.Result> results) {
        return Jsoup.parse(new SitePages(results).index(Words.in(Language.EN), ""))
                .select("tbody tr:not(.ranking)");
    }

    @Test
    void onlyWhatSaysWhatAServerCanDoHasARank() {
        Elements rows = rows(List.of(
                result("short", Verdict.SHORT, "a"),
                result("capped", Verdict.CAPPED, "b"),
                result("unsteady", Verdict.UNSTEADY, "c"),
                result("aborted", Verdict.ABORTED, "d"),
                result("failed", Verdict.THRESHOLD_FAILED, "e"),
                result("valid", Verdict.VALID, "f")));

        assertThat(rows.select("td:nth-child(2)").eachText()).containsExactly("1", "1", "–", "–", "–", "–");
        assertThat(rows.select(".bad").eachText()).containsExactly("Aborted");
        assertThat(rows.get(5).text()).contains("Aborted");
    }

    @Test
    void longNamesAreBrokenBehindTheirSigns() {
        assertThat(new SitePages(List.of(result("a", Verdict.VALID, "a"))).index(Words.in(Language.EN), ""))
                .contains("synchronous_\u200bcommit=\u200boff", "PostgreSQL 18.6");
    }

    private static SitePages.Result priced(String price) {
        RunFacts run = with(RECORDED.run(), "settings", List.of(new EffectiveSetting("price", price, "-D")));
        return with(result(price, Verdict.CAPPED, "a"), "summary", with(RECORDED, "run", run));
    }

    @Test
    void pricesOfAnotherCurrencyOrTimeAreNotSortedIntoEachOther() throws IOException {
        List<SitePages.Result> results = Stream.of("9000 EUR 3y", "9000 USD 3y", "10000 EUR 3y", "100 EUR 1m")
                .map(SitePagesTest::priced)
                .toList();
        Document index = Jsoup.parse(new SitePages(results).index(Words.in(Language.EN), ""));

        int column = index.select("th[data-key=site.price]").first().elementSiblingIndex();
        JsonNode rows = new ObjectMapper()
                .readTree(index.select("#data").first().data())
                .get("rows");
        Map<Double, String> sorted = new TreeMap<>();
        for (int i = 0; i < results.size(); i++) {
            String cell =
                    index.select("tbody tr:not(.ranking)").get(i).child(column).text();
            sorted.put(rows.get(i).get(0).get(column - 2).asDouble(), cell);
        }
        assertThat(sorted.values())
                .containsExactly(
                        "0.260 EUR100 EUR 1m", "23.4 EUR9,000 EUR 3y", "26.0 EUR10,000 EUR 3y", "23.4 USD9,000 USD 3y");
    }

    @Test
    void whatChangesTheWorkMakesARankingOfItsOwn() {
        RunData data = RunReader.read(ResultDirectory.open(TestFiles.RECORDED), ReportWindow.WHOLE);
        RunFacts own = with(
                data.summary().run(),
                "environment",
                Map.of("statements", "0123456789ab"),
                "settings",
                List.of(new EffectiveSetting("connectionPerTransaction", "true", "props:18")));
        assertThat(RankingGroup.of(with(data, "summary.run", own)))
                .isEqualTo(
                        with(RankingGroup.of(data), "mix", "connectionPerTransaction=true, statements=0123456789ab"));
    }

    private static RankingGroup group(String... keysAndValues) {
        RunData data = RunReader.read(ResultDirectory.open(TestFiles.RECORDED), ReportWindow.WHOLE);
        List<EffectiveSetting> settings = new ArrayList<>();
        for (int at = 0; at < keysAndValues.length; at += 2) {
            settings.add(new EffectiveSetting(keysAndValues[at], keysAndValues[at + 1], "-D"));
        }
        RunSummary summary = data.summary();
        RunFacts run = with(summary.run(), "settings", settings, "size.warehouses", 4);
        return RankingGroup.of(with(data, "summary", with(summary, "run", run)));
    }

    @Test
    void aRunOnAPartOfTheWarehousesIsNotRankedWithOneOnAll() {
        assertThat(group("useWarehouseFrom", "1", "useWarehouseTo", "2"))
                .isNotEqualTo(group())
                .isNotEqualTo(group("useWarehouseFrom", "1", "useWarehouseTo", "3"));
        assertThat(group("useWarehouseFrom", "1", "useWarehouseTo", "4")).isEqualTo(group());
        assertThat(group("useWarehouseFrom", "-1", "useWarehouseTo", "-1")).isEqualTo(group());
    }

    @Test
    void whatMeansTheSameIsOneRanking() {
        assertThat(group("paymentWeight", "43.0", "deliveryWeight", "4"))
                .isEqualTo(group("paymentWeight", "43", "deliveryWeight", "4.00"))
                .isNotEqualTo(group("paymentWeight", "43", "deliveryWeight", "5"));
        assertThat(group("connectionMaxAge", "5m")).isEqualTo(group("connectionMaxAge", "300s"));
        assertThat(group("scripts", "/home/ann/x/a.sql@3 b.sql"))
                .isEqualTo(group("scripts", "a.sql@3 my/b.sql"))
                .isNotEqualTo(group("scripts", "a.sql@2 b.sql"));
    }

    @Test
    void equalRatesShareARank() {
        SitePages.Result slower = with(
                result("slower", Verdict.VALID, "c"),
                "summary",
                with(RECORDED, "figures.tpmC", RECORDED.figures().tpmC() / 2));

        assertThat(rows(List.of(result("one", Verdict.VALID, "a"), slower, result("two", Verdict.VALID, "b")))
                        .select("td:nth-child(2)")
                        .eachText())
                .containsExactly("1", "1", "3");
    }

    @Test
    void runsOnADatabaseOfAnotherSizeAreNoRepeats() {
        SitePages.Result larger = with(
                result("larger", Verdict.VALID, "a"), "summary", with(RECORDED, "run.size.loadedWarehouses", 1000));

        assertThat(rows(List.of(result("one", Verdict.VALID, "a"), larger))).hasSize(2);
    }
}
