package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private static final long MILLI = 1_000_000;

    @Test
    void theShortestRoundTripCountsAndHalfOfItIsTheError() {
        ClockOffset offset = new ClockOffset();
        // The agent's monotonic clock is 5 s ahead, its wall clock 120 s; answers are held up on their way back.
        offset.add(new AgentMessage.Pong(0, 5_001 * MILLI, 121_001), 40 * MILLI, 1_040);
        offset.add(new AgentMessage.Pong(100 * MILLI, 5_101 * MILLI, 121_101), 102 * MILLI, 1_102);
        offset.add(new AgentMessage.Pong(200 * MILLI, 5_201 * MILLI, 121_201), 230 * MILLI, 1_230);
        assertThat(offset.there(1_000 * MILLI)).isEqualTo(6_000 * MILLI);
        assertThat(offset.errorNanos()).isEqualTo(MILLI);
        assertThat(offset.wall().offsetNanos()).isEqualTo(120_000 * MILLI);
        assertThat(offset.wall().errorNanos()).isEqualTo(2 * MILLI);
    }
}
