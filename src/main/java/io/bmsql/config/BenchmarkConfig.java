package io.bmsql.config;

import io.bmsql.common.UsageException;
import java.util.List;

/** Everything that a props file says, checked. */
public record BenchmarkConfig(
        ConnectionConfig connection,
        Layout schema,
        StorageConfig storage,
        LoadConfig load,
        RunConfig run,
        MixConfig mix,
        ResultConfig result,
        AgentsConfig agents,
        List<RunEvent> events,
        ReplicasConfig replicas,
        ScriptsConfig scripts,
        AnalyticsConfig analytics) {

    /**
     * What one agent does of this.
     *
     * @throws UsageException when there is not something to do for each agent, or something that agents cannot share
     */
    public BenchmarkConfig of(AgentShare share) throws UsageException {
        String alone = !replicas.urls().isEmpty() ? "replicas" : analytics.streams() > 0 ? "analyticStreams" : "";
        if (!share.isWhole() && !alone.isEmpty()) {
            throw new UsageException(alone + " cannot be used with several agents, of which none knows what all have"
                    + " acknowledged: leave out the one or the other");
        }
        return new BenchmarkConfig(
                connection,
                schema,
                storage,
                load,
                run.of(share),
                mix,
                result.of(share),
                agents,
                events,
                replicas,
                scripts,
                analytics);
    }
}
