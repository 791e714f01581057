package io.bmsql.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector of host figures, in BenchmarkSQL's keys (contract 7).
 *
 * @param script {@code builtin}, a path of BenchmarkSQL's own collector, which means the same, or the path of a user's
 *     script on the driver host; null for no host figures
 * @param intervalSecs between two samples, at least 1
 * @param sshAddresses {@code user@host} of each host to watch; none for the driver's own host
 * @param sshPort 0 for ssh's own choice
 * @param devices {@code blk_…} and {@code net_…} names; none for those that carry the load
 * @param database true to ask the database for its own figures
 */
public record CollectorConfig(
        @Nullable String script,
        int intervalSecs,
        List<String> sshAddresses,
        int sshPort,
        List<String> devices,
        boolean database) {
    public CollectorConfig {
        sshAddresses = List.copyOf(sshAddresses);
        devices = List.copyOf(devices);
    }

    /** True when hosts are to be watched. */
    public boolean isOn() {
        return script != null;
    }
}
