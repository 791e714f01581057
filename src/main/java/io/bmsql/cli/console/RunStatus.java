package io.bmsql.cli.console;

/**
 * What a run looks like at one moment. Rates are per minute, latencies are New-Order's over the last seconds.
 *
 * @param phase what people read: {@code ramp-up}, {@code measuring}, {@code finishing}
 * @param elapsedSeconds of this phase
 * @param plannedSeconds of this phase, 0 when only the number of transactions ends it
 * @param errors transactions given up so far
 * @param backlog transactions that are due and wait for a worker
 * @param awaySeconds for which the server has been away, 0 while it is there
 * @param outages so far, one that lasts included
 */
public record RunStatus(
        String phase,
        double elapsedSeconds,
        double plannedSeconds,
        double tpmCNow,
        double tpmCAverage,
        double tpmTotalNow,
        double tpmTotalAverage,
        double p90Millis,
        double p99Millis,
        long errors,
        long retries,
        long backlog,
        long usedBytes,
        long totalBytes,
        double awaySeconds,
        int outages) {}
