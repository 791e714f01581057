package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.SecretText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretArgumentsTest {
    @Test
    void aSecretEndsWhereItsWordEnds() {
        List<String> words = List.of(
                "run",
                "p",
                "-Dpassword=a&b c;d",
                "-D",
                "password=x=y,z",
                "--pass",
                "q&r",
                "-DpasswordFile=f",
                "-Duser=u");
        assertThat(SecretText.findIn(words)).containsExactly("a&b c;d", "x=y,z", "q&r");
        assertThat(SecretText.hideIn(words))
                .containsExactly(
                        "run",
                        "p",
                        "-Dpassword=***",
                        "-D",
                        "password=***",
                        "--pass",
                        "***",
                        "-DpasswordFile=f",
                        "-Duser=u");
    }

    @Test
    void anEmptyValueAndAnOptionAfterAnOptionAreNoSecrets() {
        List<String> words = List.of("-Dpassword=", "--password", "--stacktrace");
        assertThat(SecretText.findIn(words)).isEmpty();
        assertThat(SecretText.hideIn(words)).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"password=zebra&S3cret/42%", "-Xpassword=zebra&S3cret/42%", "--password zebra&S3cret/42%"})
    void wordsThatCannotBeReadAreRepeatedWithoutSecrets(String words, @TempDir Path folder) {
        Stage stage = new Stage(folder);
        assertThat(stage.run(("run p --no-such-option " + words).split(" "))).isEqualTo(2);
        assertThat(stage.out() + stage.err()).contains("--no-such-option").doesNotContain("zebra", "S3cret");
    }
}
