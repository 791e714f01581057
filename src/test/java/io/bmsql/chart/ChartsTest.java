package io.bmsql.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.chart.TimeAxis.Event;
import io.bmsql.chart.TimeAxis.Span;
import java.util.List;
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
            List.of(new Event(50, "restart"), new Event(51, "failover")),
            List.of(new Span(60, 70, "no service", "outage")),
            new TimeAxis.Words("Time, min:s", "ramp-up", "drain"));

    private static Document parse(Drawing drawing) {
        return Jsoup.parse(drawing.svg());
    }

    private static Line line(String role, double... y) {
        return Line.of(role, role, IntStream.range(0, y.length).asDoubleStream().toArray(), y);
    }

    @Test
    void eventsAndSpansAreShadedAndTheirWordsDoNotLieOnEachOther() {
        Document svg = parse(
                TimeChart.lines(TimeChart.Subject.of("t", "y"), List.of(line("total", 1, 2, 3)), AXIS, TimeChart.LOW));
        assertThat(svg.select("text.note").eachText()).contains("ramp-up", "restart", "failover", "no service");
        assertThat(svg.select("text:contains(restart)").attr("y"))
                .isNotEqualTo(svg.select("text:contains(failover)").attr("y"));
        assertThat(svg.select("[fill=var(--outage-pale)]")).hasSize(1);
    }

    @Test
    void aStackEndsAtItsLimitAndHasAnAreaForEachSeries() {
        Drawing drawing = TimeChart.stack(
                new TimeChart.Subject("cpu", "%", 100, false),
                List.of(line("series-a", 30, 40, Double.NaN, 20, 20), line("series-b", 10, 10, Double.NaN, 5, 5)),
                AXIS,
                TimeChart.LOW);
        Document svg = parse(drawing);
        assertThat(svg.select("text.tick[text-anchor=end]").eachText()).contains("0", "100");
        // The gap divides each area into two.
        assertThat(svg.select("[fill=var(--series-a-area)]")).hasSize(2);
        assertThat(drawing.legend()).hasSize(2).allMatch(Drawing.Key::isArea);
    }

    @Test
    void spikesAreCutOnlyWhereTheyHideTheRest() {
        double[] y = new double[200];
        java.util.Arrays.fill(y, 2);
        y[77] = 900;
        Drawing cut = TimeChart.lines(TimeChart.Subject.of("t", "y"), List.of(line("total", y)), AXIS, 200);
        assertThat(cut.cut()).isEqualTo(new Drawing.Cut(1, 900, "total", 77));
        Drawing whole = TimeChart.lines(
                new TimeChart.Subject("t", "y", Double.NaN, false), List.of(line("total", y)), AXIS, 200);
        assertThat(whole.cut()).isNull();
    }

    @Test
    void cellsOfOneStrengthAreOnePath() {
        List<HeatMap.Column> columns = IntStream.range(0, 100)
                .mapToObj(i -> new HeatMap.Column(i, i + 1, new long[] {0, 1, 1, 1000, i}))
                .toList();
        Drawing drawing = HeatMap.draw(
                "heat", "ms", new HeatMap.Cells(new LogScale(1, 100), 5, columns), AXIS, List.of("few", "many"));
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
        assertThat(PercentileCurve.nines(0)).isZero();
        assertThat(PercentileCurve.nines(99)).isCloseTo(2, org.assertj.core.api.Assertions.within(1e-9));
    }
}
