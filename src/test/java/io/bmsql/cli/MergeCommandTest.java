package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.agents.DriverRun;
import io.bmsql.analysis.Verdict;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bmsql merge}: by hand, after a lost coordinator. */
class MergeCommandTest {
    @TempDir
    Path folder;

    private Stage stage;

    @BeforeEach
    void threeDrivers() {
        stage = new Stage(folder);
        for (int number = 1; number <= 3; number++) {
            new DriverRun(number, 3).lasting(3).write(folder.resolve("r_driver" + number));
        }
    }

    @Test
    void allDriversMakeOneAnswerThatOtherCommandsRead() throws IOException {
        assertThat(stage.run("merge", "r_driver1", "r_driver3", "r_driver2")).isZero();

        Path merged = folder.resolve("r_merged");
        assertThat(stage.out()).contains("Merged 3 of 3 agents: " + merged, "verdict: Short");
        assertThat(merged.resolve("drivers")).isDirectoryContaining(path -> path.endsWith("2_c2"));

        assertThat(stage.run("results")).isZero();
        assertThat(stage.out()).contains("| r_merged ").doesNotContain("2_c2");
        assertThat(stage.run("report", "r_merged")).isZero();
        assertThat(merged.resolve("report.html")).isNotEmptyFile();
        assertThat(stage.run("merge", "r_driver1", "r_driver2", "r_driver3", "--into", "again"))
                .isZero();
        assertThat(stage.run("compare", "r_merged", "again")).isZero();
    }

    @Test
    void whatTheCoordinatorHadCopiedIsMergedInItsPlace() throws IOException {
        Path run = Files.createDirectories(folder.resolve("run/drivers"));
        for (int number = 1; number <= 3; number++) {
            Files.move(folder.resolve("r_driver" + number), run.resolve(number + "_c" + number));
        }
        assertThat(stage.run("merge", "run", "--result-csv", "merged")).isZero();

        assertThat(folder.resolve("run/summary.json")).exists();
        assertThat(folder.resolve("run/data/result.csv")).exists();
        assertThat(stage.run("merge", "run")).isEqualTo(ExitCode.USAGE.status());
        assertThat(stage.err()).contains("is the result of all agents already");
        new DriverRun(1, 1).lasting(3).write(folder.resolve("again"));
        assertThat(stage.run("merge", "again", "--into", "run")).isEqualTo(ExitCode.USAGE.status());
        assertThat(stage.err()).contains("has a summary.json already and is never overwritten");
    }

    @Test
    void aMissingDriverMakesTheAnswerIncomplete() {
        assertThat(stage.run("merge", "r_driver1", "r_driver2", "--into", "answer"))
                .isZero();

        assertThat(stage.out()).contains("Merged 2 of 3 agents", "verdict: Incomplete");
        assertThat(stage.err()).contains("driver 3 (host not known) is missing (it left no directory)");
        assertThat(Verdict.worst(SummaryJson.read(folder.resolve("answer/summary.json"))))
                .isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void whatIsNotPartOfOneRunIsRefused() throws IOException {
        new DriverRun(0, 3).lasting(3).write(folder.resolve("alone"));
        Path other = folder.resolve("r_driver2/summary.json");
        String text = Files.readString(other);

        refused("alone is a run of one load generator", "alone", "r_driver1");
        refused("both of driver 1", "r_driver1", "r_driver1");
        Files.writeString(other, text.replace(DriverRun.GROUP, "other"));
        refused("r_driver2 is of another run (other)", "r_driver1", "r_driver2");
        Files.writeString(other, text.replace("newOrder.p90<5s", "newOrder.p90<6s"));
        refused("r_driver2 ran with thresholds=newOrder.p90<6s and", "r_driver1", "r_driver2");
        refused("There is no result directory", "nowhere");
        assertThat(folder.resolve("r_merged")).doesNotExist();
    }

    private void refused(String because, String... directories) {
        String[] words = new String[directories.length + 1];
        words[0] = "merge";
        System.arraycopy(directories, 0, words, 1, directories.length);
        assertThat(stage.run(words)).isEqualTo(ExitCode.USAGE.status());
        assertThat(stage.err()).contains(because);
    }
}
