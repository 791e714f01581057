package io.bmsql.agents;

import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Clock;
import io.bmsql.result.AgentFacts.Lost;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What one agent left.
 *
 * @param number of the agent, from 1
 * @param directory its own result directory, of a killed run when it was lost; null when it left nothing
 * @param clock against the coordinator's; null when that was not measured: then it began with the others
 * @param lost null for an agent that was there to the end. Its moment may be null: then it is the last one in the directory
 */
public record AgentResult(
        int number, String host, @Nullable Path directory, @Nullable Clock clock, @Nullable Lost lost) {
    /** The same agent, lost after the last moment that its directory has. */
    AgentResult cutShort(String reason) {
        return new AgentResult(number, host, directory, clock, new Lost(null, reason));
    }

    String named() {
        return AgentFacts.Agent.named(number, host);
    }
}
