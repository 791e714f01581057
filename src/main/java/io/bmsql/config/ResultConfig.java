package io.bmsql.config;

import org.jspecify.annotations.Nullable;

/**
 * Where results go.
 *
 * @param directoryPattern with {@code %tY}-like fields (BenchmarkSQL contract 1.4), null for no result files
 * @param reportIntervalSecs between plain progress lines; 0 for none
 * @param ledger write down how every transaction ended; only with a directory
 * @param livePort of the page on loopback that shows a run while it runs; 0 for any free port, null for no page
 */
public record ResultConfig(
        @Nullable String directoryPattern, int reportIntervalSecs, boolean ledger, @Nullable Integer livePort) {}
