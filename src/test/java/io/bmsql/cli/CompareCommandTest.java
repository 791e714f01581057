package io.bmsql.cli;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.bmsql.result.Checksums;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts.Workload;
import io.bmsql.study.MadeUpStudy;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql compare} over directories that look like those of real runs. */
class CompareCommandTest {
    private static final int SECONDS = 120;
    private static final String THREE_EACH = "--base base0 base1 base2 --new new0 new1 new2";

    @TempDir
    Path folder;

    private final Random random = new Random(5);

    @Test
    void threeRepeatsASideMakeAClaim() throws IOException {
        runs("base", 60_000, 60_300, 59_800);
        runs("new", 66_100, 65_700, 66_400);
        summary("new0", summary -> ((ObjectNode) summary.at("/run/settings/0")).put("origin", "-D"));

        String printed = compare(0, THREE_EACH + " --out o");
        assertThat(printed)
                .contains("**tpmC is 10% better: 95% interval +8.7% … +11.4%.**", "Welch's t-test")
                .containsPattern("\\| tpmC +\\| +60,033 \\| +66,066 \\| +\\+10.0% \\| .* \\| better +\\|")
                .containsPattern("\\| Property +\\| terminals +\\| 10 +\\| 20 ")
                .containsPattern("\\| Database setting +\\| fsync +\\| on +\\| off ")
                .containsPattern("\\| Failed transactions, % .* no difference ")
                .as("seeds that nobody set, or the same")
                .doesNotContain("seed");
        assertThat(folder.resolve("o/compare.md")).hasContent(printed);
        assertThat(Files.readString(folder.resolve("o/compare.html"))).contains("<svg", "tpmC is 10% better");
        JsonNode json = TestFiles.json(folder.resolve("o/compare.json"));
        assertThat(json.at("/method").asText()).isEqualTo("REPEATS");
        assertThat(json.at("/figures/0/key").asText()).isEqualTo("tpmC");
        assertThat(json.at("/figures/0/change").asText()).isEqualTo("BETTER");
    }

    @Test
    void whatCannotBeRepeatedIsRefused() throws IOException {
        runs("base", 60_000);
        Files.createDirectories(folder.resolve("study/runs"));
        Files.createDirectories(folder.resolve("other"));
        Files.deleteIfExists(folder.resolve("base0/run.properties"));

        Stage.refused(
                folder, "rerun study", "study is a study of several runs: give one of the directories in study/runs");
        Stage.refused(folder, "rerun other", "other is not a result directory");
        Stage.refused(folder, "rerun base0", "base0 holds no run.properties");

        Files.writeString(
                folder.resolve("base0/run.properties"), "db=postgres\nconn=jdbc:x://h/d?password=***\nwarehouses=1\n");
        Stage.refused(folder, "rerun base0", "base0 holds conn without its secret");

        summary("base0", summary -> summary.withObject("/run/agents")
                .put("id", "r1")
                .put("number", 2)
                .put("planned", 3)
                .putArray("members"));
        Stage.refused(folder, "rerun base0", "base0 is the share of agent 2 of 3");
    }

    @Test
    void withoutRepeatsNothingIsClaimed() throws IOException {
        runs("base", 60_000, 60_100);
        runs("new", 54_000, 30_000);

        assertThat(compare(0, "--base base0 base1 --new new0 new1"))
                .contains("**tpmC changed by −33.0% between these runs; with fewer than 3 runs a side")
                .contains("cannot tell a changed setting from the day", "at least 3 times")
                .containsPattern("\\| tpmC +\\| +60,050 \\| +40,249 \\| +−33.0% \\| +– \\| cannot tell")
                .doesNotContain("| better", "| worse", "| no difference");
    }

