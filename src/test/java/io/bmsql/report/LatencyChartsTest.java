package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.Texts.Language;
import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.report.chart.HeatMap;
import io.bmsql.report.chart.Series;
import io.bmsql.result.HistogramLog.Interval;
import io.bmsql.result.LatencyLines;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyChartsTest {
    private final LatencyLines lines = new LatencyLines();
    private final LatencyCharts charts =
            new LatencyCharts(TpccTransaction.TYPES, lines, Map.of(), Double.MAX_VALUE, Words.in(Language.EN));

    @Test
    void percentilesAreThoseOfEachStretchOnItsMiddle() {
        add(TpccTransaction.NEW_ORDER, 0, 2, histogram(100, 1000));
        add(TpccTransaction.NEW_ORDER, 2, 4, histogram(100, 3000));

        List<Series> percentiles = charts.leading();

        assertThat(percentiles)
                .extracting(Series::label)
                .containsExactly("Median", "90th percentile", "99th percentile");
        assertThat(percentiles.get(0).x()).containsExactly(1, 3);
        assertThat(percentiles.get(0).y()).containsExactly(new double[] {50, 150}, within(0.2));
        assertThat(percentiles.get(1).y()).containsExactly(new double[] {90, 270}, within(0.3));
    }

    /** Seen as a spike at the right edge: what ended after the window took long, or it would have ended in it. */
    @Test
    void whatEndedAfterTheTimeAxisIsNotShown() {
        add(TpccTransaction.NEW_ORDER, 22, 24, histogram(100, 1000));
        add(TpccTransaction.NEW_ORDER, 24, 24.95, histogram(3, 99_000));
        LatencyCharts until24 = new LatencyCharts(TpccTransaction.TYPES, lines, Map.of(), 24, Words.in(Language.EN));

        assertThat(until24.leading().get(0).x()).containsExactly(23);
        assertThat(until24.ninetieths().get(0).x()).containsExactly(23);
        HeatMap cells = until24.cells(TpccTransaction.NEW_ORDER);
        assertThat(cells).isNotNull();
        assertThat(cells.fromSecond() + cells.columnSeconds() * cells.counts().length)
                .isEqualTo(24);
    }

    @Test
    void aStretchWithoutATransactionIsAGap() {
        add(TpccTransaction.NEW_ORDER, 0, 1, histogram(10, 1000));
        add(TpccTransaction.NEW_ORDER, 6, 7, histogram(10, 1000));

        Series median = charts.leading().get(0);

        assertThat(median.x()).containsExactly(0.5, 3.5, 6.5);
        assertThat(median.y()[1]).isNaN();
    }

    @Test
    void deferredDeliveriesHaveNoLineAmongTheForeground() {
        add(TpccTransaction.PAYMENT, 0, 1, histogram(10, 1000));
        add(TpccTransaction.DELIVERY_BG, 0, 1, histogram(10, 1000));

        assertThat(charts.ninetieths()).extracting(Series::label).containsExactly("Payment");
        assertThat(charts.leading()).isEmpty();
        assertThat(charts.cells(TpccTransaction.NEW_ORDER)).isNull();
    }

    @Test
    void theHeatMapLosesNoTransactionHoweverLongTheRun() {
        for (int second = 0; second < 1003; second++) {
            add(TpccTransaction.NEW_ORDER, second, second + 1, histogram(10, 1000));
        }

        HeatMap cells = charts.cells(TpccTransaction.NEW_ORDER);

        assertThat(cells).isNotNull();
        assertThat(cells.counts().length).isLessThanOrEqualTo(250);
        assertThat(cells.fromSecond() + cells.columnSeconds() * cells.counts().length)
                .isCloseTo(1003, within(1e-6));
        assertThat(Arrays.stream(cells.counts()).flatMapToLong(Arrays::stream).sum())
                .isEqualTo(10_030);
    }

    @Test
    void aDamagedLogCostsNoReport() {
        add(TpccTransaction.NEW_ORDER, 100, 101, histogram(10, 1000));
        add(TpccTransaction.NEW_ORDER, 5e12, 5e12 + 1, histogram(10, 1000));
        add(TpccTransaction.NEW_ORDER, 1, 2, histogram(10, 1000));

        HeatMap cells = charts.cells(TpccTransaction.NEW_ORDER);

        assertThat(cells).isNotNull();
        assertThat(cells.fromSecond()).isEqualTo(1);
        assertThat(Arrays.stream(cells.counts()).flatMapToLong(Arrays::stream).sum())
                .isEqualTo(30);
    }

    @Test
    void aCurveRisesFromTheFastestToTheLongest() {
        Map<TransactionType, Histogram> responses = TransactionTypes.map();
        responses.put(TpccTransaction.NEW_ORDER, histogram(1000, 1000));
        responses.put(TpccTransaction.PAYMENT, histogram(1, 1000));

        List<Series> curves =
                new LatencyCharts(TpccTransaction.TYPES, lines, responses, 0, Words.in(Language.EN)).curves();

        assertThat(curves).as("one transaction makes no curve").hasSize(1);
        double[] y = curves.get(0).y();
        assertThat(y).isSorted();
        assertThat(y[0]).isCloseTo(1, within(0.01));
        assertThat(y[y.length - 1]).isCloseTo(1000, within(1.0));
        assertThat(curves.get(0).x()[y.length - 1]).isCloseTo(3, within(1e-9));
    }

    private void add(TransactionType type, double from, double to, Histogram histogram) {
        lines.add(new Interval(type, from, to, histogram));
    }

    /** Response times of 1, 2, … {@code count} steps. */
    private static Histogram histogram(int count, long stepMicros) {
        Histogram histogram = new Histogram(3);
        histogram.setAutoResize(true);
        for (int i = 1; i <= count; i++) {
            histogram.recordValue(i * stepMicros);
        }
        return histogram;
    }
}
