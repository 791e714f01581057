package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql ab} on a real server. */
class AbIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeAll
    static void build() throws Exception {
        POSTGRES.becomeLoaded(1);
    }

    @Test
    @Tag("long")
    void pairsAlternateAndEndInAComparison() throws Exception {
        // Far apart, and by numbers of transactions: a machine that stands still for seconds does the same ones later.
        write("a.props", "limitTxnsPerMin=6000\nrunMins=0\nrunTxnsPerTerminal=8");
        write("b.props", "limitTxnsPerMin=500\nrunMins=0\nrunTxnsPerTerminal=8");

        String[] words = "ab a.props b.props --rounds 6 --out study -D terminals=3 --between ?".split(" ");
        words[words.length - 1] = "command -v bmsql >path; echo $BMSQL_SIDE >>order";
        Stage stage = Stage.ended(folder, 0, words);

        assertThat(Files.readString(folder.resolve("order")).strip().split("\n"))
                .containsExactly(
                        "base", "new", "new", "base", "base", "new", "new", "base", "base", "new", "new", "base");
        assertThat(folder.resolve("path")).content().endsWith("/run/bmsql\n");
        assertThat(folder.resolve("study/runs/001_base/run.properties"))
                .as("what was run")
                .content()
                .contains("\nterminals=3\n", "\nrunTxnsPerTerminal=8\n");
        assertThat(stage.err()).contains("Pair 6 of at most 6", "; so far ", "All 6 pairs are done");
        assertThat(stage.out())
                .containsPattern("tpmC is [\\d.]+% worse")
                .contains("6 pairs of runs in the order A B, B A");
        JsonNode found = TestFiles.json(folder.resolve("study/compare.json"));
        assertThat(found.get("method").asText()).isEqualTo("SEQUENCE");
        assertThat(found.at("/figures/0/highPercent").asDouble()).isNegative();
        assertThat(TestFiles.in(folder.resolve("study/runs"))).hasSize(12);
        assertThat(folder.resolve("study/study.md"))
                .content()
                .contains("# Two settings in turn", "**base: ", "**new: ")
                .doesNotContain("Best");
        assertThat(folder.resolve("study/study.html")).isNotEmptyFile();
        assertThat(folder.resolve("study/runs/001_base/report.html")).isNotEmptyFile();
        assertThat(stage.err()).contains("Run 2: B begins, after 0:00 of the command of --between");
        assertThat(Stage.ended(folder, 0, "compare", "study").out()).isEqualTo(stage.out());

        cutTheLastRunShort(StudyFile.read(folder.resolve("study/study.json")));
        assertThat(Stage.ended(folder, 0, words).err())
                .contains("Run 11: ", "Run 12: ")
                .doesNotContain("Run 10: ");
        assertThat(StudyFile.read(folder.resolve("study/study.json")).runs())
                .extracting(Run::state)
                .hasSize(12)
                .containsOnly(State.DONE);
        words[words.length - 1] = "true";
        assertThat(Stage.ended(folder, 2, words).err())
                .contains("--between was command -v bmsql >path; echo $BMSQL_SIDE >>order and is true");
    }

    /** As a kill leaves it: the whole pair is made again. */
    private void cutTheLastRunShort(StudyFile study) {
        Run last = study.runs().get(11);
        study.with(new Run(12, last.block(), last.setting(), last.directory(), State.RUNNING, 1, 0, ""))
                .write(folder.resolve("study/study.json"));
    }

    @Test
    @Tag("long")
    void aRunIsRepeatedFromItsDirectory() throws Exception {
        write("a.props", "");
        Stage.ended(folder, 0, "run", "a.props", "-DrunMins=0.02", "-Dterminals=3", "-DresultDirectory=first");
        JsonNode first = summary("first");

        assertThat(Stage.ended(folder, 2, "rerun", "first").err())
                .contains("first holds no password: set the variable BMSQL_PASSWORD");
        Stage again = new Stage(folder, Map.of("BMSQL_PASSWORD", POSTGRES.password()));
        assertThat(again.run("rerun", "first", "-D", "limitTxnsPerMin=90000"))
                .as(() -> again.out() + again.err())
                .isZero();

        String seed = seed(first);
        assertThat(again.out())
                .contains("Repeats first, seed " + seed, "Changed:")
                .containsPattern("property +limitTxnsPerMin +0 -> 90000")
                .doesNotContainPattern("property +seed|property +terminals|environment +host|run +window");
        String name = TestFiles.names(folder).stream()
                .filter(made -> made.startsWith("first_rerun_"))
                .findFirst()
                .orElseThrow();
        Path made = folder.resolve(name);
        JsonNode second = summary(name);
        assertThat(seed(second)).isEqualTo(seed);
        assertThat(second.at("/run/terminals").asInt()).isEqualTo(3);
        assertThat(made.resolve("compare.html")).isNotEmptyFile();
        assertThat(Files.readString(made.resolve("run.properties"))).doesNotContain(POSTGRES.password());
    }

    @Test
    @Tag("long")
    void aRunOfBenchmarkSqlIsRepeatedFromItsDirectory() throws Exception {
        Path data = Files.createDirectories(folder.resolve("five/data"));
        write("five/run.properties", "limitTxnsPerMin=1200\nrunTxnsPerTerminal=0");
        Files.writeString(
                data.resolve("runInfo.csv"),
                "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                        + "limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier\n"
                        + "3,simple,5.0,postgres,2026-01-02 03:04:05.6,1,1,1,2,1200,1.0,1.0\n");
        StringBuilder rows = new StringBuilder("run,elapsed,latency,dblatency,ttype,rbk,dskipped,error\n");
        for (int row = 1; row <= 1_201; row++) {
            rows.append("3,").append(row * 50).append(",9,9,NEW_ORDER,0,0,0\n");
        }
        Files.writeString(data.resolve("result.csv"), rows);

        Stage stage = Stage.ended(folder, 0, "rerun", "five", "-D", "runMins=0.05");

        assertThat(stage.out())
                .contains("BenchmarkSQL recorded neither its seed nor its server and machine")
                .containsPattern("run +program +BenchmarkSQL 5[.]0 -> bmsql ")
                .containsPattern("\\| Database setting +\\| +\\| not recorded +\\| recorded ")
                .doesNotContainPattern("run +terminals|environment +host");
    }

    private JsonNode summary(String directory) throws IOException {
        return TestFiles.json(folder.resolve(directory).resolve("summary.json"));
    }

    private static String seed(JsonNode summary) {
        return summary.at("/run/seed").asText();
    }

    @Test
    void aMistakeEndsItBeforeTheFirstRun() throws IOException {
        write("a.props", "");
        write("b.props", "terminals=none");

        assertThat(new Stage(folder).run("ab", "a.props", "b.props")).isEqualTo(2);
        assertThat(new Stage(folder).run("ab", "a.props", "a.props", "--rounds", "5"))
                .isEqualTo(2);
        Stage failing = Stage.ended(folder, 2, "ab", "a.props", "a.props", "--between", "exit 3", "--out", "s");
        assertThat(failing.err()).contains("--between exit 3 ended with status 3");
        assertThat(folder.resolve("s")).doesNotExist();
    }

    private void write(String name, String more) throws IOException {
        POSTGRES.props(folder.resolve(name), "warehouses=1 terminals=2", more);
    }
}
