package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.AgentsConfig;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentSearchTest {
    private static AgentsConfig agents(int port, String... hosts) {
        return new AgentsConfig(hosts.length, List.of(hosts), List.of(), "127.0.0.1", port, null, "", 60, false);
    }

    @Test
    void aHostWhereSomethingListensAnswersAndOthersSayWhatToDo() throws Exception {
        try (ServerSocket agent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThat(AgentSearch.problems(agents(agent.getLocalPort(), "127.0.0.1", "no.such.invalid")))
                    .containsEntry("127.0.0.1", "")
                    .containsEntry("no.such.invalid", "no host is known as no.such.invalid");
        }
        assertThat(AgentSearch.problems(agents(1, "127.0.0.1")))
                .containsEntry("127.0.0.1", "no agent listens on 127.0.0.1 from port 1 on (start it: bmsql agent)");
        AgentsConfig any = new AgentsConfig(3, List.of(), List.of(), "127.0.0.1", 1, null, "", 60, false);
        assertThat(AgentSearch.problems(any)).as("there is no host to ask").isEmpty();
    }
}
