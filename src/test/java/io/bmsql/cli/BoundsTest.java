package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.PropertyKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers at the ends of their ranges, up to the connection, which is refused. */
class BoundsTest {
    private static final Pattern RANGE = Pattern.compile("is not between (-?\\d+) and (\\d+)");

    @TempDir
    Path folder;

    static Stream<PropertyKey> numbers() {
        return Stream.of(PropertyKey.values()).filter(PropertyKey::isNumber);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void theEndsOfARangeAreUsableOrRefusedInOneSentence(PropertyKey key) {
        for (int end = 0; end < 2; end++) {
            String setting = "-D" + key.key() + "=";
            String value = Long.toString(end == 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
            // The message about a number that is out of its range names the range.
            Matcher range = RANGE.matcher(endsWell("validate", setting + value, 0, 2));
            if (range.find()) {
                value = range.group(end + 1);
                endsWell("validate", setting + value, 0, 2);
            }
            endsWell(end == 0 ? "run" : "build", setting + value, 2, 3);
        }
    }

    /** What it says when it has one of these statuses. */
    private String endsWell(String command, String setting, Integer... statuses) {
        Stage stage = new Stage(folder);
        assertThat(stage.run(command, "props", setting)).as(stage.err()).isIn((Object[]) statuses);
        assertThat(stage.err())
                .as("%s with %s", command, setting)
                .doesNotContain("Exception", "Error", "Unexpected", "stacktrace");
        return stage.err();
    }

    @BeforeEach
    void props() throws IOException {
        Stage.unconnected(folder.resolve("props"), "warehouses=2 terminals=4 runMins=1");
    }

    /** Each load generator has its part of them. */
    @Test
    void agentsShareTheTerminals() {
        long most = Runtime.getRuntime().maxMemory() / 1_000;
        Stage.line(folder, 0, "validate props -Dagents=2 -DsutThreads=4 -Dterminals=" + most * 3 / 2);
    }
}
