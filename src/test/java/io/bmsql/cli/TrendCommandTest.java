package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.HostSpeed;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql trend} over directories that look like those of real runs. */
class TrendCommandTest {
    /** Of the recorded runs. */
    private static final long DAY_MILLIS = 86_400_000;

    @TempDir
    Path folder;

    private final Random random = new Random(7);

    @Test
    void aDropIsFoundNamedAndFailsTheGate() throws IOException {
        history("all", 30, 20, 0.94, run -> {});
        // Names say nothing: the last run of all, by its time, is the first by its name.
        Files.move(folder.resolve("all/run29"), folder.resolve("all/a"));
        change(folder.resolve("all/run3"), summary -> summary.put("status", "ABORTED")
                .put("tpmC", 10.0));

        Stage stage = Stage.ended(folder, 6, "trend", "all", "--fail-on-drop", "5%", "--out", "o");

        assertThat(stage.err())
                .containsPattern(
                        "tpmC is [567][.]?\\d?% lower since .*all/run20, and the limit of --fail-on-drop is 5%");
        assertThat(stage.out())
                .containsPattern("[*][*]tpmC fell by [56][.]\\d% [(]95% interval −\\d[.]\\d% … −\\d[.]\\d%[)] at 2026-")
                .containsPattern("the last run before is .*all/run19, the first one after .*all/run20")
                .contains("not counted, because their figures are not valid: Aborted 1.")
                .containsPattern("\\| .*all/run20 +\\| .*all/a +\\| +10 \\| ")
                .containsPattern("\\| Property +\\| sutThreads +\\| 4 +\\| 9 ");
        assertThat(folder.resolve("o/trend.md")).hasContent(stage.out());
        assertThat(Files.readString(folder.resolve("o/trend.html"))).contains("<svg", "Not valid");
        JsonNode json = TestFiles.json(folder.resolve("o/trend.json"));
        assertThat(json.at("/trends/0/runs")).hasSize(30);
        assertThat(json.at("/trends/0/changes/0/rate/change").asText()).isEqualTo("WORSE");
        assertThat(json.at("/trends/0/changes/0/firstRunAfter").asText()).endsWith("run20");
        // The limit itself passes, as with --fail-if-worse, and so does a level that rose.
        double drop = -json.at("/trends/0/changes/0/rate/changePercent").asDouble();
        Stage.ended(folder, 0, "trend", "all", "--fail-on-drop", Double.toString(drop));
        Stage.ended(folder, 6, "trend", "all", "--fail-on-drop", Double.toString(Math.nextDown(drop)));
        history("up", 20, 10, 1.1, run -> {});
        Stage.ended(folder, 0, "trend", "up", "--fail-on-drop", "1%").printed("tpmC rose by ");
    }

    /** Whatever happened there has no level, and the one before it says nothing of the last runs. */
    @Test
    void lastRunsThatAreNotValidAreNotJudged() throws IOException {
        history("all", 20, 20, 1, run -> {});
        end("all", 18, 20, "ABORTED");
        Stage.ended(folder, 0, "trend", "all", "--fail-on-drop", "5%");
        change(folder.resolve("all/run17"), summary -> summary.put("tpmC", 0.0));
        Stage.refused(
                folder, "trend all --fail-on-drop 5%", "--fail-on-drop is not judged: the last 3 runs are not valid");
        history("down", 20, 10, 0.8, run -> {});
        end("down", 16, 20, "ABORTED");
        Stage.ended(folder, 6, "trend", "down", "--fail-on-drop", "5%");
    }

    @Test
    void aLevelHistoryHasNoChange() throws IOException {
        history("all", 30, 30, 1, run -> {});
        Stage.ended(folder, 0, "trend", "all", "--fail-on-drop", "1%", "--lang", "zh")
                .printed("在 30 次有效运行中没有发现 tpmC 的水平变化；最后几次运行里的变化还看不出来。");
    }

