package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ResultReadExceptionTest {
    @Test
    void aLongLineOfADamagedFileIsCutShortAndAShortOneShownWhole() {
        assertThat(ResultReadException.damaged(
                        Path.of("series.csv"), new NumberFormatException("For input string: " + "x".repeat(30_000))))
                .hasMessageStartingWith("series.csv is damaged (For input string: xxx")
                .hasMessageEndingWith("x\u2026)")
                .message()
                .hasSizeLessThan(250);
        assertThat(ResultReadException.damaged(Path.of("p"), new NumberFormatException("For input string: x")))
                .hasMessage("p is damaged (For input string: x)");
    }
}