    /** An estimate that takes the drift out is another number than the ratio of the means beside it. */
    @Test
    void columnsAndChangeAreOneEstimateOrTheRowSaysWhy() throws IOException {
        int[] drift = {30_000, 26_000, 34_000, 24_000, 36_000, 22_000, 38_000};
        List<Run> made = new ArrayList<>();
        for (int pair = 0; pair < drift.length; pair++) {
            for (int turn = 0; turn < 2; turn++) {
                boolean isBase = (pair + turn) % 2 == 0;
                double tpmC = drift[pair] * (1 - 0.1 * turn) * (isBase ? 1 : 0.9);
                write(folder.resolve("study/runs/" + made.size()), (int) tpmC, isBase ? "10" : "20");
                Setting setting = new Setting(isBase ? "base" : "new", Map.of());
                made.add(new Run(made.size() + 1, pair + 1, setting, "runs/" + made.size(), State.DONE, 1, 2, ""));
            }
        }
        List<Database> sides = List.of(new Database("base", "a", Map.of(), 0), new Database("new", "b", Map.of(), 0));
        Plan plan = new Plan(sides, Map.of(), 1, "pairs", "nothing", 0, Map.of(), "", 0, List.of());
        new StudyFile(1, Kind.AB, 1, "1", plan, made, null, List.of()).write(folder.resolve("study/study.json"));

        assertThat(compare(0, "study"))
                .containsPattern("\\| tpmC +\\| +[\\d,]+ \\| +[\\d,]+ \\| +−10.0% [(]−1\\d[.]\\d% with the drift[)]")
                .contains("tpmC is 10% worse");
    }

    @Test
    void aSlowerHostIsToldFromMoreWork() throws IOException {
        runs("base", 60_000, 60_300, 60_100);
        runs("new", 54_000, 60_100, 60_200);
        watched("base0", 50, 10_000, 10_000);
        watched("new0", 56, 9_000, 10_000);

        assertThat(compare(0, "base0 new0"))
                .contains("The base's host was 12% faster (CPU speed probe, 95% interval 12% to 12%)")
                .containsPattern("\\| Machine +\\| CPU speed probe, µs +\\| 50[.]0 +\\| 56[.]0 ")
                .containsPattern("\\| CPU speed probe on the load generator host, µs +\\| +50[.]0 +\\| +56[.]0 ")
                .doesNotContain("The work for each New-Order changed");

        for (int i = 0; i < 3; i++) {
            watched("base" + i, 50 + 0.1 * i, 10_000, 10_000 + 20 * i);
            watched("new" + i, 50.5 - 0.1 * i, 13_500 * (1 + i), 40_000 + 90 * i);
        }
        assertThat(compare(0, "base1 new1"))
                .containsPattern("So few runs cannot tell whether .* changed: .*rows: fetched [+]\\d")
                .doesNotContain("host was", "| Machine");
        assertThat(compare(0, THREE_EACH))
                .containsPattern("while the CPU speed probe stayed equal: rows: fetched [+]3\\d\\d%[.]")
                .doesNotContain("host was", "| Machine");

        watched("new2", 500, 10_000, 40_000);
        assertThat(compare(0, THREE_EACH))
                .as("one odd run of three says nothing of the others")
                .contains("Whether the hosts were equally fast is not known")
                .doesNotContain("host was", "| Machine");
    }

    @Test
    void runsBeforeAreADifferenceWhereOneSideIsAlwaysLater() throws IOException {
        runs("base", 60_000, 60_100, 60_200);
        runs("new", 60_000, 60_100, 60_050);
        int[] alternating = {0, 3, 4, 1, 2, 5};
        for (int i = 0; i < 6; i++) {
            runsBefore((i < 3 ? "base" : "new") + i % 3, alternating[i]);
        }
        assertThat(compare(0, THREE_EACH)).doesNotContain("runs before", "rows as loaded");

        for (int i = 0; i < 6; i++) {
            runsBefore((i < 3 ? "base" : "new") + i % 3, i < 3 ? 0 : i + 8);
        }
        assertThat(compare(0, THREE_EACH))
                .containsPattern("\\| Load +\\| runs before +\\| 0 +\\| 11 \\\\\\| 12 \\\\\\| 13 ")
                .containsPattern("\\| Load +\\| rows as loaded +\\| true +\\| false ");
    }

