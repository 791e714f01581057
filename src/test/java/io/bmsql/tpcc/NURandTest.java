package io.bmsql.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.ChiSquare;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NURandTest {
    private static final int DRAWS = 200_000;

    private final RandomStream random = new RandomStream(11);

    @Test
    void runConstantKeepsItsDistanceToTheLoadConstant() {
        for (int loaded = 0; loaded <= 255; loaded++) {
            Set<Integer> distances = new HashSet<>();
            for (int i = 0; i < 400; i++) {
                NURand run = NURand.forRun(random, loaded);
                assertThat(run.cLast()).isBetween(0, 255);
                distances.add(Math.abs(run.cLast() - loaded));
            }
            assertThat(distances).allMatch(d -> d >= 65 && d <= 119 && d != 96 && d != 112);
            assertThat(distances).as("loaded %d", loaded).hasSizeGreaterThan(35);
        }
    }

    @Test
    void loadConstantsCoverTheirRanges() {
        List<NURand> loads = IntStream.range(0, 100_000)
                .mapToObj(i -> NURand.forLoad(random))
                .toList();
        assertReached(loads.stream().mapToInt(NURand::cLast), 0, 255);
        assertReached(loads.stream().mapToInt(NURand::cCustomerId), 0, 1_023);
        assertReached(loads.stream().mapToInt(NURand::cItemId), 0, 8_191);
    }

    @Test
    void numbersStayInTheirRangesAndReachTheEnds() {
        NURand constants = new NURand(123, 259, 7911);
        assertReached(IntStream.range(0, DRAWS).map(i -> constants.customerId(random)), 1, 3_000);
        assertReached(IntStream.range(0, DRAWS).map(i -> constants.lastNameNumber(random)), 0, 999);
        assertReached(IntStream.range(0, DRAWS).map(i -> constants.itemId(random)), 1, 100_000);
    }

    private static void assertReached(IntStream values, int low, int high) {
        IntSummaryStatistics reached = values.summaryStatistics();
        assertThat(reached.getMin()).isBetween(low, low + (high - low) / 100);
        assertThat(reached.getMax()).isBetween(high - (high - low) / 100, high);
    }

    @Test
    void lastNamesFollowTheFormula() {
        NURand constants = new NURand(57, 0, 0);
        double[] counted = new double[1_000];
        for (int i = 0; i < DRAWS; i++) {
            counted[constants.lastNameNumber(random)]++;
        }
        assertThat(ChiSquare.excess(expectedLastNames(57, DRAWS), counted)).isLessThan(5);
    }

    /** The exact distribution of clause 2.1.6, counted over all pairs that the OR can meet. */
    static double[] expectedLastNames(int constant, int draws) {
        double[] expected = new double[1_000];
        for (int a = 0; a <= 255; a++) {
            for (int b = 0; b <= 999; b++) {
                expected[((a | b) + constant) % 1_000] += draws / 256_000.0;
            }
        }
        return expected;
    }

    @Test
    void customersAreVisitedUnevenly() {
        long[] counts = new long[3_001];
        NURand constants = new NURand(0, 100, 0);
        for (int i = 0; i < DRAWS; i++) {
            counts[constants.customerId(random)]++;
        }
        long[] sorted = Arrays.stream(counts).sorted().toArray();
        long top = Arrays.stream(sorted, sorted.length - 300, sorted.length).sum();
        assertThat((double) top / DRAWS).as("share of the most wanted tenth").isGreaterThan(0.3);
    }
}
