package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultDirectoryNameTest {
    private static final ZonedDateTime START = ZonedDateTime.of(2026, 11, 20, 20, 31, 8, 0, ZoneId.of("Asia/Shanghai"));

    @ParameterizedTest
    @CsvSource({
        "my_result_%tY-%tm-%td_%tH%tM%tS, my_result_2026-11-20_203108",
        "%tF, 2026-11-20",
        "a_%tT, a_20:31:08",
        "r_100%_%tY, r_100%_2026",
        "%1$tY, %1$tY",
        "50%%, 50%%",
        "%tbx, Novx",
        "plain, plain",
        "/tmp/x/%tY/, /tmp/x/2026",
        "%T%tH, %T20"
    })
    void patternExpandsStartTime(String pattern, String expected) {
        assertThat(DatedPath.at(pattern, START)).isEqualTo(Path.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"result_%t", "%t", "result_%tv", "result_%t_", "result_%t%", " "})
    void unfinishedAndUnknownFieldsAreNamed(String pattern) {
        assertThatThrownBy(() -> DatedPath.at(pattern, START))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining("resultDirectory=" + pattern)
                .hasMessageContaining("write for example");
    }

    @Test
    void theMessageSaysWhichLetterIsWrong() {
        assertThatThrownBy(() -> DatedPath.at("r_%tv", START)).hasMessageContaining("%tv, which is not a date field");
    }
}
