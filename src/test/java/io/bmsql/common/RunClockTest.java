package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunClockTest {
    /** The sample of 10 ended at the second number, each lasting 4: the next one is at the third. */
    @ParameterizedTest
    @CsvSource({"10, 10, 14", "10, 12, 14", "10, 13, 18", "10, 14, 18", "10, 16, 18", "10, 17, 22", "10, 31, 34"})
    void aLateSampleIsNotFollowedAtOnceByTheNext(long due, long now, long next) {
        assertThat(RunClock.nextDueNanos(due, 4, now)).isEqualTo(next);
    }
}
