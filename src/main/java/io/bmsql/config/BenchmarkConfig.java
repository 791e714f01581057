package io.bmsql.config;

import io.bmsql.common.UsageException;

/** Everything that a props file says, checked. */
public record BenchmarkConfig(
        ConnectionConfig connection,
        Layout schema,
        StorageConfig storage,
        LoadConfig load,
        RunConfig run,
        MixConfig mix,
        ResultConfig result,
        AgentsConfig agents) {

    /**
     * What one agent does of this.
     *
     * @throws UsageException when there is not something to do for each agent
     */
    public BenchmarkConfig of(AgentShare share) throws UsageException {
        return new BenchmarkConfig(connection, schema, storage, load, run.of(share), mix, result.of(share), agents);
    }
}
