package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.report.Words.Language;
import io.bmsql.result.Outage;
import io.bmsql.result.RunConditions;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.PostRunChecks;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

/** Outages on the page: a bar in each chart of time and a row in a table. */
class AvailabilityReportTest {
    private static final Outage OVER = new Outage(95.5, 1, 103.25, 2L, 7.75, 312.4, 9.0, new Outage.Failures(3, 2, 40));
    private static final Outage LASTING = new Outage(590, 3, null, null, 10, 300, null, new Outage.Failures(0, 1, 8));

    private static ReportModel model(List<Outage> outages) {
        RunData run = SampleRun.tenMinutes();
        RunSummary sample = run.summary();
        RunSummary summary = sample.with(new PostRunChecks(
                sample.postRun().check(), outages, null, List.of(), RunConditions.NONE, List.of(), List.of(), null));
        return SampleRun.model(SampleRun.data(summary, run.series(), run.responses()), Words.in(Language.EN));
    }

    private static Element section(Document page) {
        return page.select("section").stream()
                .filter(section -> section.select("h2").text().equals("Availability"))
                .findFirst()
                .orElse(null);
    }

    @Test
    void eachOutageHasARow() {
        String html = ReportWriter.fill("report/report.html", model(List.of(OVER, LASTING)), Words.in(Language.EN));
        Parser parser = Parser.htmlParser().setTrackErrors(5);
        parser.parseInput(html, "");
        assertThat(parser.getErrors()).isEmpty();

        List<String> rows = section(Jsoup.parse(html)).select("tbody tr").eachText();

        assertThat(rows).containsExactly("1 1:36 1:43 7.75 312 9 3 2 40", "2 9:50 none 10 300 not reached 0 1 8");
    }

    @Test
    void theVerdictTellsOfOutagesAndTheirTime() {
        assertThat(model(List.of(OVER)).cover().verdict().sentences())
                .last()
                .asString()
                .startsWith("The database gave no service for 7.8 s during the run");
        assertThat(model(List.of(OVER, LASTING)).cover().verdict().sentences())
                .last()
                .asString()
                .startsWith("The database gave no service 2 times during the run, 17.8 s in all");
        assertThat(model(List.of()).cover().verdict().sentences())
                .noneMatch(sentence -> sentence.contains("no service"));
    }

    @Test
    void eachOutageHasABarOnTheTimeAxis() {
        assertThat(model(List.of(OVER)).overTime().axis().spans())
                .singleElement()
                .satisfies(bar -> {
                    assertThat(bar.from()).isEqualTo(95.5);
                    assertThat(bar.to()).isEqualTo(103.25);
                    assertThat(bar.label()).isEqualTo("no service 7.8 s");
                });
        Document page =
                Jsoup.parse(ReportWriter.fill("report/report.html", model(List.of(OVER)), Words.in(Language.EN)));
        assertThat(page.select("figure svg text").eachText()).contains("no service 7.8 s");
    }

    @Test
    void aRunWithoutOutagesHasNoSuchSection() {
        assertThat(section(
                        Jsoup.parse(ReportWriter.fill("report/report.html", model(List.of()), Words.in(Language.EN)))))
                .isNull();
    }

    @Test
    void theMarkdownHasThemToo() {
        assertThat(ReportWriter.fill("report/report.md", model(List.of(OVER, LASTING)), Words.in(Language.EN)))
                .contains("## Availability")
                .containsPattern("\\| +1 \\| +1:36 \\| +1:43 \\| +7.75 \\| +312 \\| +9 \\| +3 \\| +2 \\| +40 \\|")
                .containsPattern("\\| +2 \\| +9:50 \\| +none \\| +10 \\| +300 \\| +not reached \\| +0 \\|");
    }
}
