package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private static final long MILLI = 1_000_000;

    @Test
    void theShortestRoundTripCountsAndHalfOfItIsTheError() {
        ClockOffset offset = new ClockOffset();
        // The agent's monotonic clock is 5 s ahead, its wall clock 120 s; answers are held up on their way back.
        offset.add(0, 5_001 * MILLI, 121_001, 40 * MILLI, 1_040);
        offset.add(100 * MILLI, 5_101 * MILLI, 121_101, 102 * MILLI, 1_102);
        offset.add(200 * MILLI, 5_201 * MILLI, 121_201, 230 * MILLI, 1_230);
        assertThat(offset.there(1_000 * MILLI)).isEqualTo(6_000 * MILLI);
        assertThat(offset.errorNanos()).isEqualTo(MILLI);
        assertThat(offset.wallNanos()).isEqualTo(120_000 * MILLI);
        assertThat(offset.wallErrorNanos()).isEqualTo(2 * MILLI);
    }
}
