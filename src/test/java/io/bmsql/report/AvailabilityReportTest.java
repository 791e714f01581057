package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.Outage;
import io.bmsql.result.RunSummary;
import java.util.List;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** Outages on the page: a bar in each chart of time and a row in a table. */
class AvailabilityReportTest {
    private static final Outage OVER = new Outage(95.5, 1, 103.25, 2L, 7.75, 312.4, 9.0, new Outage.Failures(3, 2, 40));
    private static final Outage LASTING = new Outage(590, 3, null, null, 10, 300, null, new Outage.Failures(0, 1, 8));

    private static ReportModel model(Outage... outages) {
        return SampleRun.model(SampleRun.tenMinutes().summary().with(RunSummary.PostRunChecks.of(List.of(outages))));
    }

    @Test
    void eachOutageHasARow() {
        Document page = SampleRun.page(model(OVER, LASTING));
        assertThat(page.select("figure svg text").eachText()).contains("no service 7.8 s");
        assertThat(page.select("section:has(h2:contains(Availability)) tbody tr")
                        .eachText())
                .containsExactly("1 1:36 1:43 7.75 312 9 3 2 40", "2 9:50 none 10 300 not reached 0 1 8");
        assertThat(SampleRun.markdown(model(OVER, LASTING)))
                .contains("## Availability")
                .containsPattern("\\| +1 \\| +1:36 \\| +1:43 \\| +7.75 \\| +312 \\| +9 \\| +3 \\| +2 \\| +40 \\|")
                .containsPattern("\\| +2 \\| +9:50 \\| +none \\| +10 \\| +300 \\| +not reached \\| +0 \\|");
    }

    @Test
    void theVerdictTellsOfOutagesAndTheirTime() {
        assertThat(model(OVER).cover().verdict().sentences())
                .last()
                .asString()
                .startsWith("The database gave no service for 7.8 s during the run");
        assertThat(model(OVER, LASTING).cover().verdict().sentences())
                .last()
                .asString()
                .startsWith("The database gave no service 2 times during the run, 17.8 s in all");
        assertThat(model().cover().verdict().sentences()).noneMatch(sentence -> sentence.contains("no service"));
    }
}