    private void runsBefore(String directory, int runs) throws IOException {
        Map<String, String> data = Map.of("runsBefore", "" + runs, "asLoaded", "" + (runs == 0));
        Map<String, Object> load =
                new HashMap<>(Map.of("toolVersion", "1", "db", "postgres", "way", "COPY", "data", data));
        List.of("tableRows", "stepSeconds", "schema").forEach(key -> load.put(key, Map.of()));
        load.put("warehouses", 2);
        summary(directory, summary -> summary.withObject("/run").putPOJO("load", load));
    }

    @Test
    void whatBenchmarkSqlDoesNotRecordIsNamedOnce() throws IOException {
        runs("new", 60_000);
        foreign("old", null);

        assertThat(compare(0, "old new0"))
                .containsPattern("\\| Run +\\| program +\\| BenchmarkSQL 5[.]0 +\\| bmsql ")
                .containsPattern("\\| Run +\\| terminals +\\| 8 ")
                .containsPattern("\\| Property +\\| +\\| not recorded +\\| recorded ")
                .containsPattern("\\| Database setting +\\| +\\| not recorded +\\| recorded ")
                .doesNotContain("| fsync")
                .doesNotContainPattern("\\| Property +\\| terminals");
    }

    @Test
    void allThatTwoDirectoriesOfBenchmarkSqlRecordIsCompared() throws IOException {
        String common = "db=postgres\nuser=u\nterminals=8\n//osCollectorSSHAddr=a@b\n";
        foreign(
                "a",
                common + "conn=jdbc:postgresql://h/d?password=one1\npassword=one1\nterminalWarehouseFixed=true \n");
        foreign(
                "b",
                common + "conn=jdbc:postgresql://h/d?reWriteBatchedInserts=true&password=two2\npassword=two2\n"
                        + "terminalWarehouseFixed=false\nnote=\u4e2d\n");

        assertThat(compare(0, "a b"))
                .containsPattern(
                        "\\| Property +\\| conn +\\| jdbc:postgresql://h/d[?]password=.*reWriteBatchedInserts=true")
                .containsPattern("\\| Property +\\| terminalWarehouseFixed +\\| true +\\| false ")
                .containsPattern("\\| Property +\\| note +\\| [(]not set[)] +\\| \u4e2d")
                .doesNotContain("one1", "two2", "osCollector", "| Property | password", "directories record");

        runs("new", 60_000);
        assertThat(compare(0, "a new0"))
                .containsPattern("\\| Property +\\| terminalWarehouseFixed +\\| true ")
                .as("what only ours record")
                .doesNotContainPattern("\\| Property +\\| (seed|terminals) ");
    }

    private void foreign(String name, @Nullable String properties) throws IOException {
        // Of another run each.
        MadeUpForeign.write(folder.resolve(name), "4,4,8,0", 10 + name.charAt(0) % 2);
        if (properties != null) {
            Files.writeString(folder.resolve(name).resolve("run.properties"), properties);
        }
    }

    /** A server that shows only what differs from its default leaves out a setting where it has that. */
    @Test
    void aSettingThatOneSideLeftAtItsDefaultHasThatAndItsUnit() throws IOException {
        runs("base", 60_000);
        runs("new", 60_000);
        String header = "name,value,default,unit\n";
        Files.writeString(folder.resolve("base0/data/db_settings.csv"), header + "shared_buffers,32768,16384,8kB\n");
        Files.writeString(
                folder.resolve("new0/data/db_settings.csv"),
                header + "shared_buffers,65536,16384,8kB\nsynchronous_commit,off,on,\nwork_mem,8192,4096,kB\n");
        for (String run : List.of("base0", "new0")) {
            summary(run, summary -> summary.withObject("/run/environment").put("server", "PostgreSQL 18.1"));
        }
        assertThat(compare(0, "base0 new0"))
                .containsPattern("shared_buffers +\\| 256 MB +\\| 512 MB ")
                .containsPattern("synchronous_commit +\\| on \\(default\\) +\\| off ")
                .containsPattern("work_mem +\\| 4 MB \\(default\\) +\\| 8 MB ");

        summary("new0", summary -> summary.withObject("/run/environment").put("server", "PostgreSQL 17.1"));
        assertThat(compare(0, "base0 new0"))
                .as("another version may have another default")
                .containsPattern("synchronous_commit +\\| [(]not set[)] +\\| off ");
    }

