package io.bmsql.agents;

import io.bmsql.result.AgentFacts;
import io.bmsql.result.AgentFacts.Clock;
import io.bmsql.result.AgentFacts.Lost;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Is what one agent left.
 *
 * @param directory of a killed run when it was lost; null when it left nothing
 * @param clock against the coordinator's; null when that was not measured
 * @param lost null for an agent that was there to the end; without a moment it is the last one in the directory
 */
public record AgentResult(
        int number, String host, @Nullable Path directory, @Nullable Clock clock, @Nullable Lost lost) {
    String named() {
        return AgentFacts.Agent.named(number, host);
    }
}
