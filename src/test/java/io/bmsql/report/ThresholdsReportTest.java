package io.bmsql.report;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Thresholds;
import io.bmsql.analysis.Verdict;
import io.bmsql.common.Texts.Language;
import io.bmsql.config.Threshold;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.RunData;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.ThresholdResult;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Bounds that the user set: how they were kept, what the verdict says, and where the report shows it. */
class ThresholdsReportTest {
    private static final RunData RUN = SampleRun.tenMinutes();

    private static RunSummary held(String thresholds) {
        return Thresholds.applied(Threshold.parse(thresholds, List.of()), RUN.summary());
    }

    private static String junit(RunSummary summary) {
        return ReportWriter.junit(SampleRun.model(summary), Words.in(Language.EN));
    }

    @Test
    void figuresAreTheSummarysOwn() {
        RunSummary.TypeSummary newOrder = RUN.summary().figures().types().get(0);
        RunSummary summary = held("newOrder.p90<1us, newOrder.p90<10min, tpmC>0, newOrder.count>0, errors<=100%");
        assertThat(summary.postRun().thresholds())
                .extracting(ThresholdResult::value)
                .containsExactly(
                        newOrder.response().p90Ms(),
                        newOrder.response().p90Ms(),
                        RUN.summary().figures().tpmC(),
                        (double) newOrder.count(),
                        RUN.summary().figures().givenUpPercent());
        assertThat(summary.postRun().thresholds())
                .extracting(ThresholdResult::holds)
                .containsExactly(false, true, true, true, true);
    }

    @Test
    void aRunThatFailsThemHasSoundFiguresAllTheSame() {
        assertThat(Verdict.worst(held("tpmC>999999999"))).isEqualTo(Verdict.THRESHOLD_FAILED);
        assertThat(Verdict.THRESHOLD_FAILED.isSound()).isTrue();
        assertThat(Verdict.of(held("tpmC>0"))).doesNotContain(Verdict.THRESHOLD_FAILED);
    }

    @Test
    void theReportHasATableAndTheReason() {
        RunSummary summary = held("tpmC>999999999, newOrder.p90<10min");
        ReportModel model = SampleRun.model(summary);
        Document page = SampleRun.page(model);
        assertThat(page.select("#thresholds tbody tr").eachText())
                .hasSize(2)
                .element(0)
                .asString()
                .startsWith("tpmC>999999999 ")
                .endsWith(" failed");
        assertThat(page.select(".verdict li").first().text()).startsWith("tpmC>999999999 was asked for, and ");
        assertThat(SampleRun.markdown(model)).contains("## Thresholds", "| **failed** |", "| holds      |");
    }

    /** Neither passed nor failed: a rule of the ledger that nothing could decide. A bound that failed says so once. */
    @Test
    void whatIsNotDecidedIsSkipped() {
        LedgerResult.Check open = new LedgerResult.Check(
                "payments", "all are there", LedgerResult.State.OPEN, 9, 4, 0, List.of("not compared <b>"));
        LedgerResult ledger = made(LedgerResult.class, "passed", true, "checks", List.of(open));
        assertThat(junit(held("tpmC>999999999").with(found -> found.withLedger(ledger))))
                .contains(
                        " skipped=\"1\" ",
                        "<skipped message=\"not decided\">not compared &lt;b&gt;</skipped>",
                        "<failure message=\"tpmC&gt;999999999: ")
                .doesNotContain("FAILED");
    }

    @Test
    void ciServersReadThemAsTestCases() throws Exception {
        RunSummary summary = held("tpmC>0, newOrder.p90<1us")
                .with(found -> found.withCheck(List.of(
                        new RunSummary.CheckResult("3.3.2.1", "W_YTD = sum(D_YTD)", true, 0, 0.5, List.of(), null),
                        new RunSummary.CheckResult(
                                "3.3.2.2",
                                "a <b> & \"c\"",
                                false,
                                3,
                                0.25,
                                List.of("]]> <x>\u0001\uD800 & rest", "second"),
                                "check_violations.txt"))));
        String xml = junit(summary);
        assertThat(xml)
                .contains(
                        "<testsuites tests=\"5\" failures=\"3\" skipped=\"0\" name",
                        "<testsuite tests=\"5\" failures=\"3\" skipped=\"0\" name");
        assertThat(junit(held("tpmC>999999999")))
                .as("only a bound was not kept")
                .contains(
                        "failures=\"1\"",
                        "used as a result\" time=\"600.0\"></testcase>",
                        "name=\"tpmC&gt;999999999\"><failure ");
        assertThat(junit(held("tpmC>999999999").withEnding(new Ending(RunSummary.Status.ABORTED, "lost"))))
                .contains("failures=\"2\"", "used as a result\" time=\"600.0\"><failure message=\"Aborted");
        NodeList cases = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getElementsByTagName("testcase");
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < cases.getLength(); at++) {
            Element one = (Element) cases.item(at);
            boolean failed = one.getElementsByTagName("failure").getLength() > 0;
            lines.add(one.getAttribute("classname") + " " + one.getAttribute("name") + (failed ? " failed" : ""));
        }
        assertThat(lines)
                .containsExactly(
                        "verdict the figures may be used as a result failed",
                        "thresholds tpmC>0",
                        "thresholds newOrder.p90<1us failed",
                        "conditions 3.3.2.1 W_YTD = sum(D_YTD)",
                        "conditions 3.3.2.2 a <b> & \"c\" failed");
        assertThat(cases.item(4).getTextContent()).isEqualTo("]]> <x>?? & rest; second; all in check_violations.txt");
    }
}