    /** As the probe of CPU speed and the collector of the database write it: the same in each second. */
    private void watched(String directory, double micros, double kilobytesASecond, double rowsASecond)
            throws IOException {
        StringBuilder probe = new StringBuilder("elapsed_s,micros\n");
        StringBuilder metrics = new StringBuilder("elapsed_s,chart,series,unit,value\n");
        for (int second = 1; second <= SECONDS; second++) {
            probe.append(second).append(',').append(micros).append('\n');
            metrics.append("%d,log written,wal,kB/s,%s%n".formatted(second, kilobytesASecond));
            metrics.append("%d,rows,fetched,1/s,%s%n".formatted(second, rowsASecond));
        }
        Files.writeString(folder.resolve(directory + "/data/cpu_speed_probe.csv"), probe);
        Files.writeString(folder.resolve(directory + "/data/db_metrics.csv"), metrics);
    }

    @Test
    void anIntervalWithoutAnEndHasNoDigits() throws IOException {
        runs("base", 600, 660, 540);
        runs("new", 60_000, 60_060, 60_120);

        assertThat(compare(0, THREE_EACH)).contains(">+1,000%").doesNotContain("+9,");
    }

    @Test
    void failuresOfOneSideAloneAreWorse() throws IOException {
        runs("base", 60_000, 60_060, 59_940, 60_000);
        runs("new", 60_000, 60_060, 59_940, 60_000);
        for (int i = 0; i < 4; i++) {
            summary("new" + i, summary -> ((ObjectNode) summary.at("/types/0")).put("failed", 500));
        }

        assertThat(compare(0, "--base base0 base1 base2 base3 --new new0 new1 new2 new3"))
                .containsPattern("Failed transactions, % +\\| +0.00 \\| +0.\\d+ \\| +– \\| +– \\| worse");
        assertThat(compare(0, THREE_EACH)).containsPattern("Failed transactions, % .* cannot tell");
    }

    @Test
    void theGateDoesNotKnowTheMargin() throws IOException {
        runs("base", 60_000, 60_060, 59_940);
        runs("new", 59_100, 59_160, 59_040);

        Stage gate = Stage.ended(folder, 6, ("compare --fail-if-worse 1% " + THREE_EACH).split(" "));
        assertThat(gate.out()).contains("No difference in tpmC", "lies within ±2%");
        assertThat(gate.err()).contains("tpmC is worse by more than 1%, the limit of --fail-if-worse");
        compare(0, "--fail-if-worse 2% " + THREE_EACH);
    }

    @Test
    void runsWithoutSoundFiguresAreLeftOut() throws IOException {
        runs("base", 60_000, 60_100, 60_200);
        runs("new", 60_000, 60_100, 60_050, 20_000);
        summary("new3", summary -> summary.put("status", "ABORTED"));

        assertThat(compare(2, "--fail-if-worse 3 " + THREE_EACH + " new3"))
                .contains("No difference in tpmC", "lies within ±2%", "not valid: ", "new3 (Aborted)");
        compare(2, "base0 new3");
    }

