package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserTextTimesTest {
    @ParameterizedTest
    @CsvSource({"500ms, 0.5", "120s, 120", "1.5m, 90", "10min, 600", "10 min, 600", "2h, 7200"})
    void aNumberWithItsUnitIsATime(String text, double seconds) {
        assertThat(UserText.seconds(text)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "soon", "5d", "-1s", "1.s", "1s 2s"})
    void allElseIsNone(String text) {
        assertThat(UserText.seconds(text)).isNaN();
    }
}
