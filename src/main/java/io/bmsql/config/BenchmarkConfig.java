package io.bmsql.config;

import io.bmsql.spec.DriverShare;
import io.bmsql.spec.RefusedException;

/** Everything that a props file says, checked. */
public record BenchmarkConfig(
        ConnectionConfig connection,
        SchemaConfig schema,
        StorageConfig storage,
        LoadConfig load,
        RunConfig run,
        MixConfig mix,
        ResultConfig result,
        DriversConfig drivers) {

    /**
     * What one driver host does of this.
     *
     * @throws RefusedException when there is not something to do for each driver
     */
    public BenchmarkConfig of(DriverShare share) throws RefusedException {
        return new BenchmarkConfig(connection, schema, storage, load, run.of(share), mix, result.of(share), drivers);
    }
}
