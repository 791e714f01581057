package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.agents.Agent;
import io.bmsql.agents.AgentKey;
import io.bmsql.agents.GroupChannel.Place;
import io.bmsql.result.RunSummary;
import io.bmsql.testing.Background;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestRuns;
import io.bmsql.testing.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Three agents in this JVM make a run together. What needs agents with a process of their own is in AgentsIT. */
class ScriptAgentsIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    /** The scripts are on the coordinator's disk alone, and the password on no agent's; all clients draw other numbers. */
    @Test
    void agentsRunScriptsThatTheCoordinatorSends() throws Exception {
        AgentKey key = AgentKey.ofUser(folder);
        Place place = new Place("127.0.0.1", TestFiles.freePorts(Place.PORTS), List.of(), "");
        POSTGRES.execute("create table drawn (client int, value bigint)");
        Files.writeString(
                folder.resolve("draw.sql"),
                "\\set x random(1, 1000000000)\ninsert into drawn values (:client_id, :x);\n");
        POSTGRES.props(
                folder.resolve("p"),
                "terminals=6 agents=3 agentsWaitSecs=600 scripts=draw.sql runTxnsPerTerminal=20 seed=7 resultDirectory=r",
                "agentsPort=" + place.port(),
                "agentsKey=" + key.file());
        List<Agent> agents = new ArrayList<>();
        List<CompletableFuture<String>> ended = new ArrayList<>();
        LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
        for (int number = 1; number <= 3; number++) {
            Path own = Files.createDirectory(folder.resolve("agent" + number));
            Agent agent = new Agent(TestRuns.program(own), place, key, said::add);
            agents.add(agent);
            ended.add(Background.call(() -> {
                agent.run();
                return "in good order";
            }));
            // One after the other: each finds those before it at once.
            assertThat(said.poll(5, TimeUnit.MINUTES)).startsWith("Waiting for a run");
        }

        Stage.ended(folder, 0, "run", "p");

        agents.forEach(Agent::end);
        for (CompletableFuture<String> end : ended) {
            assertThat(end.get(5, TimeUnit.MINUTES)).isEqualTo("in good order");
        }
        assertThat(POSTGRES.number("select count(distinct client) from drawn")).isEqualTo(6);
        assertThat(POSTGRES.number("select count(distinct value) from drawn")).isEqualTo(120);
        RunSummary summary = Stage.summary(folder, "r");
        assertThat(summary.figures().types()).singleElement().satisfies(type -> {
            assertThat(type.type()).isEqualTo("draw");
            assertThat(type.count()).isEqualTo(120);
        });
        TestFiles.assertNowhere(TestServers.password(), folder, folder.resolve("p")::equals);
    }
}
