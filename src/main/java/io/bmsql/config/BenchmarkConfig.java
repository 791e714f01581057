package io.bmsql.config;

/** Everything that a props file says, checked. */
public record BenchmarkConfig(
        ConnectionConfig connection,
        SchemaConfig schema,
        StorageConfig storage,
        LoadConfig load,
        RunConfig run,
        MixConfig mix,
        ResultConfig result,
        CollectorConfig collector) {}
