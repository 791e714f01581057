package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.agents.AgentResult;
import io.bmsql.agents.MadeUpAgent;
import io.bmsql.agents.Merge;
import io.bmsql.common.Texts.Language;
import io.bmsql.result.AgentFacts.Clock;
import io.bmsql.result.AgentFacts.Lost;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The part of the report for a run of several agents. */
class AgentsReportTest {
    @TempDir
    Path folder;

    @Test
    void eachAgentHasItsShareItsLagItsProcessorTimeAndItsClock() throws IOException {
        ResultDirectory merged = merged(new MadeUpAgent(3, 3).lasting(20).doing(120), null);
        DirectoryReport.Written written = write(merged, ReportWindow.WHOLE);

        JsonNode agents = agents(written);
        assertThat(agents).hasSize(3);
        double shares = 0;
        long newOrders = 0;
        for (JsonNode agent : agents) {
            shares += agent.at("/work/sharePercent").asDouble();
            newOrders += agent.at("/work/newOrders").asLong();
            assertThat(agent.at("/lag/meanMs").asDouble()).isBetween(0.5, 1.5);
        }
        assertThat(shares).isBetween(99.999, 100.001);
        assertThat(newOrders)
                .isEqualTo(written.model().summary().figures().types().get(0).count());
        assertThat(agents.at("/2/work/sharePercent").asDouble()).isBetween(55.0, 65.0);
        assertThat(agents.at("/2/isBound").asBoolean()).isFalse();
        assertThat(agents.at("/1/cpuPercent").asDouble()).isEqualTo(42);
        assertThat(agents.at("/1/agent/clock/offsetNanos").asLong()).isEqualTo(1_500_000);

        assertThat(agents.at("/1/isBound").asBoolean()).isTrue();
        assertThat(written.model().cover().verdict().word()).isEqualTo("Load generator is the bottleneck");
        assertThat(written.model().cover().verdict().sentences())
                .anyMatch(sentence ->
                        sentence.startsWith("Limited by the load generator, agent 2 on c2 (its connections"));

        String page = Files.readString(written.html());
        assertThat(page).contains("<h2>Agents</h2>", "1.5 ± 0.2", "agent 2").doesNotContain("data/load_generator.csv");
        assertThat(Files.readString(written.markdown())).contains("## Agents", "| 3     | c3   |");

        JsonNode ofThreeSeconds = agents(write(merged, ReportWindow.parse("0.05,0.1")));
        assertThat(ofThreeSeconds.at("/1/isBound").isNull())
                .as("too short to judge")
                .isTrue();
    }

    @Test
    void aLostAgentIsInTheHeadlineInTheTableAndInTheCharts() throws IOException {
        ResultDirectory merged = merged(new MadeUpAgent(3, 3).lasting(20).killedAt(12), new Lost(null, "killed"));
        DirectoryReport.Written written = write(merged, ReportWindow.WHOLE);

        assertThat(written.model().cover().verdict().word()).isEqualTo("Incomplete");
        assertThat(written.model().cover().verdict().sentences().get(0))
                .isEqualTo(
                        "Incomplete: agent 3 (c3) was lost at 0:12 (killed). Its terminals are gone from there on, and what"
                                + " it did in the last two seconds before may be missing.");
        assertThat(Files.readString(written.html())).contains("agent 3 lost", "<td class=\"n bad\">0:12</td>");
        assertThat(String.join(" ", written.model().cover().verdict().sentences()))
                .as("what is left sends its own part of the rate")
                .doesNotContain("was not reached");
        JsonNode agents = agents(written);
        assertThat(agents.findValuesAsText("newOrders").stream()
                        .mapToLong(Long::parseLong)
                        .sum())
                .as("all that is in the answer is some agent's")
                .isEqualTo(written.model().summary().figures().types().get(0).count());

        JsonNode later = agents(write(merged, ReportWindow.parse("0.25,0.33")));
        assertThat(later.at("/0/work/sharePercent").asDouble()).isBetween(70.0, 80.0);
        assertThat(later.at("/2/work/newOrders").asLong())
                .as("it was lost before")
                .isEqualTo(-1);
    }

    private ResultDirectory merged(MadeUpAgent third, Lost lost) {
        Path one = new MadeUpAgent(1, 3).lasting(20).doing(60).write(folder.resolve("d1"));
        Path two = new MadeUpAgent(2, 3).lasting(20).doing(20).write(folder.resolve("d2"));
        Path three = third.write(folder.resolve("d3"));
        Clock clock = new Clock(1_500_000, 200_000);
        return Merge.of(
                        MadeUpAgent.GROUP,
                        List.of(
                                new AgentResult(1, "c1", one, clock, null),
                                new AgentResult(2, "c2", two, clock, null),
                                new AgentResult(3, "c3", three, clock, lost)),
                        folder.resolve("merged"),
                        Merge.Rows.KEPT)
                .directory();
    }

    private static DirectoryReport.Written write(ResultDirectory directory, ReportWindow window) {
        return DirectoryReport.write(directory.root(), Language.EN, window);
    }

    private static JsonNode agents(DirectoryReport.Written written) throws IOException {
        return TestFiles.json(written.html().resolveSibling("report.json")).get("agents");
    }
}
