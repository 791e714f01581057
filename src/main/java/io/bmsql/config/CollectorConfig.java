package io.bmsql.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector of host figures, as BenchmarkSQL 5.x describes it. Kept so that its keys are read and recorded; nothing
 * is collected with it yet.
 *
 * @param script path of the script on the driver host, null for no host figures
 * @param intervalSecs between two samples, at least 1
 * @param sshAddress {@code user@host} of the database host, null to collect on the driver host
 * @param sshPort 0 for ssh's own choice
 * @param devices {@code blk_…} and {@code net_…} names
 */
public record CollectorConfig(
        @Nullable String script, int intervalSecs, @Nullable String sshAddress, int sshPort, List<String> devices) {
    public CollectorConfig {
        devices = List.copyOf(devices);
    }

    /** No host figures. */
    public static CollectorConfig none() {
        return new CollectorConfig(null, 1, null, 0, List.of());
    }
}
