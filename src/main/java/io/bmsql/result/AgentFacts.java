package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agents that shared a run, as {@code run.agents} of {@code summary.json} has them. A run without agents has none.
 *
 * @param id the same for all agents of a run, and different for each run
 * @param number of the agent whose own directory this is, from 1; 0 in the answer of all
 * @param planned how many agents the run was meant to have
 * @param members by number: in an agent's own directory itself, and others as far as it knows them
 */
public record AgentFacts(String id, int number, int planned, List<Agent> members) {
    /** {@code number} of the one answer that was made out of the directories of all agents. */
    public static final int ALL = 0;

    /**
     * @param host as it names itself
     * @param clock how its clock stood against the coordinator's; null when that was not measured
     * @param lost null for an agent that was there to the end
     */
    public record Agent(
            int number,
            String host,
            Share share,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Clock clock,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Lost lost) {
        public String named() {
            return named(number, host);
        }

        public static String named(int number, String host) {
            return "agent " + number + " (" + host + ")";
        }
    }

    /** What was this agent's: terminals, connections, and home warehouses from the first to the last one; 0 where not known. */
    public record Share(int terminals, int connections, int firstWarehouse, int lastWarehouse) {
        public static final Share UNKNOWN = new Share(0, 0, 0, 0);
    }

    /** The agent's clock minus the coordinator's, and by how much that may be wrong, nanoseconds. */
    public record Clock(long offsetNanos, long errorNanos) {}

    /**
     * An agent that was lost on the way.
     *
     * @param atSeconds the last second that it is in the answer with, from the start of the window; null when it is not in it at all
     * @param reason why, a phrase
     */
    public record Lost(@Nullable Double atSeconds, String reason) {}
}
