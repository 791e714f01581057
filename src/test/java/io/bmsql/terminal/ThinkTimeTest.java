package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.config.MixConfig;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.TpccWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThinkTimeTest {
    private static final double SECOND = 1e9;
    private static final MixConfig STANDARD = new MixConfig(100 - 43 - 12, 43, 4, 4, 4, false);
    private final RandomStream random = new RandomStream(42);

    @ParameterizedTest
    @CsvSource({
        "NEW_ORDER, 18, 12",
        "PAYMENT, 3, 12",
        "ORDER_STATUS, 2, 10",
        "DELIVERY, 2, 5",
        "STOCK_LEVEL, 2, 5",
    })
    void keyingIsFixedAndThinkingIsExponential(TpccTransaction type, double keying, double think) {
        ThinkTime pacing = new ThinkTime(1, 1, TpccWorkload.percents(STANDARD));
        int draws = 200_000;
        double sum = 0;
        double max = 0;
        int belowMean = 0;
        for (int i = 0; i < draws; i++) {
            double seconds = pacing.thinkNanos(type, random) / SECOND;
            sum += seconds;
            max = Math.max(max, seconds);
            belowMean += seconds < think ? 1 : 0;
        }

        assertThat(pacing.keyingNanos(type)).isEqualTo((long) (keying * SECOND));
        assertThat(sum / draws).isCloseTo(think, within(0.01 * think));
        assertThat(max).as("cut at ten means").isEqualTo(10 * think);
        assertThat((double) belowMean / draws).as("1 - 1/e").isCloseTo(0.632, within(0.005));
    }

    @Test
    void theNextRequestIsDueAfterThinkingAboutTheLastAndKeyingInTheNext() {
        ThinkTime pacing = new ThinkTime(1, 0, TpccWorkload.percents(STANDARD));

        long due = pacing.nextDueNanos(5, 1_000, 30, TpccTransaction.NEW_ORDER);

        assertThat(due).isEqualTo(1_030 + (long) (18 * SECOND));
    }

    @Test
    void multipliersScaleBothTimes() {
        ThinkTime halves = new ThinkTime(0.5, 0.5, TpccWorkload.percents(STANDARD));
        ThinkTime whole = new ThinkTime(1, 1, TpccWorkload.percents(STANDARD));

        long half = halves.thinkNanos(TpccTransaction.NEW_ORDER, new RandomStream(9));
        long one = whole.thinkNanos(TpccTransaction.NEW_ORDER, new RandomStream(9));

        assertThat(2.0 * half).isCloseTo((double) one, within(2.0));
        assertThat(halves.keyingNanos(TpccTransaction.NEW_ORDER)).isEqualTo((long) (9 * SECOND));
    }

    /** Shares x (keying + think) of the types add up to 20.87 s here; each second of it gets its part. */
    @Test
    void firstRequestsAreSpreadEvenlyOverTheMeanCycle() {
        ThinkTime pacing = new ThinkTime(1, 1, TpccWorkload.percents(STANDARD));
        double cycle = (45 * 30 + 43 * 15 + 4 * 12 + 4 * 7 + 4 * 7) / 100.0;
        int terminals = 100_000;
        int[] perSecond = new int[(int) Math.ceil(cycle)];
        for (int terminal = 0; terminal < terminals; terminal++) {
            perSecond[(int) (pacing.firstDueNanos(terminal, 0, random) / SECOND)]++;
        }

        for (int second = 0; second < (int) cycle; second++) {
            assertThat(perSecond[second]).isCloseTo((int) (terminals / cycle), within(350));
        }
    }
}