    @Test
    void tooFewValidRunsAreNotJudged() throws IOException {
        history("all", 12, 6, 0.5, run -> {});
        end("all", 0, 2, "INTERRUPTED");
        Files.createDirectories(folder.resolve("all/old/data"));
        Files.writeString(folder.resolve("all/old/data/runInfo.csv"), "run\n1\n");
        assertThat(Stage.ended(folder, 0, "trend", "all").err()).containsPattern("all/old.*summary.json");
        Stage.ended(folder, 0, "trend", "all").printed("Too few valid runs", ": 10, and it takes at least 11");
        Stage.refused(
                folder,
                "trend all --fail-on-drop 5%",
                "--fail-on-drop is not judged: 10 valid runs, and it takes at least 11");
        end("all", 0, 12, "INTERRUPTED");
        Stage.ended(folder, 0, "trend", "all", "--out", "o").printed(": 0, and it takes at least 11");
        Files.createDirectories(folder.resolve("none"));
        Stage.refused(folder, "trend none", "No run with a summary.json");
    }

    /** A copy is no further run. */
    @Test
    void eachKindIsAHistoryOfItsOwnAndACopyCountsOnce() throws IOException {
        history("all", 20, 10, 0.8, run -> {});
        history("more", 5, 5, 1, run -> run.put("warehouses", 7).put("loadedWarehouses", 7));
        TestFiles.copy(folder.resolve("all/run4"), folder.resolve("more/copy"));

        Stage stage = Stage.ended(folder, 6, "trend", "all", "more", "all/run3", "--fail-on-drop", "5%");
        assertThat(stage.out()).contains("warehouses: 7;", "|   10 |", "Too few valid runs");
        assertThat(stage.err())
                .containsPattern("warehouses: 7; .*: --fail-on-drop is not judged: 5 valid runs")
                .containsPattern("warehouses: 4; .*: tpmC is \\d+[.]\\d% lower");
    }

    @Test
    void aSlowerHostIsToldFromASlowerDatabase() throws IOException {
        history("all", 30, 15, 0.9, run -> {});
        for (int i = 0; i < 30; i++) {
            probe(folder.resolve("all/run" + i), i < 15 ? 50 : 50 / 0.9);
        }
        assertThat(Stage.line(folder, 0, "trend all").out())
                .containsPattern("the host became slower by 10% [(]CPU speed probe[)], not the database")
                .containsPattern("\\| Machine +\\| CPU speed probe, µs +\\| 50[.]\\d +\\| 55[.]\\d ");
    }

    /** A day apart each, with 1% of noise; from {@code at} on their rate has that factor, and one setting is another. */
    private void history(String place, int runs, int at, double factor, Consumer<ObjectNode> more) throws IOException {
        for (int i = 0; i < runs; i++) {
            int number = i;
            Path root = folder.resolve(place).resolve("run" + i);
            Map<String, String> setting = Map.of("sutThreads", i < at ? "4" : "9");
            double tpmC = 60_000 * (1 + 0.01 * random.nextGaussian()) * (i < at ? 1 : factor);
            MadeUpStudy.writeRun(root, setting, tpmC);
            change(root, summary -> {
                ObjectNode run = (ObjectNode) summary.get("run");
                run.put("startEpochMillis", 1_780_000_000_000L + number * DAY_MILLIS);
                more.accept(run);
            });
        }
    }

    private void probe(Path root, double micros) throws IOException {
        double median = micros * (1 + 0.005 * random.nextGaussian());
        HostSpeed speed = new HostSpeed(median, median, 0, false, 1, 0, List.of());
        change(root, summary -> summary.putPOJO("hostSpeed", speed));
    }

    private void end(String place, int from, int until, String status) throws IOException {
        for (int i = from; i < until; i++) {
            change(folder.resolve(place + "/run" + i), summary -> summary.put("status", status));
        }
    }

    private static void change(Path root, Consumer<ObjectNode> change) throws IOException {
        TestFiles.changeJson(root.resolve("summary.json"), change);
    }
}
