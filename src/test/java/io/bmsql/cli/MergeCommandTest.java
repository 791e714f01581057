package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.agents.MadeUpAgent;
import io.bmsql.testing.TestFiles;
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

    @BeforeEach
    void threeAgents() {
        for (int number = 1; number <= 3; number++) {
            new MadeUpAgent(number, 3).lasting(3).write(folder.resolve("r_agent" + number));
        }
    }

    @Test
    void allAgentsMakeOneAnswerThatOtherCommandsRead() throws IOException {
        Path merged = folder.resolve("r_merged");
        Stage.line(folder, 0, "merge r_agent1 r_agent3 r_agent2")
                .printed("Merged 3 of 3 agents: " + merged, "verdict: Short");
        assertThat(merged.resolve("agents")).isDirectoryContaining(path -> path.endsWith("2_c2"));

        assertThat(Stage.line(folder, 0, "results").out())
                .contains("| r_merged ")
                .doesNotContain("2_c2");
        assertThat(merged.resolve("report.html")).isNotEmptyFile();
        TestFiles.copy(merged, folder.resolve("other"));
        TestFiles.changeJson(folder.resolve("other/summary.json"), summary -> summary.withObject("/run")
                .put("runId", 77));
        Stage.line(folder, 0, "compare r_merged other");
    }

    @Test
    void whatTheCoordinatorHadCopiedIsMergedInItsPlace() throws IOException {
        Path run = Files.createDirectories(folder.resolve("run/agents"));
        for (int number = 1; number <= 3; number++) {
            Files.move(folder.resolve("r_agent" + number), run.resolve(number + "_c" + number));
        }
        Stage.line(folder, 0, "merge run --result-csv merged");

        assertThat(folder.resolve("run/summary.json")).exists();
        assertThat(folder.resolve("run/data/result.csv")).exists();
        Stage.refused(folder, "merge run", "is the result of all agents already");
        new MadeUpAgent(1, 1).lasting(3).write(folder.resolve("again"));
        Stage.refused(folder, "merge again --into run", "has a summary.json already and is never overwritten");
    }

    @Test
    void aMissingAgentMakesTheAnswerIncomplete() {
        Stage.line(folder, 5, "merge r_agent1 r_agent2 --into answer")
                .printed("Merged 2 of 3 agents", "verdict: Incomplete")
                .warned("agent 3 (host not known) is missing (it left no directory)");
    }

    @Test
    void whatIsNotPartOfOneRunIsRefused() throws IOException {
        new MadeUpAgent(0, 3).lasting(3).write(folder.resolve("alone"));
        Path other = folder.resolve("r_agent2/summary.json");
        String text = Files.readString(other);

        Stage.refused(folder, "merge alone r_agent1", "alone is a run of one load generator");
        Stage.refused(folder, "merge r_agent1 r_agent1", "both of agent 1");
        Files.writeString(other, text.replace(MadeUpAgent.GROUP, "other"));
        Stage.refused(folder, "merge r_agent1 r_agent2", "r_agent2 is of another run (other)");
        Files.writeString(other, text.replace("newOrder.p90<5s", "newOrder.p90<6s"));
        Stage.refused(folder, "merge r_agent1 r_agent2", "r_agent2 ran with thresholds=newOrder.p90<6s and");
        Stage.refused(folder, "merge nowhere", "There is no result directory");
        assertThat(folder.resolve("r_merged")).doesNotExist();
    }
}
