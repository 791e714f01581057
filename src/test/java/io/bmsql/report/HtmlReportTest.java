package io.bmsql.report;

import static io.bmsql.report.HarmlessPage.assertHarmless;
import static io.bmsql.testing.Records.made;
import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PropertyKey;
import io.bmsql.report.chart.ChartTheme;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.RunData;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.ErrorSummary;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.Fuzz;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlReportTest {
    private static final RunData SAMPLE = SampleRun.tenMinutes();

    /** For looking at only. */
    private static final Document TEN_MINUTES = page(SAMPLE);

    private static String render(RunData input) {
        return SampleRun.html(SampleRun.model(input));
    }

    private static Document page(RunData input) {
        return SampleRun.page(SampleRun.model(input));
    }

    private static String markdown(RunData input) {
        return SampleRun.markdown(SampleRun.model(input));
    }

    @Test
    void pageIsWellFormedAndHoldsNoScriptButOursNoHandlerAndNothingFromOutside() {
        Parser parser = Parser.htmlParser().setTrackErrors(5);
        parser.parseInput(render(SAMPLE), "");
        assertThat(parser.getErrors()).isEmpty();
        assertHarmless(TEN_MINUTES);
    }

    @Test
    void hostileTextIsShownAsText() {
        String hostile = String.join(" ", Fuzz.HOSTILE.subList(0, 6)) + " &lt;b&gt; \u202e \u4e2d\u6587";
        RunSummary summary = SampleRun.figures(
                SAMPLE.summary(), "errors", List.of(new ErrorSummary(hostile, hostile, hostile, 1, 5, 0, hostile, 0)));
        RunFacts run = with(
                summary.run(),
                "setup.db",
                hostile,
                "environment",
                Map.of(hostile, hostile),
                "settings",
                List.of(new EffectiveSetting(hostile, hostile, hostile)));
        Document page = page(with(SAMPLE, "summary", with(summary, "run", run)));
        assertHarmless(page);
        Document holder = Document.createShell("");
        holder.body().text(hostile);
        String shown = holder.body().text();
        assertThat(page.text().split(Pattern.quote(shown), -1)).hasSizeGreaterThan(8);
        assertThat(page.title()).contains(shown);
    }

    @Test
    void secretsAreHiddenEverywhere() {
        RunSummary summary = SampleRun.figures(
                SAMPLE.summary(),
                "errors",
                List.of(new ErrorSummary(
                        "PAYMENT", "OTHER", "28P01", 0, 1, 1, "no login with jdbc:postgresql://u:Geheim@h/db", 0)));
        Map<String, String> environment =
                Map.of("commandLine", "bmsql run p -D password=Geheim#4", "dbToken", "Geheim");
        List<EffectiveSetting> settings = List.of(
                new EffectiveSetting("conn", "jdbc:postgresql://db1/x?user=u&password=Geheim#1&ssl=false", "props:3"),
                new EffectiveSetting("password", "Geheim#2", "props:5"));
        // Older versions wrote such a variable of the server as it was.
        CollectedFigures.Database database = made(
                CollectedFigures.Database.class,
                "settings",
                List.of(Map.of("name", "report_password", "value", "Geheim#5")));
        RunData input = with(
                SAMPLE,
                "summary",
                with(summary, "run.environment", environment, "run.settings", settings),
                "collected",
                made(CollectedFigures.class, "database", database));
        assertThat(render(input)).contains("report_password").doesNotContain("Geheim");
        assertThat(markdown(input)).doesNotContain("Geheim");
    }

    @Test
    void headlineAndOriginalTotalsCanBeFound() {
        RunSummary.Figures figures = SAMPLE.summary().figures();
        String tpmC = NumberText.brief(figures.tpmC());
        assertThat(TEN_MINUTES.select(".figure").eachText()).anyMatch(text -> text.startsWith("tpmC " + tpmC));
        assertThat(TEN_MINUTES.text())
                .contains("Overall tpmC: " + tpmC)
                .contains("Overall tpmTotal: " + NumberText.brief(figures.tpmTotal()))
                .contains("not comparable with published TPC-C results");
    }

    @Test
    void everyRowOfATableInMarkdownHasTheColumnsOfItsHead() {
        String text = markdown(SAMPLE);
        int columns = 0;
        int tables = 0;
        for (String line : text.split("\n")) {
            int cells = line.startsWith("|") ? line.replace("\\|", "").split("\\|", -1).length : 0;
            if (columns > 0 && cells > 0) {
                assertThat(cells).as(line).isEqualTo(columns);
            }
            tables += columns == 0 && cells > 0 ? 1 : 0;
            columns = cells;
        }
        assertThat(tables).isEqualTo(12);
        assertThat(text).contains("- Overall tpmC: **10,578**").contains("- Overall tpmTotal: **24,587**");
    }

    @Test
    void aRunWithoutANewOrderHasNoResponseTimeOfIt() {
        RunData run = SampleRun.of(0, 8);
        RunSummary others = SampleRun.figures(
                run.summary(), "types", run.summary().figures().types().subList(1, 6));
        RunData input = SampleRun.data(others, run.series(), run.responses());
        assertThat(page(input).select(".figure b").eachText().subList(2, 4))
                .containsExactly(NumberText.DASH, NumberText.DASH);
        assertThat(markdown(input)).contains("New-Order, 90th / 99th percentile: \u2013 / \u2013 ms");
    }

    @Test
    void transactionsThatEndedLateAreMentionedWhenThereAreSome() {
        RunData run = SampleRun.of(0, 8);
        RunFacts facts = run.summary().run();
        for (int late = 0; late < 2; late++) {
            RunFacts.Window window = with(facts.window(), "finishedAfterWindow", late);
            String page = render(with(run, "summary.run", facts.with(window)));
            assertThat(page.contains("ended after the window")).isEqualTo(late == 1);
            assertThat(page.contains("One transaction ended after the window")).isEqualTo(late == 1);
        }
    }

    @Test
    void summaryTableHasTheColumnsOfBenchmarkSqlInTheirOrder() {
        Element table = TEN_MINUTES.select("table").get(0);
        assertThat(table.select("thead tr").get(0).select("th").eachText())
                .containsExactly(
                        "Transaction type",
                        "Latency, ms",
                        "Count",
                        "Percent",
                        "Rollback, percent",
                        "Errors",
                        "Skipped deliveries");
        assertThat(table.select("thead tr").get(1).select("th").eachText())
                .containsExactly("90th %", "Maximum", "at, min:s", "Average", "50th %", "95th %", "99th %", "99.9th %");
        assertThat(table.select("tbody tr td:first-child").eachText())
                .containsExactly(
                        "New-Order", "Payment", "Order-Status", "Stock-Level", "Delivery", "Delivery (deferred)");
        table.select("tbody tr").forEach(row -> assertThat(row.select("td")).hasSize(14));
    }

    @Test
    void everyChartHasAxisTitlesWithUnitsAndRoundedCoordinates() {
        assertThat(TEN_MINUTES.select("svg[role=img]")).hasSize(15).allSatisfy(chart -> {
            assertThat(chart.select("text.axis").eachText()).hasSize(2).allMatch(title -> title.contains(", "));
            assertThat(chart.select("text.tick")).hasSizeGreaterThan(5);
            assertThat(chart.select("path")).isNotEmpty();
            assertThat(chart.select("path").eachAttr("d")).noneMatch(path -> path.matches(".*\\.\\d{2,}.*"));
        });
    }

    @Test
    void bandsWithoutRoomForTheirWordsStandInTheLegend() {
        assertThat(TEN_MINUTES.select("#throughput .legend li").eachText()).contains("stall");
        assertThat(TEN_MINUTES.select("#throughput .legend rect[fill*=stall]")).isNotEmpty();
    }

    @Test
    void coloursComeFromTheStyleSheetAlone() {
        Document page = TEN_MINUTES;
        String styles = page.select("style").get(0).data();
        for (Element shape : page.select("svg *")) {
            for (String name : List.of("fill", "stroke")) {
                String value = shape.attr(name);
                assertThat(value).matches("|none|var\\(--[a-z-]+\\)");
                if (value.startsWith("var(")) {
                    assertThat(styles).contains(value.substring(4, value.length() - 1) + ":");
                }
            }
        }
        assertThat(page.select("svg [id]")).isEmpty();
        assertThat(page.select("svg [font-family], svg [style*=font]")).isEmpty();
    }

    @Test
    void everyTypeHasItsColourAndItsDash() {
        List<String> roles = Stream.<TransactionType>of(TpccTransaction.values())
                .map(ReportCharts::role)
                .toList();
        assertThat(roles).doesNotHaveDuplicates();
        assertThat(roles).extracting(ChartTheme::dashText).doesNotHaveDuplicates();
    }

    @Test
    void aRunWithSomeTypesOnlyShowsThem() {
        List<String> types = List.of("NEW_ORDER", "STOCK_LEVEL");
        RunSummary summary = SampleRun.figures(
                SAMPLE.summary(),
                "types",
                SAMPLE.summary().figures().types().stream()
                        .filter(type -> types.contains(type.type()))
                        .toList());
        List<SeriesRow> series = SAMPLE.series().stream()
                .filter(row -> types.contains(row.type().name()))
                .toList();
        Document page = page(SampleRun.data(summary, series, SAMPLE.responses()));
        assertHarmless(page);
        assertThat(page.select("table").get(0).select("tbody tr td:first-child").eachText())
                .containsExactly("New-Order", "Stock-Level");
        assertThat(page.select(".pair svg")).hasSize(2);
    }

    @Test
    void theHeadHasTheRateAndItsReasonsDoNotRepeatTheVerdict() {
        Document page = page(SampleRun.of(0, 20));
        assertThat(page.select("section.verdict h2").text())
                .matches("[0-9,.]+ tpmC \u00b7 Load generator is the bottleneck");
        List<String> reasons = page.select("section.verdict li").eachText();
        assertThat(reasons.get(0)).doesNotContain("Load generator is the bottleneck");
        assertThat(reasons).anyMatch(reason -> reason.startsWith("Short: a window of 20 s is too short"));
    }

    @Test
    void aRunThatCompletedNothingSaysSoInsteadOfDrawing() {
        RunSummary empty = with(SAMPLE.summary(), "figures", made(RunSummary.Figures.class));
        Document page = page(SampleRun.data(empty, List.of(), Map.of()));
        assertThat(page.select("h2").get(0).text()).isEqualTo("No result");
        assertThat(page.select("svg[role=img]")).isEmpty();
        assertThat(page.text())
                .contains("The result directory has no per-second series (data/series.csv).")
                .contains(
                        "No such transaction was completed, or the result directory has no histograms (data/response.hlog)")
                .contains("No New-Order was completed, or they were not counted by warehouse")
                .contains("No attempt ended in an error.");
        assertThat(page.text()).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 59, 90})
    void shortRunsAreDrawnToo(int seconds) {
        Document page = page(SampleRun.of(0, seconds));
        assertHarmless(page);
        assertThat(page.text()).doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(page.select("svg[role=img]")).hasSizeGreaterThanOrEqualTo(9);
    }

    /** Seen after Ctrl-C: the page advised the setting that was set. */
    @ParameterizedTest
    @CsvSource({"false, were not checked with this run", "true, checkAfterRun=true asked for"})
    void aCheckThatWasAskedForAndNotDoneIsNotAdvised(String value, String told) {
        RunSummary summary = SAMPLE.summary().with(found -> found.withCheck(List.of()));
        List<EffectiveSetting> settings =
                List.of(new EffectiveSetting(PropertyKey.CHECK_AFTER_RUN.key(), value, "run.props"));
        RunSummary asked = with(summary, "run.settings", settings);
        assertThat(page(with(SAMPLE, "summary", asked)).select("#consistency").text())
                .contains(told);
    }

    @Test
    void acidTestsAreShownWithTheirVerdicts() {
        String hostile = "T1 saw <img src=x onerror=alert(1)> twice";
        AcidTrial trial = new AcidTrial("3.4.2.7", "the same prices again", "READ COMMITTED", false, hostile);
        Document page = page(with(SAMPLE, "acid", List.of(trial)));
        assertHarmless(page);
        assertThat(page.text()).contains("ACID tests", "3.4.2.7", "READ COMMITTED", hostile, "failed");
    }

    /** As of a run of BenchmarkSQL, whose rows say that a transaction failed and not how. */
    @Test
    void failuresWithoutACodeAreNotSaidToBeNone() {
        List<RunSummary.TypeSummary> types = SAMPLE.summary().figures().types().stream()
                .map(type -> with(type, "counts", new SeriesRow.Counts(0, 2, 0, 0, 0)))
                .toList();
        RunSummary failed = SampleRun.figures(SAMPLE.summary(), "types", types, "errors", List.of());
        assertThat(page(with(SAMPLE, "summary", failed)).select("#errors p").text())
                .isEqualTo(types.size() * 2 + " transactions failed; with what is not recorded.");
    }

    /** Seen as "and more" of a ledger that was cut, and as a promise of one of which entries were dropped. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    true  | false | OK     | 0 | The database holds what was committed.
                    true  | false | OPEN   | 0 | Nothing of what the run committed is missing, as far as the ledger can tell
                    true  | true  | OPEN   | 0 | Nothing of what the ledger has is missing, but it is not whole.
                    false | true  | OK     | 0 | Nothing of what the ledger has is missing, but it is not whole.
                    false | false | FAILED | 3 | The database holds what was committed, and more.
                    false | false | FAILED | 2 | The database does not hold what was committed.
                    """)
    void whatALedgerProvesIsSaidAndNoMore(
            boolean hasPassed, boolean isPartial, LedgerResult.State state, long surplus, String said) {
        long violations = state == LedgerResult.State.OK ? 0 : 3;
        LedgerResult.Check check = new LedgerResult.Check("phantoms", "", state, 9, violations, surplus, List.of());
        LedgerResult ledger =
                made(LedgerResult.class, "passed", hasPassed, "partial", isPartial, "checks", List.of(check));
        Document page = page(with(SAMPLE, "summary", SAMPLE.summary().with(found -> found.withLedger(ledger))));
        assertThat(page.select("#ledger p").text()).startsWith(said);
    }

    @Test
    void aVerifiedLedgerIsShownWithTheKeysOfItsLosses() {
        String hostile = "lost New-Order <script>alert(1)</script> w=1 d=2 o=3055";
        List<String> samples = List.of(hostile, "second", "third", "fourth");
        LedgerResult ledger = made(
                LedgerResult.class,
                "standing",
                List.of("Other runs used this database later"),
                "violationsFile",
                "ledger_violations.txt",
                "checks",
                List.of(
                        new LedgerResult.Check(
                                "new-orders", "all are there", LedgerResult.State.FAILED, 1_234, 1_010, 0, samples),
                        new LedgerResult.Check(
                                "phantoms", "none is there", LedgerResult.State.OPEN, 9, 4, 0, List.of())));
        Document page = page(with(SAMPLE, "summary", SAMPLE.summary().with(found -> found.withLedger(ledger))));
        assertHarmless(page);
        assertThat(page.text())
                .contains(
                        "The database does not hold what was committed.",
                        "1,234",
                        hostile,
                        "third and 1,007 more all of them are in ledger_violations.txt",
                        "open")
                .doesNotContain("fourth");
        assertThat(page.select("#ledger li")).hasSize(5);
        assertThat(TEN_MINUTES.select("#ledger, #thresholds, h2:contains(Availability)"))
                .as("of a run that has none")
                .isEmpty();
    }

    /** Of 20 transactions a second, two seconds hold 40, of which 15 are within chance: no half. */
    @Test
    void aRunWithoutStallsSaysWhatWouldHaveBeenSeen() {
        List<SeriesRow> rows = SAMPLE.series().stream()
                .map(row -> with(row, "completed", row.type() == TpccTransaction.NEW_ORDER ? 20L : 0L))
                .toList();
        String told = page(with(SAMPLE, "series", rows)).select("#stalls p").text();
        assertThat(told).contains("no interval of 2 s", "below 441 transactions a minute", "of 4 s or more would");
    }
}
