package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary.TypeSummary;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class IntervalFiguresTest {
    private static SeriesRow row(int second, RunPhase phase, long completed, double maxMs, double serviceMs) {
        return new SeriesRow(
                second,
                TpccTransaction.PAYMENT,
                phase,
                completed,
                SeriesRow.Counts.NONE,
                new SeriesRow.Times(0, 0, 0, maxMs, serviceMs, 1),
                1000);
    }

    private static final List<SeriesRow> SERIES = List.of(
            row(-1, RunPhase.RAMPUP, 50, 90, 80),
            row(0, RunPhase.MEASURE, 30, 20, 4),
            row(1, RunPhase.MEASURE, 10, 30, 12));

    @Test
    void secondsAloneGiveMeansByTheirTransactionsAndNoPercentiles() {
        TypeSummary type = new IntervalFigures.FromSeconds(Map.of(), Map.of()).type(TpccTransaction.PAYMENT, SERIES);

        assertThat(type.count()).isEqualTo(40);
        assertThat(type.response()).isEqualTo(Latency.ofMeanAndMax(7, 30));
        assertThat(type.service()).isEqualTo(Latency.ofMeanAndMax(6, RunSummary.UNKNOWN));
        assertThat(type.maxAtSeconds()).isEqualTo(1);
    }

    @Test
    void aHistogramKnowsBetter() {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(5_000);
        TypeSummary type = new IntervalFigures.FromSeconds(Map.of(), Map.of(TpccTransaction.PAYMENT, histogram))
                .type(TpccTransaction.PAYMENT, SERIES);

        assertThat(type.service()).isEqualTo(Latency.of(histogram));
    }
}