    @Test
    void badInputIsRefusedInOneSentence() throws IOException {
        runs("base", 60_000);
        runs("new", 60_000);
        summary("new0", summary -> summary.withObject("/run").put("loadedWarehouses", 9));

        Stage.refused(folder, "compare base0 new0", "of 9 warehouses", "compare runs of the same scale");
        Workload own = new Workload("own", List.of(new Workload.Type("NEW_ORDER", true, 0, 0)));
        summary("new0", summary -> summary.withObject("/run").putPOJO("workload", own));
        Stage.refused(folder, "compare base0 new0", "ran own (NEW_ORDER)", "compare runs of the same transactions");
        assertThat(Stage.line(folder, 2, "compare base0").err())
                .contains("base0 is one run: name the runs that it is to be compared with")
                .doesNotContain("Usage");
        assertThat(Stage.line(folder, 2, "compare nosuch").err())
                .isEqualTo("There is no result directory " + folder.resolve("nosuch")
                        + ": give the path that the run printed\n");
        Stage.refused(folder, "compare --base base0");
        Stage.refused(folder, "compare base0 base0 --margin much");
        Stage.refused(folder, "compare base0 missing");
        runs("more", 60_000, 60_000);
        assertThat(Stage.line(folder, 2, "compare --pairs --base base0 --new more0 more1")
                        .err())
                .doesNotContain("named twice");
        Stage.refused(
                folder, "compare --base base0 more0 --new more1 ./base0", "./base0 is named twice: name each run once");
    }

    @Test
    void copiesOfARunCountOnce() throws IOException {
        runs("base", 60_000, 60_300);
        runs("new", 66_100, 65_700, 66_400);
        TestFiles.copy(folder.resolve("base0"), folder.resolve("base2"));
        TestFiles.copy(folder.resolve("base0"), folder.resolve("edited"));
        Checksums.write(ResultDirectory.open(folder.resolve("edited")));
        Checksums.write(ResultDirectory.open(folder.resolve("base1")));
        summary("edited", summary -> summary.put("tpmC", 99_999.0));

        Stage printed = Stage.line(folder, 0, "compare " + THREE_EACH);
        assertThat(printed.out()).contains("fewer than 3 runs a side");
        assertThat(printed.err()).contains("base2 is the same run as ", "base0: it counts once");
        Stage.refused(folder, "compare base0 base2", "base2 is the same run as ", "name each run once, on one side");
        Stage.refused(folder, "compare base0 edited", "edited is the same run as ");
        assertThat(printed.err())
                .contains("checksums.txt of ", " and 4 more is missing or lists no summary.json: whether");
        Files.delete(folder.resolve("edited/checksums.txt"));
        Stage.line(folder, 0, "compare edited base1")
                .warned(
                        "edited is missing or lists no summary.json: whether that was changed after the run is not known");
        Checksums.write(ResultDirectory.open(folder.resolve("edited")));
        summary("edited", summary -> summary.put("tpmC", 99_998.0));
        assertThat(Stage.line(folder, 0, "compare edited base1").err())
                .containsOnlyOnce("Warning")
                .contains("summary.json of ", "edited was changed after the run");
    }

    private String compare(int status, String words) {
        return Stage.line(folder, status, "compare " + words).out();
    }

    /** Run directories named by their place, one for each rate of New-Orders a minute. */
    private void runs(String side, int... newOrdersAMinute) throws IOException {
        for (int i = 0; i < newOrdersAMinute.length; i++) {
            write(folder.resolve(side + i), newOrdersAMinute[i], side.equals("new") ? "20" : "10");
        }
    }

    private void write(Path directory, int rate, String terminals) throws IOException {
        MadeUpStudy.writeRun(directory, Map.of("terminals", terminals), rate);
        Files.writeString(
                directory.resolve("data/db_settings.csv"),
                "name,value,default,unit\nfsync," + (terminals.equals("10") ? "on" : "off") + ",on,\n");
        TestFiles.changeJson(directory.resolve("summary.json"), summary -> summary.withObject("/run")
                .withArray("settings")
                .insertObject(0)
                .put("key", "seed")
                .put("value", "" + random.nextInt(99))
                .put("origin", "drawn"));
    }

    private void summary(String directory, Consumer<ObjectNode> change) throws IOException {
        TestFiles.changeJson(folder.resolve(directory).resolve("summary.json"), change);
    }
}
