package io.bmsql.agents;

import io.bmsql.result.AgentFacts.Clock;
import io.bmsql.result.AgentFacts.Lost;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What one driver left.
 *
 * @param number of the driver, from 1
 * @param directory its own result directory, of a killed run when it was lost; null when it left nothing
 * @param clock against the coordinator's; null when that was not measured: then it began with the others
 * @param lost null for a driver that was there to the end. Its second may be null: then it is the last one in the directory
 */
public record Part(int number, String host, @Nullable Path directory, @Nullable Clock clock, @Nullable Lost lost) {}
