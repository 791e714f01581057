package io.bmsql.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.report.chart.TimeAxis.Span;
import io.bmsql.report.chart.TimeChart.Size;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartValuesTest {
    private static final String HOSTILE = "</script><!-- \"'\u2028 & <img src=x>";
    private static final TimeAxis AXIS =
            new TimeAxis(-10, 100, 95, List.of(Span.at(50, HOSTILE)), "Time, min:s", "ramp-up", "drain");

    private static JsonNode read(String json) throws IOException {
        return new ObjectMapper().readTree(json);
    }

    @Test
    void noTextEndsTheElementAndAllOfItComesBack() throws IOException {
        Series series = Series.of(HOSTILE, "total", new double[] {0.5, 1.5}, new double[] {1, 2});
        String json = TimeChart.lines(HOSTILE, HOSTILE, List.of(series))
                .draw(AXIS, Size.LOW)
                .json();
        assertThat(json).doesNotContain("<");
        assertThat(read(json).at("/series/0/label").asText()).isEqualTo(HOSTILE);
        assertThat(read(json).at("/spans/2/1").asText()).isEqualTo(HOSTILE);
    }

    @Test
    void pointsAtEvenDistancesAreAFirstOneAndAStepAndLinesShareThem() throws IOException {
        double[] even =
                IntStream.range(0, 1000).mapToDouble(i -> 20.5 + i * 1.0002).toArray();
        double[] uneven = {1, 2, 9, 10, 11};
        double[] values = new double[1000];
        values[7] = Double.NaN;
        JsonNode json = read(TimeChart.lines(
                        "t",
                        "Throughput, a second",
                        List.of(
                                Series.of("a", "total", even, values),
                                Series.of("b", "failed", even.clone(), values),
                                Series.sampled("c", "c", "ms", uneven, new double[] {1, 2, 3, 4, 5})))
                .draw(AXIS, Size.LOW)
                .json());
        assertThat(json.at("/xs")).hasSize(2);
        assertThat(json.at("/xs/0").fieldNames()).toIterable().containsExactly("count", "from", "step");
        assertThat(json.at("/xs/0/step").asDouble()).isEqualTo(1.0002);
        assertThat(json.at("/xs/1/list").toString()).isEqualTo("[1,2,9,10,11]");
        assertThat(json.at("/xs/1/step").asDouble()).isEqualTo(1);
        assertThat(json.at("/series")).extracting(one -> one.path("x").asInt()).containsExactly(0, 0, 1);
        assertThat(json.at("/series"))
                .extracting(one -> one.path("unit").asText())
                .containsExactly("a second", "a second", "ms");
        assertThat(json.at("/series/0/y/7").isNull()).isTrue();
    }

    @Test
    void thinnedPointsKeepTheirLowestAndHighest() throws IOException {
        double[] seconds = IntStream.rangeClosed(1, 90).asDoubleStream().toArray();
        TimeChart chart = TimeChart.lines("t", "y", List.of(Series.sampled("a", "a", "%", seconds, seconds)));
        JsonNode one =
                read(chart.thinned(AXIS, 60, 30).draw(AXIS, Size.LOW).json()).at("/series/0");
        assertThat(one.path("y")).hasSize(30);
        assertThat(one.at("/low/0").asDouble()).isEqualTo(1);
        assertThat(one.at("/y/0").asDouble()).isEqualTo(2);
        assertThat(one.at("/high/0").asDouble()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "24617.4, 24617",
        "123456789.5, 123456790",
        "99.96, 100",
        "83.44, 83.4",
        "4.217, 4.22",
        "-0.51234, -0.512",
        "0, 0",
        "-0.0, 0",
        "0.00000012345, 1.23E-7",
        "NaN, null",
        "Infinity, null"
    })
    void numbersHaveTheDigitsThatAReaderIsShown(double value, String text) {
        assertThat(ScriptJson.text(Map.of("v", value))).isEqualTo("{\"v\":" + text + "}");
        assertThat(ScriptJson.text(Map.of("v", new double[] {value}))).isEqualTo("{\"v\":[" + text + "]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Response time, ms (logarithmic)|ms",
                "CPU, % of one processor|% of one processor",
                "\u541e\u5410\u91cf\uff0c\u4e8b\u52a1/\u5206\u949f|\u4e8b\u52a1/\u5206\u949f",
                "Runnable processes, number|''",
                "Percent|''"
            })
    void theUnitOfAnAxisIsWhatStandsBehindItsName(String axis, String unit) {
        assertThat(ChartValues.unit(axis)).isEqualTo(unit);
    }
}
