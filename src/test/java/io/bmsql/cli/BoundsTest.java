package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.PropertyKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void theEndsOfARangeAreUsableOrRefusedInOneSentence(PropertyKey key) throws IOException {
        List<String> ends = ends(key);
        for (String end : ends) {
            for (String command : List.of("validate", ends.indexOf(end) == 0 ? "run" : "build")) {
                Stage stage = stage();
                int status = stage.run(command, "props", "-D" + key.key() + "=" + end);
                assertThat(stage.err())
                        .as("%s with %s=%s", command, key.key(), end)
                        .doesNotContain("Exception", "Error", "Unexpected", "stacktrace");
                assertThat(status).isIn(command.equals("validate") ? List.of(0, 2) : List.of(2, 3));
            }
        }
    }

    /** As the message about a number that is out of it names them. */
    private List<String> ends(PropertyKey key) throws IOException {
        List<String> ends = new ArrayList<>(List.of(Long.toString(Long.MIN_VALUE), Long.toString(Long.MAX_VALUE)));
        for (int end = 0; end < 2; end++) {
            Stage stage = stage();
            stage.run("validate", "props", "-D" + key.key() + "=" + ends.get(end));
            Matcher range = RANGE.matcher(stage.err());
            if (range.find()) {
                ends.set(end, range.group(end + 1));
            }
        }
        return ends;
    }

    private Stage stage() throws IOException {
        Files.writeString(
                folder.resolve("props"),
                "db=postgres\nconn=jdbc:postgresql://127.0.0.1:1/x\nuser=x\nwarehouses=2\nterminals=4\nrunMins=1\n");
        return new Stage(folder);
    }

    @ParameterizedTest
    @CsvSource({
        "validate, terminals=2147483647, '2,147,483 MB'",
        "run, terminals=2147483647, '2,147,483 MB'",
        "run, sutThreads=2147483647, '107,374,182 MB'",
        "validate, warehouses=200000000, '20,000 MB'",
        "load, warehouses=1000000000, is not between 0 and 200000000",
        "build, loadWorkers=2147483647, is not between 1 and 10000"
    })
    void whatCannotFitIntoTheMemoryIsSaid(String command, String setting, String said) throws IOException {
        Stage stage = stage();

        assertThat(stage.run(command, "props", "-D" + setting)).isEqualTo(2);

        assertThat(stage.err()).contains(said);
    }

    /** Each load generator has its part of them. */
    @Test
    void agentsShareTheTerminals() throws IOException {
        long most = Runtime.getRuntime().maxMemory() / 1_000;
        Stage stage = stage();

        assertThat(stage.run("validate", "props", "-Dagents=2", "-DsutThreads=4", "-Dterminals=" + most * 3 / 2))
                .isZero();
    }
}
