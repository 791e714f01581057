package io.bmsql.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Verdict;
import io.bmsql.report.Words;
import io.bmsql.report.Words.Language;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;

class SitePagesTest {
    private static final RunSummary RECORDED =
            SummaryJson.read(Path.of("src/test/resources/recorded-result/summary.json"));

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
}
