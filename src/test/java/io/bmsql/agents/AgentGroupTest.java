package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.AgentsConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.run.RunListener;
import io.bmsql.testing.Background;
import io.bmsql.testing.ChildProgram;
import io.bmsql.testing.ManualClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A coordinator that hears what agents say, without a network between them. */
class AgentGroupTest {
    private final ManualClock clock = new ManualClock();
    private final AgentGroup group = new AgentGroup(clock, "r1", new RunListener() {});

    @TempDir
    private Path folder;

    /** What is behind the last colon of an address of IPv6 is no port. */
    @ParameterizedTest
    @ValueSource(strings = {"2001:db8::5", "[2001:db8::5]", "[2001:db8::5]:7651", "here", "here:7651"})
    @Timeout(60)
    void aHostIsKnownByItsNameOrAddress(String host) throws Exception {
        Address agent = UUID.randomUUID();
        group.members(new TreeSet<>(List.of(agent)));
        say(agent, new AgentMessage.Pong(0, 0, 0, "here", "2001:db8::5", null));
        group.gather(new AgentsConfig(1, List.of(host), List.of(), "::1", 0, null, "", 120, false), folder);
        assertThat(group.agents()).hasSize(1);
    }

    /** All end at once, and the files of a long run take the coordinator longer than an agent may be silent. */
    @Test
    void whoseEndWaitsWhileFilesAreComparedIsNotSilent() throws Exception {
        List<Address> agents = List.of(UUID.randomUUID(), UUID.randomUUID(), UUID.randomUUID());
        group.members(new TreeSet<>(agents));
        for (Address agent : agents) {
            say(agent, new AgentMessage.Pong(0, 0, 0, "here", "127.0.0.1", null));
        }
        group.gather(new AgentsConfig(3, List.of(), List.of(), "127.0.0.1", 0, null, "", 120, false), folder);
        for (Address agent : agents) {
            boolean isFirst = agent.equals(agents.get(0));
            say(agent, ended(isFirst ? Map.of("data/result.csv", "as the agent wrote it") : Map.of()));
        }
        clock.advance(TimeUnit.MINUTES.toNanos(1));
        RunWindow window = RunWindow.timed(clock, 0, 60);
        CompletableFuture<List<String>> end = Background.call(() -> group.awaitEnd(window, false));
        // It was asked for that file once more.
        say(agents.get(0), ended(Map.of()));

        assertThat(end.get(ChildProgram.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEmpty();
        assertThat(group.agents()).noneMatch(RemoteAgent::isLost).allMatch(agent -> agent.isDone);
    }

    private static AgentMessage ended(Map<String, String> files) {
        return new AgentMessage.Ended("r1", files, List.of(), null);
    }

    private void say(Address agent, AgentMessage message) {
        group.received(agent, message.encoded());
    }
}
