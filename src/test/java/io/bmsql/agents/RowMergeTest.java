package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.AppendedFile;
import io.bmsql.result.ResultCsv;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowMergeTest {
    private static final RunSummary SUMMARY = SummaryJson.read(Path.of("src/test/resources/golden-run/summary.json"));
    private static final String REST = ",7,5,NEW_ORDER,0,0,0\n";

    @TempDir
    Path folder;

    private final List<OpenedResult> agents = new ArrayList<>();

    private void agent(long lateMillis, String rows) throws IOException {
        int number = agents.size() + 1;
        ResultDirectory directory = ResultDirectory.create(folder.resolve("agent" + number));
        if (!rows.isEmpty()) {
            Files.writeString(directory.result(), ResultCsv.HEADER + "\n" + rows);
        }
        agents.add(
                new OpenedResult(new AgentResult(number, "c", null, null, null), directory, SUMMARY, 10, lateMillis));
    }

    /** Under the first agent's number, whatever theirs. */
    private static String row(int run, long elapsed) {
        return run + "," + elapsed + REST;
    }

    private String merged(List<String> remarks) throws IOException {
        ResultDirectory all = ResultDirectory.create(folder.resolve("all"));
        try (AppendedFile file = all.append(all.result())) {
            RowMerge.write(agents, file, remarks);
        }
        return Files.readString(all.result()).replaceFirst(ResultCsv.HEADER + "\n", "");
    }

    private static String rows(long... elapsed) {
        int run = SUMMARY.run().setup().runId();
        return IntStream.range(0, elapsed.length)
                .mapToObj(at -> row(run, elapsed[at]))
                .collect(Collectors.joining());
    }

    @Test
    void rowsComeInTheOrderOfTheOneLineWithAWholeSecondForAnAgentThatBeganLate() throws IOException {
        agent(0, row(4, -20) + row(4, 700) + row(4, 400) + row(4, 3_000));
        agent(1_499, row(5, 100) + row(5, 1_950));
        agent(1_500, row(6, 0));
        agent(0, "");
        List<String> remarks = new ArrayList<>();
        assertThat(merged(remarks)).isEqualTo(rows(-20, 400, 700, 1_100, 2_000, 2_950, 3_000));
        assertThat(remarks).isEmpty();
    }

    @Test
    void linesThatAreNoRowsAreLeftOutAndCounted() throws IOException {
        agent(0, row(1, 5) + "1,6,7\n" + "1,x" + REST + row(1, 8) + "1,9,7,5,NEW_OR");
        List<String> remarks = new ArrayList<>();
        assertThat(merged(remarks)).isEqualTo(rows(5, 8));
        assertThat(remarks).containsExactly("3 lines of the agents' result.csv are no rows and were left out");
    }

    @Test
    void rowsOfScriptsAreMergedToo() throws IOException {
        agent(0, row(4, 5).replace("NEW_ORDER", "tpcb-like"));
        List<String> remarks = new ArrayList<>();
        assertThat(merged(remarks)).isEqualTo(rows(5).replace("NEW_ORDER", "tpcb-like"));
        assertThat(remarks).isEmpty();
    }

    /** One row more than are held. */
    @Test
    void aRowThatIsTooLateToBeSortedIsKeptAndSaid() throws IOException {
        int held = 65_536;
        agent(0, (row(1, 50)).repeat(held + 1) + row(1, 10));
        List<String> remarks = new ArrayList<>();
        assertThat(merged(remarks)).contains(rows(50, 10, 50));
        assertThat(remarks).containsExactly("1 rows of result.csv came too late to be put in order");
    }
}
