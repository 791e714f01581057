package io.bmsql.preflight;

import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.RunConfig;
import io.bmsql.run.RunSession;

/** What a run of these settings takes, by what docs/performance.md measured. */
record Need(BenchmarkConfig config) {
    private static final double PROCESS_MEGABYTES = 60;
    private static final double MEGABYTES_A_CONNECTION = 0.4;
    private static final double MEGABYTES_A_TERMINAL = 0.001;
    private static final double BYTES_A_MEGABYTE = 1e6;
    private static final double RESULT_BYTES = 27;
    private static final double LEDGER_BYTES = 17;
    private static final double SERIES_BYTES_A_SECOND = 6_000;

    /** All connections of a run: workers, figures of the server, the check at the end. */
    int connections() {
        return config.run().workers().count() + RunSession.SIDE_CONNECTIONS;
    }

    long memoryMegabytes() {
        return Math.round(PROCESS_MEGABYTES
                + MEGABYTES_A_CONNECTION * connections()
                + MEGABYTES_A_TERMINAL * config.run().terminals());
    }

    double minutes() {
        RunConfig.Length length = config.run().length();
        return length.runMinutes() + Math.max(length.rampupMinutes(), length.longestRampupMinutes());
    }

    /** Bytes of a result directory after that many transactions a minute. */
    double resultBytes(double transactionsAMinute) {
        double each = RESULT_BYTES + (config.result().ledger() ? LEDGER_BYTES : 0);
        return minutes() * (transactionsAMinute * each + SERIES_BYTES_A_SECOND * 60);
    }

    /** The other way round; 0 when not even the series fit. */
    double transactionsAMinute(double bytes) {
        double each = RESULT_BYTES + (config.result().ledger() ? LEDGER_BYTES : 0);
        return Math.max(0, (bytes / Math.max(1, minutes()) - SERIES_BYTES_A_SECOND * 60) / each);
    }

    /** Megabytes for people, such as 1.2 GB. */
    static String size(double megabytes) {
        return NumberText.bytes(Math.round(megabytes * BYTES_A_MEGABYTE));
    }
}
