package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.Dialect;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sample props files that people copy. */
class SamplePropsTest {
    private static final Path RUN = Path.of("run").toAbsolutePath();

    static List<String> samples() throws IOException {
        return TestFiles.names(RUN).stream()
                .filter(name -> name.startsWith("props."))
                .toList();
    }

    @Test
    void thereIsOneUnderEachNameThatUsersKnow() throws IOException {
        assertThat(samples())
                .contains(("props.pg props.postgres props.ora props.oracle props.mysql props.mariadb props.dm "
                                + "props.fb props.informix props.lightdb")
                        .split(" "));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void eachIsUsableAndNamesTheDriverAndUrlOfItsFolder(String name) throws Exception {
        Stage stage = Stage.ended(RUN, 0, "validate", name);
        assertThat(stage.out()).contains(name + " is usable");
        // Some drivers are not shipped.
        assertThat(stage.err().lines().filter(line -> !line.contains("put the driver's jar")))
                .isEmpty();

        Properties sample = new Properties();
        try (Reader reader = Files.newBufferedReader(RUN.resolve(name))) {
            sample.load(reader);
        }
        Dialect dialect = TestDatabase.folders().load(sample.getProperty("db"), "");
        assertThat(sample.getProperty("driver")).isEqualTo(dialect.properties().driver());
        assertThat(sample.getProperty("conn")).isEqualTo(dialect.properties().urlExample());
        assertThat(Files.readString(RUN.resolve(name))).startsWith("# ").contains("./bmsql validate " + name);
    }
}
