package io.bmsql.live;

import java.util.OptionalDouble;

/**
 * What is known before the run. No URL and no user: whoever may open a page on this host may read it.
 *
 * @param rampupSeconds planned, before the window
 * @param windowSeconds planned; empty when only the number of transactions ends the run
 */
public record LiveFacts(
        int runId,
        String toolVersion,
        String db,
        int warehouses,
        int terminals,
        int workers,
        double rampupSeconds,
        OptionalDouble windowSeconds) {}
