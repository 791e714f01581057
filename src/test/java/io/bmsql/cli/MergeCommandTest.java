package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.agents.MadeUpAgent;
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
    void threeAgents() {
        stage = new Stage(folder);
        for (int number = 1; number <= 3; number++) {
            new MadeUpAgent(number, 3).lasting(3).write(folder.resolve("r_agent" + number));
        }
    }

    @Test
    void allAgentsMakeOneAnswerThatOtherCommandsRead() throws IOException {
        assertThat(stage.run("merge", "r_agent1", "r_agent3", "r_agent2")).isZero();

        Path merged = folder.resolve("r_merged");
        assertThat(stage.out()).contains("Merged 3 of 3 agents: " + merged, "verdict: Short");
        assertThat(merged.resolve("agents")).isDirectoryContaining(path -> path.endsWith("2_c2"));

        assertThat(stage.run("results")).isZero();
        assertThat(stage.out()).contains("| r_merged ").doesNotContain("2_c2");
        assertThat(merged.resolve("report.html")).isNotEmptyFile();
        assertThat(stage.run("merge", "r_agent1", "r_agent2", "r_agent3", "--into", "again"))
                .isZero();
        assertThat(stage.run("compare", "r_merged", "again")).isZero();
    }

    @Test
    void whatTheCoordinatorHadCopiedIsMergedInItsPlace() throws IOException {
        Path run = Files.createDirectories(folder.resolve("run/agents"));
        for (int number = 1; number <= 3; number++) {
            Files.move(folder.resolve("r_agent" + number), run.resolve(number + "_c" + number));
        }
        assertThat(stage.run("merge", "run", "--result-csv", "merged")).isZero();

        assertThat(folder.resolve("run/summary.json")).exists();
        assertThat(folder.resolve("run/data/result.csv")).exists();
        assertThat(stage.run("merge", "run")).isEqualTo(ExitCode.USAGE.status());
        assertThat(stage.err()).contains("is the result of all agents already");
        new MadeUpAgent(1, 1).lasting(3).write(folder.resolve("again"));
        assertThat(stage.run("merge", "again", "--into", "run")).isEqualTo(ExitCode.USAGE.status());
        assertThat(stage.err()).contains("has a summary.json already and is never overwritten");
    }

    @Test
    void aMissingAgentMakesTheAnswerIncomplete() {
        assertThat(stage.run("merge", "r_agent1", "r_agent2", "--into", "answer"))
                .isZero();

        assertThat(stage.out()).contains("Merged 2 of 3 agents", "verdict: Incomplete");
        assertThat(stage.err()).contains("agent 3 (host not known) is missing (it left no directory)");
        assertThat(Verdict.worst(SummaryJson.read(folder.resolve("answer/summary.json"))))
                .isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void whatIsNotPartOfOneRunIsRefused() throws IOException {
        new MadeUpAgent(0, 3).lasting(3).write(folder.resolve("alone"));
        Path other = folder.resolve("r_agent2/summary.json");
        String text = Files.readString(other);

        refused("alone is a run of one load generator", "alone", "r_agent1");
        refused("both of agent 1", "r_agent1", "r_agent1");
        Files.writeString(other, text.replace(MadeUpAgent.GROUP, "other"));
        refused("r_agent2 is of another run (other)", "r_agent1", "r_agent2");
        Files.writeString(other, text.replace("newOrder.p90<5s", "newOrder.p90<6s"));
        refused("r_agent2 ran with thresholds=newOrder.p90<6s and", "r_agent1", "r_agent2");
        refused("There is no result directory", "nowhere");
        assertThat(folder.resolve("r_merged")).doesNotExist();
    }

    private void refused(String because, String... directories) {
        String words = "merge " + String.join(" ", directories);
        assertThat(Stage.ended(folder, 2, words.split(" ")).err()).contains(because);
    }
}
