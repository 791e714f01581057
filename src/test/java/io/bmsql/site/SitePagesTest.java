package io.bmsql.site;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.analysis.Verdict;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.report.Words;
import io.bmsql.report.Words.Language;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunReader;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
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

        assertThat(rows.select("td:nth-child(2)").eachText()).containsExactly("1", "2", "–", "–", "–", "–");
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
        assertThat(RankingGroup.of(with(data, "summary", with(data.summary(), "run", own))))
                .isEqualTo(
                        with(RankingGroup.of(data), "mix", "connectionPerTransaction=true, statements=0123456789ab"));
    }
}
