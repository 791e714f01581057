package io.bmsql.config;

/**
 * Analytic queries beside the transactions.
 *
 * @param streams that run them at once, 0 for none
 * @param url of the copy that they read; empty for the database itself
 */
public record AnalyticsConfig(int streams, String url) {
    private static final int MOST = 1_000;

    static AnalyticsConfig read(Settings settings, String url) {
        int streams = settings.integer(PropertyKey.ANALYTIC_STREAMS, 0, MOST, 0);
        if (streams == 0 && !url.isEmpty()) {
            settings.doubt(PropertyKey.ANALYTIC_CONN, "analytic");
        }
        return new AnalyticsConfig(streams, url);
    }
}
