package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserTextTest {
    @TempDir
    Path folder;

    private Path written(String text, Charset encoding) throws IOException {
        return Files.writeString(folder.resolve("a.sql"), text, encoding);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "select '\u00e9\u4e2d\u6587';\n", "\ufeff", "a\ufeff"})
    void aMarkAtTheBeginningIsNoPartOfTheText(String text) throws Exception {
        String unmarked = text.startsWith("\ufeff") ? "" : text;
        assertThat(UserText.read(written(text, StandardCharsets.UTF_8))).isEqualTo(unmarked);
        assertThat(UserText.read(written("\ufeff" + unmarked, StandardCharsets.UTF_8)))
                .isEqualTo(unmarked);
    }

    @Test
    void noCharacterIsCutInHalf() {
        assertThat(UserText.cut("a\ud83d\ude00b", 2)).isEqualTo("a");
        assertThat(UserText.cut("a\ud83d\ude00b", 3)).isEqualTo("a\ud83d\ude00");
        assertThat(UserText.cut("ab", 3)).isEqualTo("ab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16"})
    void otherEncodingsAreNamed(String encoding) throws Exception {
        for (String text : new String[] {"select 1;", "\ufeffselect 1;"}) {
            Path file = written(text, Charset.forName(encoding));
            assertThatThrownBy(() -> UserText.read(file)).hasMessage("it is in UTF-16: save it as UTF-8");
        }
    }

    @Test
    void bytesOfAnotherEncodingAreAMistakeOrReplaced() throws Exception {
        Path file = written("-- \u4e2d\u6587", Charset.forName("GBK"));
        assertThatThrownBy(() -> UserText.read(file)).hasMessage("it has bytes that are no UTF-8");
        assertThat(UserText.read(file, StandardCharsets.UTF_8)).startsWith("-- \ufffd");
    }

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
