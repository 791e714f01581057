package io.bmsql.collector.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionSamplerTest {
    @Test
    void oneSlowQueryDoesNotBlindTheSampler() {
        assertThat(SessionSampler.usualNanos(5_000_000_000L, 2_000_000)).isEqualTo(2_000_000);
        assertThat(SessionSampler.usualNanos(2_000_000, 5_000_000_000L)).isEqualTo(2_000_000);
        assertThat(SessionSampler.usualNanos(60_000_000, 50_000_000))
                .as("slow all the time")
                .isEqualTo(50_000_000);
    }
}
