package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.analysis.PairPlan;
import io.bmsql.result.RunFacts;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql ab} on a real server. */
class AbIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void pairsInADrawnOrderEndInAComparison() throws Exception {
        // Far apart, and by numbers of transactions: a machine that stands still for seconds does the same ones later.
        write("a.props", "limitTxnsPerMin=6000\nrunMins=0\nrunTxnsPerTerminal=8");
        write("b.props", "limitTxnsPerMin=500\nrunMins=0\nrunTxnsPerTerminal=8");

        String[] words = "ab a.props b.props --rounds 6 --out study -D terminals=3 --between ?".split(" ");
        words[words.length - 1] = "command -v bmsql >path; echo $BMSQL_SIDE >>order";
        Stage stage = Stage.ended(folder, 0, words);

        long seed = TestFiles.json(folder.resolve("study/study.json"))
                .at("/plan/seed")
                .asLong();
        assertThat(Files.readString(folder.resolve("order")).strip().split("\n"))
                .containsExactly(IntStream.range(0, 6)
                        .mapToObj(new PairPlan(6, seed)::isBaseFirst)
                        .flatMap(isBaseFirst -> isBaseFirst ? Stream.of("base", "new") : Stream.of("new", "base"))
                        .toArray(String[]::new));
        assertThat(folder.resolve("path")).content().endsWith("/run/bmsql\n");
        assertThat(stage.err()).contains("All 6 pairs are done");
        assertThat(stage.out()).containsPattern("tpmC is [\\d.]+% worse");
        JsonNode found = TestFiles.json(folder.resolve("study/compare.json"));
        assertThat(found.get("method").asText()).isEqualTo("SEQUENCE");
        assertThat(found.at("/figures/0/highPercent").asDouble()).isNegative();
        assertThat(TestFiles.in(folder.resolve("study/runs")))
                .hasSize(12)
                .allSatisfy(run -> assertThat(run.resolve("report.html")).isNotEmptyFile());
        assertThat(folder.resolve("study/study.html")).isNotEmptyFile();
        assertThat(Stage.ended(folder, 0, "compare", "study").out()).isEqualTo(stage.out());

        words[words.length - 1] = "true";
        Stage.ended(folder, 2, words)
                .warned("--between was command -v bmsql >path; echo $BMSQL_SIDE >>order and is true");
    }

    @Test
    @Tag("long")
    void aRunIsRepeatedFromItsDirectory() throws Exception {
        write("a.props", "");
        Stage.ended(folder, 0, "run", "a.props", "-DrunMins=0.02", "-Dterminals=3", "-DresultDirectory=first");

        Stage.refused(folder, "rerun first", "first holds no password: set the variable BMSQL_PASSWORD");
        Stage again = new Stage(folder, Map.of("BMSQL_PASSWORD", POSTGRES.password()));
        assertThat(again.run("rerun", "first", "-D", "limitTxnsPerMin=90000"))
                .as(() -> again.out() + again.err())
                .isZero();

        long seed = Stage.summary(folder, "first").run().setup().seed();
        assertThat(again.out())
                .contains("Repeats first, seed " + seed, "Changed:")
                .containsPattern("property +limitTxnsPerMin +0 -> 90000")
                .doesNotContainPattern("property +seed|property +terminals|environment +host|run +window");
        String name = TestFiles.names(folder).stream()
                .filter(made -> made.startsWith("first_rerun_"))
                .findFirst()
                .orElseThrow();
        RunFacts second = Stage.summary(folder, name).run();
        assertThat(second.setup().seed()).isEqualTo(seed);
        assertThat(second.size().terminals()).isEqualTo(3);
        assertThat(folder.resolve(name + "/compare.html")).isNotEmptyFile();
        assertThat(folder.resolve(name + "/run.properties")).content().doesNotContain(POSTGRES.password());
    }

    @Test
    @Tag("long")
    void aRunOfBenchmarkSqlIsRepeatedFromItsDirectory() throws Exception {
        MadeUpForeign.write(folder.resolve("five"), "1,1,2,1200", 50);
        write("five/run.properties", "limitTxnsPerMin=1200\nrunTxnsPerTerminal=0");

        Stage stage = Stage.ended(folder, 0, "rerun", "five", "-D", "runMins=0.05");

        assertThat(stage.out())
                .contains("BenchmarkSQL recorded neither its seed nor its server and machine")
                .containsPattern("run +program +BenchmarkSQL 5[.]0 -> bmsql ")
                .containsPattern("\\| Database setting +\\| +\\| not recorded +\\| recorded ")
                .doesNotContainPattern("run +terminals|environment +host");
    }

    @Test
    void aMistakeEndsItBeforeTheFirstRun() throws IOException {
        write("a.props", "");
        write("b.props", "terminals=none");

        Stage.refused(folder, "ab a.props b.props");
        Stage.ended(folder, 2, "ab", "a.props", "a.props", "--rounds", "5");
        Stage.ended(folder, 2, "ab", "a.props", "a.props", "--between", "exit 3", "--out", "s")
                .warned("--between exit 3 ended with status 3");
        assertThat(folder.resolve("s")).doesNotExist();
    }

    /** As when a side is gone: the reason and its status stay, and what is done is not lost. */
    @Test
    void thePairsBeforeOneThatCannotBeMadeAreCompared() throws IOException {
        write("a.props", "runMins=0\nrunTxnsPerTerminal=8");
        write("b.props", "runMins=0\nrunTxnsPerTerminal=8");

        String[] words = "ab a.props b.props --rounds 6 --out study --between ?".split(" ");
        words[words.length - 1] = "echo x >>made; test $(wc -l <made) -lt 5";
        Stage stage = Stage.ended(folder, 2, words);
        assertThat(stage.out()).contains("tpmC");
        assertThat(stage.err()).contains("Pair 3 could not be made; compared are the 2 that are done.");
        assertThat(stage.err()).contains("ended with status 1");
        assertThat(folder.resolve("study/compare.json")).isNotEmptyFile();
        assertThat(folder.resolve("study/study.html")).isNotEmptyFile();
    }

    private void write(String name, String more) throws IOException {
        POSTGRES.props(folder.resolve(name), "warehouses=1 terminals=2", more);
    }
}
