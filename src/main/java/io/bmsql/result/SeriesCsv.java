package io.bmsql.result;

/** {@code data/series.csv}: one row a second and transaction type. */
public final class SeriesCsv {
    /** Columns of {@link SeriesRow}, in its order. */
    public static final String HEADER =
            "second,type,phase,completed,rolledBack,failed,unknown,retries,skippedDeliveries,"
                    + "responseP50Ms,responseP90Ms,responseP99Ms,responseMaxMs,serviceMeanMs,startDelayMeanMs,intervalMs";

    private SeriesCsv() {}
}
