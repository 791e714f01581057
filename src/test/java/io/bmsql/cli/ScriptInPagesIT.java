package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.common.NumberText;
import io.bmsql.result.SeriesRow;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.testing.Browser;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader can do with report, study and compare pages, in a real browser. */
@Tag("long")
class ScriptInPagesIT {
    private static final String CHARTS = "[...document.querySelectorAll('svg.alive')]";
    private static final String RUN = "study/runs/001_1";

    @TempDir
    static Path folder;

    private static Browser browser;

    @BeforeAll
    static void makePages() throws IOException {
        assumeTrue(Browser.program().isPresent(), "no Chromium here: the script of the pages is not tried");
        new MadeUpStudy(folder.resolve("study"), List.of("db"), 2, "terminals=10,20,50")
                .make((setting, block) ->
                        20_000 + 300 * Integer.parseInt(setting.point().get("terminals")) + block * 70);
        for (String run : List.of(RUN, "study/runs/004_2")) {
            vary(folder.resolve(run).resolve("data/series.csv"));
        }
        Stage stage = new Stage(folder);
        for (String[] words : new String[][] {
            {"report", RUN},
            {"report", "study"},
            {"compare", "--base", RUN, "--new", "study/runs/004_2", "--out", "c"}
        }) {
            assertThat(stage.run(words)).as(stage::err).isZero();
        }
        browser = Browser.start(folder.resolve("profile"));
    }

