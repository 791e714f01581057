package io.bmsql.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.report.chart.PointChart.Scale;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.report.chart.TimeChart.Form;
import io.bmsql.report.chart.TimeChart.Size;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class ChartsTest {
    private static final TimeAxis AXIS = new TimeAxis(
            -10,
            100,
            95,
            List.of(Span.at(50, "restart"), Span.at(51, "failover"), new Span(60, 70, "no service", "outage")),
            "Time, min:s",
            "ramp-up",
            "drain");

    private static Document parse(Drawing drawing) {
        return Jsoup.parse(drawing.svg());
    }

    private static Series line(String role, double... y) {
        return Series.of(
                role, role, IntStream.range(0, y.length).asDoubleStream().toArray(), y);
    }

    @Test
    void eventsAndSpansAreShadedAndTheirWordsDoNotLieOnEachOther() {
        Document svg =
                parse(TimeChart.lines("t", "y", List.of(line("total", 1, 2, 3))).draw(AXIS, Size.LOW));
        assertThat(svg.select("text.note").eachText()).contains("ramp-up", "restart", "failover", "no service");
        assertThat(svg.select("text:contains(restart)").attr("y"))
                .isNotEqualTo(svg.select("text:contains(failover)").attr("y"));
        assertThat(svg.select("[fill=var(--outage-pale)]")).hasSize(1);
    }

    @Test
    void aStackEndsAtItsLimitAndHasAnAreaForEachSeries() {
        Drawing drawing = new TimeChart(
                        "cpu",
                        "%",
                        Form.STACK,
                        100,
                        List.of(
                                line("series-a", 30, 40, Double.NaN, 20, 20),
                                line("series-b", 10, 10, Double.NaN, 5, 5)))
                .draw(AXIS, Size.LOW);
        Document svg = parse(drawing);
        assertThat(svg.select("text.tick[text-anchor=end]").eachText()).contains("0", "100");
        // The gap divides each area into two.
        assertThat(svg.select("[fill=var(--series-a-area)]")).hasSize(2);
        assertThat(drawing.legend())
                .filteredOn(key -> !key.role().equals("shade"))
                .hasSize(2)
                .allMatch(Drawing.Key::isArea);
    }

    @Test
    void spikesAreCutOnlyWhereTheyHideTheRest() {
        double[] y = new double[200];
        Arrays.fill(y, 2);
        y[77] = 900;
        Drawing cut = new TimeChart("t", "y", Form.LINES_WITHOUT_SPIKES, Double.NaN, List.of(line("total", y)))
                .draw(AXIS, Size.LOW);
        assertThat(cut.cut()).isEqualTo(new Drawing.Cut(1, 900, "total", 77));
        Drawing whole = TimeChart.lines("t", "y", List.of(line("total", y))).draw(AXIS, Size.LOW);
        assertThat(whole.cut()).isNull();
    }

    @Test
    void cellsOfOneStrengthAreOnePath() {
        long[][] counts = IntStream.range(0, 100)
                .mapToObj(i -> new long[] {0, 1, 1, 1000, i})
                .toArray(long[][]::new);
        Drawing drawing = new HeatMap(0, 1, 1, 100, counts).draw("heat", "ms", "few", "many", AXIS);
        Document svg = parse(drawing);
        assertThat(svg.select("path[fill^=var(--heat]").eachAttr("fill"))
                .doesNotHaveDuplicates()
                .contains("var(--heat-h)");
        // The two cells of one transaction in each column are one rectangle.
        String pale = svg.select("path[fill=var(--heat-a)]").attr("d");
        assertThat(Pattern.compile("M").matcher(pale).results().map(MatchResult::group))
                .hasSizeBetween(100, 102);
    }

    @Test
    void ninesOfPercentiles() {
        assertThat(SpreadCharts.nines(0)).isZero();
        assertThat(SpreadCharts.nines(99)).isCloseTo(2, within(1e-9));
    }

    @Test
    void aLevelLineIsFlatAndAMovingOneIsNot() {
        assertThat(TimeChart.lines("t", "y", List.of(line("total", 4, 4, Double.NaN, 4)))
                        .isFlat())
                .isTrue();
        assertThat(TimeChart.lines("t", "y", List.of(line("total", 0, 0))).isFlat())
                .isTrue();
        assertThat(TimeChart.lines("t", "y", List.of(line("total", 4, 4), line("failed", 4, 5)))
                        .isFlat())
                .isFalse();
        assertThat(new TimeChart("t", "%", Form.LINES, 100, List.of(line("total", 0.2, 0.9))).isFlat())
                .as("less than a hundredth of the axis")
                .isTrue();
    }

    private static PointChart.Point point(int at, double mean, double low, double high, double... hollow) {
        return new PointChart.Point(at, mean, low, high, new double[] {mean}, hollow);
    }

    private static Document points(Scale scale, double[] values, PointChart.Point... points) {
        List<String> labels =
                Arrays.stream(values).mapToObj(value -> "v" + (int) value).toList();
        PointChart.Axis axis = new PointChart.Axis("varied", scale, values, labels);
        PointChart.Line line = new PointChart.Line("line", "series-a", List.of(points));
        return parse(new PointChart("t", "y", Scale.LINEAR, axis, List.of(line), Map.of(1, "knee")).draw());
    }

    @Test
    void pointsHaveIntervalsAndAreHollowWhereTheyDoNotCount() {
        Document svg = points(
                Scale.LOG,
                new double[] {1, 10, 100},
                point(0, 10, 9, 11),
                point(1, 20, Double.NaN, Double.NaN),
                point(2, Double.NaN, Double.NaN, Double.NaN, 25, 26));

        assertThat(svg.select("g[stroke=var(--series-a)] line:not([stroke])"))
                .as("one interval with two caps")
                .hasSize(3);
        assertThat(svg.select("[fill=var(--ground)]")).as("hollow").hasSize(2);
        List<Double> places = svg.select("text.tick[text-anchor=middle]").eachAttr("x").stream()
                .map(Double::valueOf)
                .toList();
        assertThat(places.get(1) - places.get(0))
                .as("equal factors are equally far")
                .isCloseTo(places.get(2) - places.get(1), offset(0.2));
        assertThat(svg.select("text.note").text()).isEqualTo("knee");
    }

    @Test
    void anIntervalIsDrawnToItsEnds() {
        Document svg = points(Scale.LINEAR, new double[] {1, 2}, point(0, 10, 5, 44), point(1, 20, 19, 21));

        assertThat(svg.select("text.tick[text-anchor=end]").eachText())
                .as("an end outside the plot would look like the end of the interval")
                .last()
                .isEqualTo("50");
    }

    @Test
    void categoriesAreNotJoinedAndLabelsDoNotLieOnEachOther() {
        PointChart.Point[] two = {point(0, 10, 9, 11), point(1, 20, 19, 21)};
        assertThat(points(Scale.LINEAR, new double[] {0, 1}, two).select("path[d~=^M.* L]"))
                .hasSize(1);
        assertThat(points(Scale.CATEGORIES, new double[] {0, 1}, two).select("path[d~=^M.* L]"))
                .isEmpty();

        double[] many = IntStream.range(0, 60).asDoubleStream().toArray();
        assertThat(points(Scale.CATEGORIES, many, two).select("text.tick[text-anchor=middle]"))
                .hasSizeBetween(10, 40);
    }
}
