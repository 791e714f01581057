package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql ab --together} on two databases of one real server. */
class AbTogetherIT {
    @RegisterExtension
    static final PostgresExtension BASE = new PostgresExtension(1);

    @RegisterExtension
    static final PostgresExtension NEW = new PostgresExtension(1);

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void bothSidesHaveTheSameSecondsAndEndInAComparison() throws Exception {
        // Far apart: no machine makes them equal.
        props(BASE, "a.props", "limitTxnsPerMin=6000");
        props(NEW, "b.props", "limitTxnsPerMin=600");
        String cpus = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.split("\\s+")[1])
                .findFirst()
                .orElseThrow();

        String[] words =
                ("ab a.props b.props --together --rounds 6 --out study -D runMins=0.04 -D rampupMins=0.01 --cpus-a "
                                + cpus + " --cpus-b " + cpus)
                        .split(" ");
        Stage stage = Stage.ended(folder, 0, words);

        assertThat(stage.out())
                .containsPattern("tpmC is [\\d.]+% worse")
                .doesNotContain("Load generator CPU per New-Order");
        JsonNode found = TestFiles.json(folder.resolve("study/compare.json"));
        assertThat(found.get("method").asText()).isEqualTo("TOGETHER");
        assertThat(found.get("cannotSee")).hasSize(3);
        for (int pair = 0; pair < 6; pair++) {
            JsonNode base = found.get("baseRuns").get(pair);
            JsonNode fresh = found.get("newRuns").get(pair);
            // Each run looks at the wall clock by itself.
            assertThat(fresh.get("startEpochMillis").asLong())
                    .as("pair %s", pair)
                    .isCloseTo(base.get("startEpochMillis").asLong(), within(1_000L));
            assertThat(fresh.get("windowSeconds")).isEqualTo(base.get("windowSeconds"));
        }
        assertThat(TestFiles.names(folder.resolve("study/runs")))
                .contains("001_base", "002_new", "003_new", "004_base", "005_base");
        assertThat(TestFiles.json(folder.resolve("study/results.json")).get("cannotSee"))
                .isEqualTo(found.get("cannotSee"));
        assertThat(Stage.ended(folder, 0, "compare", "study").out()).isEqualTo(stage.out());

        assertThat(Stage.ended(folder, 0, words).err()).as("all is done").doesNotContain("Run 1: ");
        Stage.refused(
                folder, "ab a.props b.props --rounds 6 --out study", "the order of the runs was together and is pairs");
    }

    /** The lock of the database knows it by any name. */
    @Test
    void twoSidesOnOneDatabaseAreRefused() throws IOException {
        props(BASE, "a.props", "");
        props(BASE, "b.props", "terminals=3");
        Files.writeString(
                folder.resolve("b.props"),
                Files.readString(folder.resolve("b.props")).replaceFirst("(?m)^(conn=.*)$", "$1?ApplicationName=b"));

        Stage.refused(
                folder, "ab a.props b.props --together --out study", "A and B are one database: --together takes two");
        assertThat(folder.resolve("study")).doesNotExist();
    }

    @Test
    void whatCannotBeMadeTogetherIsRefused() throws IOException {
        props(BASE, "a.props", "");
        props(NEW, "b.props", "");
        refused("--together takes runs that end by the clock", "--together -DrunMins=0 -DrunTxnsPerTerminal=5");
        refused("leave lock=false and --anyway out", "--together -Dlock=false");
        refused("leave lock=false and --anyway out", "--together --anyway");
        refused("belong to --together", "--cpus-a 0 --cpus-b 0");
        refused("Give both --cpus-a and --cpus-b", "--together --cpus-a 0");
        refused("Give both --cpus-a and --cpus-b", "--together --server-pid-a 1");
        refused("taskset cannot use the processors 99999", "--together --cpus-a 99999 --cpus-b 0");
    }

    private void refused(String reason, String options) {
        assertThat(Stage.line(folder, 2, "ab a.props b.props --out study " + options)
                        .err()
                        .replaceAll("\\s+", " "))
                .contains(reason);
    }

    private void props(PostgresExtension server, String name, String more) throws IOException {
        server.props(folder.resolve(name), "warehouses=1 terminals=2", more);
    }
}
