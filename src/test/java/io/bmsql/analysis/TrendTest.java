package io.bmsql.analysis;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Trend.Host;
import io.bmsql.analysis.Trend.Step;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a host that changed its speed, on runs whose truth is known: noise of 1%, three to twenty runs a level. */
class TrendTest {
    private static final int CASES = 4_000;

    private static double[] level(Random random, int runs, double mean) {
        double[] values = new double[runs];
        Arrays.setAll(values, i -> mean * Math.exp(0.01 * random.nextGaussian()));
        return values;
    }

    private static Map<Host, Integer> said(int runs, double ofDatabase) {
        Random random = new Random(runs);
        Map<Host, Integer> said = new EnumMap<>(Host.class);
        for (int i = 0; i < CASES; i++) {
            said.merge(Trend.beside(level(random, runs, 1), level(random, runs, ofDatabase)), 1, Integer::sum);
        }
        return said;
    }

    /** Neither is blamed falsely more often than a 95% interval allows; with enough runs the right one is named. */
    @ParameterizedTest
    @CsvSource({"3", "5", "10", "20"})
    void hostAndDatabaseAreNotMistakenForEachOther(int runs) {
        Map<Host, Integer> host = said(runs, 1);
        Map<Host, Integer> database = said(runs, 0.95);
        assertThat(host.getOrDefault(Host.TOO, 0)).isLessThan(CASES * 6 / 100);
        assertThat(database.getOrDefault(Host.INSTEAD, 0)).isLessThan(CASES * 6 / 100);
        if (runs >= 10) {
            assertThat(host.get(Host.INSTEAD)).isGreaterThan(CASES * 80 / 100);
            assertThat(database.get(Host.TOO)).isGreaterThan(CASES * 95 / 100);
        }
    }

    /**
     * A second fall takes nothing of the first away, two small ones are as bad as a large one, and a rise counts by what it brings back.
     *
     * @param changes of the level, percent
     * @param begin number of the change with which the fall begins, that of a change to come where nothing has fallen
     */
    @ParameterizedTest
    @CsvSource({
        "5, 1, 0",
        "-10, 0, 10",
        "-10 -3, 0, 12.7",
        "-4 -4.2, 0, 8.03",
        "8 -10, 1, 10",
        "-20 12.5, 0, 10",
        "-20 27.5, 2, 0",
        "-20 27.5 -5, 2, 5"
    })
    void aFallLastsUntilTheLevelIsBack(String changes, int begin, double drop) {
        List<Step> steps = Stream.of(changes.split(" "))
                .map(Double::valueOf)
                .map(change -> made(
                        Figure.class,
                        "changePercent",
                        change,
                        "change",
                        change < 0 ? ChangeClaim.WORSE : ChangeClaim.BETTER))
                .map(rate -> made(Step.class, "rate", rate))
                .toList();
        Trend trend = new Trend("tpmC", List.of(), steps);
        assertThat(trend.lastFall()).isEqualTo(steps.subList(begin, steps.size()));
        assertThat(trend.lastDropPercent()).isCloseTo(drop, within(0.01));
    }
}
