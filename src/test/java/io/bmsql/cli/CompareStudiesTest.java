package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql compare} of studies. */
class CompareStudiesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TERMINALS = "terminals=20,50";

    /** How fast the machine was in each block, and what is left of chance within a pair. */
    private static final double[] MACHINE = {1, 1.3, 0.8, 1.1, 0.9};

    private static final double[] CHANCE = {0.002, -0.003, 0.001, -0.001, 0.002};

    @TempDir
    Path folder;

    private MadeUpStudy study(String directory, List<String> databases, double effect, String... vary)
            throws IOException {
        return new MadeUpStudy(folder.resolve(directory), databases, MACHINE.length, vary)
                .make((setting, block) -> tpmC(setting, block, effect));
    }

    private static double tpmC(Setting setting, int block, double effect) {
        boolean isNew = setting.database().equals("new")
                || setting.point().getOrDefault("form", "plain").equals("batch");
        double of = setting.point().getOrDefault("terminals", "20").equals("50") ? 40_000 : 20_000;
        return of * MACHINE[block - 1] * (isNew ? effect * (1 + CHANCE[block - 1]) : 1);
    }

    @Test
    void twoDatabasesOfAStudyArePairsWithinTheirBlocks() throws IOException {
        study("s", List.of("old", "new"), 0.95, TERMINALS);
        Stage stage = Stage.ended(folder, 6, "compare", "s", "--out", "o", "--fail-if-worse", "3%");

        assertThat(stage.out())
                .containsPattern("\\| terminals=20 +\\| +5 \\| +5 \\| +20,117 \\| +19,115 \\| +−5.0% \\| .* worse +\\|")
                .containsPattern("\\| terminals=50 +\\| +5 \\| +5 \\| .* worse +\\|")
                .contains(
                        "# terminals=50\n",
                        "5 pairs of runs",
                        "100% of the spread of tpmC among repeats was the machine's");
        assertThat(stage.err()).contains("terminals=20: tpmC is worse by more than 3%");
        Document page = Jsoup.parse(Files.readString(folder.resolve("o/compare.html")));
        assertThat(page.select("#overview a").eachAttr("href")).containsExactly("#point0", "#point1");
        assertThat(page.select("#point1").text()).isEqualTo("terminals=50");
        assertThat(page.select("svg")).hasSizeGreaterThan(1);
        JsonNode json = TestFiles.json(folder.resolve("o/compare.json"));
        assertThat(json.at("/points/1/point").asText()).isEqualTo("terminals=50");
        assertThat(json.at("/points/1/method").asText()).isEqualTo("PAIRS");
        assertThat(json.at("/points/1/sharedPercent").asDouble()).isGreaterThan(99);
        assertThat(json.at("/points/1/figures/0/changePercent").asDouble()).isBetween(-5.2, -4.8);
        assertThat(json.at("/points/1").has("base")).isFalse();
    }

    @Test
    void twoValuesOfAPropertyAreComparedWithTheBaseThatIsNamed() throws IOException {
        study("s", List.of("pg"), 1.1, "form=plain,batch");

        assertThat(Stage.ended(folder, 0, "compare", "s").out())
                .contains("tpmC is 10% better")
                .doesNotContain("Base runs");
        Stage.ended(folder, 0, "compare", "s", "--vary-base", "batch").printed("tpmC is 9.1% worse");
    }

    @Test
    void ofMoreThanTwoValuesTheBaseMustBeNamed() throws IOException {
        study("s", List.of("pg"), 1, "terminals=20,50,80");

        Stage.refused(folder, "compare s", "terminals (20, 50, 80)", "Name the base with --vary-base");
        assertThat(Stage.ended(folder, 0, "compare", "s", "--vary-base", "20").out())
                .containsPattern("\\| terminals=50 .* better")
                .contains("| terminals=80 ");
    }

    @Test
    void pairsWithAFailedRunAreLeftOutAndNamed() throws IOException {
        study("s", List.of("old", "new"), 0.9)
                .change(3, summary -> summary.put("status", "ABORTED"))
                .state(10, State.FAILED, "no connection");
        Stage.line(folder, 0, "compare s")
                .printed("3 pairs of runs", "runs/010_5", "runs/003_2 (Aborted)", "tpmC is 9.9% worse");
    }

    @Test
    void pointsWithTooFewPairsAreNamedInFront() throws IOException {
        MadeUpStudy study = study("s", List.of("old", "new"), 0.9, TERMINALS);
        for (int number = 2; number <= 10; number += 4) {
            study.state(number, State.FAILED, "");
        }
        Stage.line(folder, 0, "compare s")
                .printed("\n- Fewer than 3 valid runs a side", "so no interval and no claim: terminals=50.");
    }

    @Test
    void twoStudiesAreComparedAtThePointsThatBothHave() throws IOException {
        study("a", List.of("pg16"), 1, TERMINALS);
        study("b", List.of("pg17"), 1, "terminals=50,99");
        Stage stage = Stage.ended(folder, 0, "compare", "a", "b");

        assertThat(stage.out())
                .contains("Points that only one side has: terminals=20; terminals=99.", "5 base runs and 5 new runs")
                .doesNotContain("was the machine's");
    }

    @Test
    void studiesAndRunsAreNotMixed() throws IOException {
        study("a", List.of("pg16"), 1, TERMINALS);
        study("b", List.of("pg16"), 1, "terminals=99");
        study("c", List.of("pg16"), 1, TERMINALS)
                .change(1, summary -> summary.withObject("/run").put("loadedWarehouses", 9));

        Stage.refused(folder, "compare a a/runs/001_1", "001_1 is no study");
        Stage.refused(folder, "compare a b", "no point with a run on both sides", "terminals=99");
        Stage.refused(folder, "compare a c", "compare runs of the same scale");
    }

    private static final String GATE = " --fail-if-worse 5%";

    /** Both sides are equal but for chance. */
    private MadeUpStudy equal(String directory, String kind, List<String> databases, int repeats, String... vary)
            throws IOException {
        MadeUpStudy study = new MadeUpStudy(folder.resolve(directory), databases, repeats, vary)
                .make((setting, block) ->
                        20_000 * (setting.database().equals("new") ? 1 + CHANCE[(block - 1) % CHANCE.length] : 1));
        TestFiles.changeJson(folder.resolve(directory).resolve(StudyFile.NAME), file -> file.put("kind", kind));
        return study;
    }

    /** A gate that was asked and cannot answer must not pass; the tables are shown all the same. */
    @Test
    void aGateThatCannotBeJudgedDoesNotPass() throws IOException {
        List<String> sides = List.of("base", "new");
        equal("few", "sweep", sides, 2);
        Stage.line(folder, 0, "compare few");
        assertThat(Stage.line(folder, 2, "compare few" + GATE)
                        .warned("--fail-if-worse is not judged: fewer than 3 valid runs a side")
                        .out())
                .contains("tpmC");
        equal("enough", "sweep", sides, 3);
        Stage.line(folder, 0, "compare enough" + GATE);

        equal("few_pairs", "ab", sides, 5);
        Stage.refused(
                folder, "compare few_pairs" + GATE, "--fail-if-worse is not judged: tpmC has no interval", "6 pairs");
        equal("pairs", "ab", sides, 6);
        Stage.line(folder, 0, "compare pairs" + GATE);

        MadeUpStudy nothing = equal("nothing", "sweep", sides, 3);
        for (int run = 2; run <= 6; run++) {
            nothing.change(run, summary -> summary.put("tpmC", 0.0));
        }
        Stage.refused(folder, "compare nothing" + GATE, "tpmC has no interval, which takes figures above 0");
    }

    @Test
    void pointsThatOnlyOneSideHasDoNotPass() throws IOException {
        equal("s", "sweep", List.of("base", "new"), 3, "terminals=20,50")
                .state(1, State.FAILED, "")
                .state(5, State.FAILED, "")
                .state(9, State.FAILED, "");
        Stage.refused(folder, "compare s" + GATE, "--fail-if-worse is not judged: only one side has runs");
        equal("a", "sweep", List.of("pg"), 3, "terminals=20,50");
        equal("b", "sweep", List.of("pg"), 3, "terminals=20");
        String why = "terminals=50: --fail-if-worse is not judged: only one side has runs";
        Stage.refused(folder, "compare a b" + GATE, why);
    }

    /** Of a change that makes some runs fail, the others alone would pass. */
    @Test
    void runsThatAreLeftBecauseTheyWentWellDoNotPass() throws IOException {
        MadeUpStudy study = equal("s", "sweep", List.of("base", "new"), 5);
        Stage.line(folder, 0, "compare s" + GATE);
        study.change(2, summary -> summary.put("status", "ABORTED"));
        String aborted =
                "--fail-if-worse is not judged: 1 of the new runs and 0 of the base runs have no figures to use";
        Stage.refused(folder, "compare s" + GATE, aborted, " is \"Aborted\"");
        study.change(3, summary -> summary.put("status", "ABORTED"));
        Stage.line(folder, 0, "compare s" + GATE);

        String failed = "--fail-if-worse is not judged: more new runs than base runs left nothing to compare";
        equal("failed", "sweep", List.of("base", "new"), 5).state(2, State.FAILED, "");
        Stage.refused(folder, "compare failed" + GATE, failed);
        equal("a", "sweep", List.of("pg"), 4);
        equal("b", "sweep", List.of("pg"), 4).state(2, State.FAILED, "");
        Stage.refused(folder, "compare a b" + GATE, failed);
        Stage.line(folder, 0, "compare b a" + GATE);
    }
}
