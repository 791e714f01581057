package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyCountsTest {
    private final LatencyCounts counts = new LatencyCounts();

    @Test
    void aLongLatencyIsAsWholeAsAShortOne() {
        counts.add(7);
        counts.add(7.0001);
        counts.add(70_000);
        assertThat(counts.isWholeMillis()).isTrue();
        assertThat(counts.all()).containsEntry(7_000L, 2L).containsEntry(70_000_000L, 1L);
        counts.add(7.001);
        assertThat(counts.isWholeMillis()).isFalse();
    }

    @Test
    void memoryDoesNotGrowWithTheLatenciesThatDiffer() {
        for (int micros = 0; micros < 200_000; micros++) {
            counts.add(0.5 + micros / 1000.0);
        }
        assertThat(counts.all()).hasSizeLessThan(60_000);
        assertThat(counts.all().values().stream().mapToLong(count -> count).sum())
                .isEqualTo(200_000);
    }
}
