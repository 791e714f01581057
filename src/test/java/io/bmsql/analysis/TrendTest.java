package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.analysis.Trend.Host;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
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
}
