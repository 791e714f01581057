package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.report.chart.Series;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSecondsTest {
    private static SeriesRow row(int second, long completed, double meanMs, double intervalMs) {
        SeriesRow.Times times = new SeriesRow.Times(1, 2, 3, 4, meanMs, 1);
        SeriesRow.Counts none = SeriesRow.Counts.NONE;
        return new SeriesRow(second, TpccTransaction.NEW_ORDER, RunPhase.MEASURE, completed, none, times, intervalMs);
    }

    private static Series newOrders(List<SeriesRow> rows) {
        return new RunSeconds(rows, TpccTransaction.TYPES, 0, 1)
                .throughput("tpmC", "new-order", List.of(TpccTransaction.NEW_ORDER), 60_000);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1000,1", "1001,2", "4000,5", "10000,10", "28800,60", "86400,120", "700000,700"})
    void binsAreAsWideAsBenchmarkSqls(int seconds, int width) {
        RunSeconds bins = new RunSeconds(
                List.of(row(0, 1, 1, 1000), row(seconds - 1, 1, 1, 1000)), TpccTransaction.TYPES, 0, seconds);
        assertThat(bins.width()).isEqualTo(width);
        assertThat(bins.middles()).hasSizeLessThanOrEqualTo(1000);
    }

    @Test
    void ratesAreAMinuteOfTheTimeCovered() {
        Series line = newOrders(List.of(row(0, 10, 1, 1000), row(1, 8, 1, 800), row(1, 2, 1, 200)));
        assertThat(line.y()).containsExactly(600, 600);
        assertThat(line.hasBand()).isFalse();
    }

    @Test
    void aSecondWithoutRowsIsAStandstillAndASliverOfOneGivesNoRate() {
        Series line = newOrders(List.of(row(0, 10, 1, 1000), row(2, 10, 1, 1000), row(3, 3, 1, 40)));
        assertThat(line.y()).containsExactly(600, 0, 600, Double.NaN);
    }

    @Test
    void wideBinsKeepTheirLowestAndHighestSecond() {
        List<SeriesRow> rows = new ArrayList<>();
        for (int second = 0; second < 5000; second++) {
            rows.add(row(second, second == 2503 ? 0 : second == 2504 ? 50 : 10, 1, 1000));
        }
        Series line = newOrders(rows);
        assertThat(line.y()).hasSize(1000);
        assertThat(Arrays.stream(line.low()).min()).hasValue(0);
        assertThat(Arrays.stream(line.high()).max()).hasValue(3000);
        assertThat(line.y()[500]).isCloseTo(960, within(1e-9));
    }

    @Test
    void meansWeighByCountAndGapsStayGaps() {
        Series line = new RunSeconds(
                        List.of(row(0, 1, 9, 1000), row(0, 3, 1, 1000), row(1, 0, 0, 1000), row(2, 1, 4, 1000)),
                        TpccTransaction.TYPES,
                        0,
                        3)
                .meanResponse(TpccTransaction.NEW_ORDER, "New-Order");
        assertThat(line.y()[0]).isEqualTo(4);
        assertThat(line.y()[1]).isNaN();
        assertThat(line.y()[2]).isEqualTo(5);
    }
}