    /** No two seconds are alike, and nothing is completed for a while. */
    private static void vary(Path series) throws IOException {
        List<String> lines = Files.readAllLines(series);
        for (int i = 1; i < lines.size(); i++) {
            String[] cells = lines.get(i).split(",");
            int second = Integer.parseInt(cells[0]);
            cells[3] = Integer.toString(second > 70 && second < 80 ? 0 : 300 + second * 37 % 211);
            lines.set(i, String.join(",", cells));
        }
        Files.write(series, lines);
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingIsRefusedAndNothingRequested() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).hasSize(1).first().asString().startsWith("file:");
    }

    private static void openReport() {
        browser.open(folder.resolve(RUN).resolve("report.html"), 1300, 900);
    }

    /** New-Orders a minute by second, as the result directory has them. */
    private static Map<Integer, Long> newOrders() {
        Map<Integer, Long> rates = new TreeMap<>();
        SeriesRow.CSV.read(folder.resolve(RUN).resolve("data/series.csv"), row -> {
            if (row.type() == TpccTransaction.NEW_ORDER) {
                rates.put(row.second(), row.completed() * 60);
            }
        });
        return rates;
    }

    /** A place in the n-th chart of the page, as shares of its width, below the middle of its height. */
    private static double[] place(int chart, double across) {
        String box = browser.value("{const one = " + CHARTS + "[" + chart + "]; one.scrollIntoView({block: 'center'});"
                + "const b = one.getBoundingClientRect(); [b.left, b.top, b.width, b.height].join()}");
        double[] sides =
                Arrays.stream(box.split(",")).mapToDouble(Double::parseDouble).toArray();
        return new double[] {sides[0] + across * sides[2], sides[1] + sides[3] * 0.6};
    }

    private static void point(int chart, double across) {
        double[] at = place(chart, across);
        browser.mouse("mouseMoved", at[0], at[1], false);
    }

    private static void drag(int chart, double from, double to) {
        double[] start = place(chart, from);
        double[] end = place(chart, to);
        browser.mouse("mouseMoved", start[0], start[1], false);
        browser.mouse("mousePressed", start[0], start[1], true);
        browser.mouse("mouseMoved", end[0], end[1], true);
        browser.mouse("mouseReleased", end[0], end[1], false);
    }

    /** On the screens of telephones. */
    @Test
    void aDateInTheHeadingIsNotBroken() {
        String lines = "{const find = node => node.nodeType == 3 ? [node] : [...node.childNodes].flatMap(find);"
                + "const text = find(document.querySelector('h1')).find(node => /\\d{4}-\\d\\d-\\d\\d/.test(node.data));"
                + "const date = document.createRange(); const at = text.data.search(/\\d{4}-/);"
                + "date.setStart(text, at); date.setEnd(text, at + 10);"
                + "new Set([...date.getClientRects()].map(box => box.top)).size}";
        for (int width = 280; width <= 480; width += 20) {
            browser.open(folder.resolve(RUN).resolve("report.html"), width, 900);
            assertThat(browser.value(lines)).as("lines at %d px", width).isEqualTo("1");
        }
    }

    private static List<String> texts(String selector) {
        return List.of(browser.value("[...document.querySelectorAll(\"" + selector
                        + "\")].filter(one => one.getClientRects().length).map(one => one.textContent).join('|')")
                .split("\\|"));
    }

    private static String value(String line) {
        return browser.value("[...document.querySelectorAll('#throughput .legend li')].find(one =>"
                + " one.textContent.includes('" + line + "')).querySelector('.value').textContent");
    }

    /** The moment of the crosshair, which all charts of time show. */
    private static int second() {
        List<String> times = texts(".marker text:not(.value)");
        assertThat(times).hasSizeGreaterThan(2);
        assertThat(times.stream().distinct()).as("one moment in all charts").hasSize(1);
        String[] parts = times.get(0).split(":");
        return Integer.parseInt(parts[0]) * 60 + Integer.parseInt(parts[1]);
    }

    @Test
    void theMouseReadsTheValuesOfASecondInAllCharts() {
        openReport();
        for (double across : new double[] {0.15, 0.42, 0.6, 0.63, 0.9}) {
            point(0, across);
            assertThat(value("tpmC")).startsWith(NumberText.count(newOrders().get(second())) + " ");
        }
        point(1, 0.5);
        int second = second();
        assertThat(second).isBetween(45, 65);
        assertThat(value("tpmC")).isEqualTo(NumberText.count(newOrders().get(second)) + " transactions a minute");
        browser.mouse("mouseMoved", 2, 2, false);
        assertThat(texts(".marker *")).containsExactly("");
        assertThat(value("tpmC")).isEmpty();
    }

    @Test
    void aStretchIsShownInAllChartsAlikeAndThenEverythingAgain() {
        openReport();
        List<String> before = texts("svg.alive .tick[text-anchor=middle]");
        drag(0, 0.4, 0.6);
        List<String> axes = List.of(browser.value(CHARTS
                        + ".map(chart => [...chart.querySelectorAll('.tick[text-anchor=middle]')].filter(one =>"
                        + " one.getClientRects().length).map(one => one.textContent).join(' ')).join('|')")
                .split("\\|"));
        assertThat(axes).hasSizeGreaterThan(2).doesNotContain("");
        assertThat(axes.stream().distinct()).hasSize(1);
        assertThat(axes.get(0)).contains("0:45", "0:50", "1:00").doesNotContain("0:00", "1:30");
        assertThat(texts(".zoomed span")).containsExactly("0:41 to 1:09");
        point(0, 0.42);
        assertThat(second()).isBetween(48, 54);
        assertThat(value("tpmC")).startsWith(NumberText.count(newOrders().get(second())) + " ");
        double stretched = Double.parseDouble(
                browser.value("Math.max(..." + CHARTS + ".flatMap(chart => [...chart.querySelectorAll('text')])"
                        + ".map(text => { const m = text.getCTM(); return Math.abs(m.a / m.d - 1); }))"));
        assertThat(stretched).as("letters keep their form").isLessThan(0.01);

        browser.key("Escape", false);
        assertThat(texts("svg.alive .tick[text-anchor=middle]")).isEqualTo(before);
        drag(0, 0.4, 0.6);
        assertThat(browser.value("document.querySelector('.zoomed button').click()"))
                .isEmpty();
        assertThat(texts("svg.alive .tick[text-anchor=middle]")).isEqualTo(before);
        assertThat(browser.value("document.querySelector('.zoomed').hidden")).isEqualTo("true");
    }

    @Test
    void keysReadValuesAndChooseAStretch() {
        openReport();
        browser.value(CHARTS + "[0].focus()");
        browser.key("Home", false);
        assertThat(second()).isZero();
        assertThat(value("tpmC")).startsWith(NumberText.count(newOrders().get(0)) + " ");
        browser.key("ArrowRight", false);
        browser.key("ArrowRight", false);
        browser.key("ArrowLeft", false);
        assertThat(second()).isEqualTo(1);
        assertThat(browser.value("document.querySelector('[aria-live]').textContent"))
                .contains("0:01", NumberText.count(newOrders().get(1)) + " transactions a minute");
        browser.key("End", false);
        assertThat(second()).isEqualTo(119);
        for (int i = 0; i < 9; i++) {
            browser.key("ArrowLeft", true);
        }
        browser.key("Enter", false);
        assertThat(texts(".zoomed span")).containsExactly("1:50 to 1:59");
        browser.key("Escape", false);
        browser.key("Escape", false);
        assertThat(texts(".marker *")).containsExactly("");
    }

    @Test
    void aFingerReadsValuesAndAfterHoldingChoosesAStretch() {
        openReport();
        // The test says when a finger has been held for long enough: a slow machine holds it longer than it means to.
        browser.value("(window.waiting = [], window.setTimeout = late => window.waiting.push(late), '')");
        double[] start = place(0, 0.3);
        double[] end = place(0, 0.5);
        browser.touch("touchStart", start[0], start[1]);
        browser.touch("touchEnd", 0, 0);
        assertThat(value("tpmC")).startsWith(NumberText.count(newOrders().get(second())) + " ");
        browser.touch("touchStart", start[0], start[1]);
        browser.value("(window.waiting.pop()(), '')");
        browser.touch("touchMove", end[0], end[1]);
        browser.touch("touchEnd", 0, 0);
        assertThat(texts(".zoomed span")).first().asString().matches("0:2\\d to 0:5\\d");
    }

    @Test
    void aLineIsSwitchedOffAndOnInTheLegend() {
        openReport();
        String lines = "[...document.querySelectorAll('#throughput svg.alive path[stroke]')].filter(one =>"
                + " one.getClientRects().length && one.getAttribute('stroke').includes('total')).length";
        String button = "document.querySelector('#throughput .legend button')";
        browser.value(button + ".focus()");
        browser.key(" ", false);
        assertThat(browser.value(button + ".getAttribute('aria-pressed')")).isEqualTo("false");
        assertThat(browser.value(lines)).isEqualTo("0");
        browser.value(button + ".click()");
        assertThat(browser.value(button + ".getAttribute('aria-pressed')")).isEqualTo("true");
        assertThat(browser.value("document.querySelectorAll('.other').length")).isEqualTo("0");
    }

    @Test
    void tablesAreSortedByTheirHeadings() {
        openReport();
        String head = "[...document.querySelectorAll('#summary th')].find(one => one.textContent === 'Count')";
        String counts =
                "[...document.querySelectorAll('#summary tbody tr')].map(row => row.cells[9].textContent).join(' ')";
        String before = browser.value(counts);
        browser.value(head + ".firstChild.focus()");
        browser.key("Enter", false);
        List<Long> sorted = Arrays.stream(browser.value(counts).split(" "))
                .map(count -> Long.parseLong(count.replace(",", "")))
                .toList();
        assertThat(sorted).isSorted();
        assertThat(sorted.get(sorted.size() - 1)).as("thousands").isGreaterThan(10_000);
        assertThat(browser.value(head + ".getAttribute('aria-sort')")).isEqualTo("ascending");
        browser.value(head + ".firstChild.click()");
        assertThat(browser.value(counts)).isNotEqualTo(before).doesNotStartWith("1 ");
        assertThat(browser.value(head + ".getAttribute('aria-sort')")).isEqualTo("descending");
        browser.value(head + ".firstChild.click()");
        assertThat(browser.value(counts)).isEqualTo(before);
    }

    @Test
    void theChartsOfAStudyShowTheRepeatsOfAPoint() {
        browser.open(folder.resolve("study/study.html"), 1300, 900);
        browser.value(CHARTS + "[0].focus()");
        browser.key("Home", false);
        browser.key("ArrowRight", false);
        assertThat(texts(".marker text:not(.value)").stream().distinct()).containsExactly("20");
        assertThat(texts(".marker .value"))
                .first()
                .asString()
                .as("two repeats have no interval")
                .isEqualTo("26,105 transactions a minute \u00b7 26,070 26,140");
        browser.key("End", true);
        browser.key("Enter", false);
        assertThat(texts("#throughput .tick[text-anchor=middle]")).containsExactly("20", "50");
        browser.key("Escape", false);
        assertThat(texts("#throughput .tick[text-anchor=middle]")).containsExactly("10", "20", "50");
    }

    @Test
    void bothSidesOfAComparisonAreReadAtASecond() {
        browser.open(folder.resolve("c/compare.html"), 1300, 900);
        point(0, 0.5);
        String second = texts(".marker text").get(0);
        String expected = NumberText.count(newOrders()
                        .get(Integer.parseInt(second.split(":")[1]) + 60 * Integer.parseInt(second.split(":")[0])))
                + " transactions a minute";
        assertThat(texts(".legend .value")).containsExactly(expected, expected);
        browser.value("document.querySelectorAll('.legend button')[1].click()");
        assertThat(texts(".legend .value").get(0)).isEqualTo(expected);
    }
}
