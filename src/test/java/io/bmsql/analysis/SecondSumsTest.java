package io.bmsql.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.TransactionType;
import io.bmsql.result.RunPhase;
import io.bmsql.result.SeriesRow;
import io.bmsql.tpcc.TpccTransaction;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Seconds of made-up series: when connections were in transactions, and who waited. */
class SecondSumsTest {
    private static final int TERMINALS = 3;
    private static final int WINDOW = 60;

    private static SeriesRow row(int second, TransactionType type, long completed, double serviceMs, double delayMs) {
        return new SeriesRow(
                second,
                type,
                second < 0 ? RunPhase.RAMPUP : second < WINDOW ? RunPhase.MEASURE : RunPhase.DRAIN,
                completed,
                SeriesRow.Counts.NONE,
                new SeriesRow.Times(serviceMs, serviceMs, serviceMs, serviceMs, serviceMs, delayMs),
                1000);
    }

    private static SeriesRow row(
            int second, TransactionType type, long completed, double serviceMs, double delayMs, double longestMs) {
        SeriesRow row = row(second, type, completed, serviceMs, delayMs);
        return new SeriesRow(
                second,
                type,
                row.phase(),
                completed,
                row.counts(),
                new SeriesRow.Times(serviceMs, serviceMs, serviceMs, longestMs, serviceMs, delayMs),
                1000);
    }

    private static SecondSums sums(Stream<SeriesRow> rows) {
        return new SecondSums(rows.toList(), TpccTransaction.TYPES, 0, WINDOW);
    }

    private static double[] busy(SecondSums sums) {
        return IntStream.range(0, sums.size())
                .filter(sums::counts)
                .mapToDouble(at -> sums.busyPercent(at, TERMINALS))
                .toArray();
    }

    /** The rest of a run, such as the end of its collectors, takes seconds behind a drain of 30 ms. */
    @Test
    void whatComesBehindTheDrainIsNoSecondOfIt() {
        List<SeriesRow> window = IntStream.range(0, WINDOW)
                .mapToObj(second -> row(second, TpccTransaction.NEW_ORDER, 100, 5, 0))
                .toList();
        List<SeriesRow> drain = List.of(drained(WINDOW, 3, 0, 30), drained(WINDOW + 1, 0, 0, 1000));
        assertThat(sums(Stream.of(window, drain).flatMap(List::stream)).size()).isEqualTo(WINDOW);
        drain = List.of(drained(WINDOW, 3, 0, 1000), drained(WINDOW + 1, 0, 0, 1000), drained(WINDOW + 2, 0, 0, 20));
        assertThat(sums(Stream.of(window, drain).flatMap(List::stream)).size())
                .as("a whole second of drain")
                .isEqualTo(WINDOW + 1);
        drain = List.of(drained(WINDOW, 3, 0, 1000), drained(WINDOW + 1, 0, 0, 1000), drained(WINDOW + 2, 0, 1, 1000));
        assertThat(sums(Stream.of(window, drain).flatMap(List::stream)).size())
                .as("one that hung and failed")
                .isEqualTo(WINDOW + 3);
    }

    private static SeriesRow drained(int second, long completed, long failed, double intervalMs) {
        return new SeriesRow(
                second,
                TpccTransaction.NEW_ORDER,
                RunPhase.DRAIN,
                completed,
                new SeriesRow.Counts(0, failed, 0, 0, 0),
                new SeriesRow.Times(5, 5, 5, 5, 5, 0),
                intervalMs);
    }

    /** As a run wrote it beside much else on its host; its transactions, one by one, ended in each of the seconds. */
    @Test
    void aLateLookIsOfAllSecondsSinceTheOneBefore() {
        SecondSums sums = new SecondSums(
                Stream.of(new int[] {0, 13_405, 976}, new int[] {13, 6_595, 769})
                        .map(one -> new SeriesRow(
                                one[0],
                                TpccTransaction.NEW_ORDER,
                                RunPhase.MEASURE,
                                one[2],
                                SeriesRow.Counts.NONE,
                                new SeriesRow.Times(5, 5, 5, 5, 5, 0),
                                one[1]))
                        .toList(),
                TpccTransaction.TYPES,
                0,
                20);
        double[] rates = IntStream.range(0, sums.size())
                .filter(sums::counts)
                .mapToDouble(sums::rate)
                .toArray();
        assertThat(Arrays.stream(rates).boxed()).hasSize(20).allMatch(rate -> rate > 70 && rate < 120);
        assertThat(Silence.all(rates)).isEmpty();
        assertThat(sums.measured(TpccTransaction.NEW_ORDER)).isEqualTo(976 + 769);
    }

    /** Each of three terminals ends a transaction of five seconds in every fifth second, in ramp-up and drain as well. */
    @Test
    void longTransactionsFillTheSecondsInWhichNoneEnds() {
        SecondSums sums = sums(IntStream.rangeClosed(-10, WINDOW + 4)
                .mapToObj(second ->
                        row(second, TpccTransaction.NEW_ORDER, Math.floorMod(second, 5) == 4 ? 3 : 0, 5_000, 0)));
        assertThat(busy(sums)).hasSize(WINDOW).containsOnly(new double[] {100}, Offset.offset(1e-6));
        assertThat(sums.rate(sums.size() - 2)).isZero();
    }

    /** One that began before the first second and ends after the window is in each second of it. */
    @Test
    void oneThatIsLongerThanTheWindowIsInAllOfIt() {
        SecondSums sums = sums(Stream.of(
                row(0, TpccTransaction.PAYMENT, 0, 0, 0),
                row(WINDOW, TpccTransaction.PAYMENT, 1, 1_000.0 * WINDOW * 2, 0)));
        assertThat(busy(sums)).hasSize(WINDOW).containsOnly(new double[] {100.0 / TERMINALS}, Offset.offset(1e-6));
    }

    /** Deliveries that wait in their queue keep a connection busy when they are done, and nobody waits for them. */
    @Test
    void deferredDeliveriesAreNoDelayAndNoRate() {
        SecondSums sums = sums(IntStream.range(0, WINDOW)
                .boxed()
                .flatMap(second -> Stream.of(
                        row(second, TpccTransaction.NEW_ORDER, 10, 50, 2),
                        row(second, TpccTransaction.DELIVERY_BG, 4, 250, 9_000))));
        assertThat(sums.delayMeanMs(30)).isEqualTo(2);
        assertThat(sums.delayMeanMs(IntStream.range(0, WINDOW))).isEqualTo(2);
        assertThat(sums.rate(30)).isEqualTo(10);
        assertThat(sums.busyPercent(30, TERMINALS)).isCloseTo(50, Offset.offset(1e-6));
        assertThat(sums.busyPercent(30, 1)).as("never more than all the time").isEqualTo(100);
    }

    /** All three wait five seconds for a lock, and end in a second with hundreds of short ones. */
    @Test
    void thoseThatWaitedWithShortOnesAreBusyWhereTheyWaited() {
        SecondSums sums = sums(IntStream.range(0, WINDOW)
                .mapToObj(second -> second == 25
                        ? row(second, TpccTransaction.NEW_ORDER, 153, (3 * 5_000 + 150 * 10) / 153.0, 0, 5_000)
                        : row(second, TpccTransaction.NEW_ORDER, second >= 20 && second < 25 ? 0 : 300, 10, 0, 30)));
        for (int second = 21; second < 25; second++) {
            assertThat(sums.busyPercent(second, TERMINALS)).isCloseTo(100, Offset.offset(1e-6));
        }
        assertThat(sums.busyPercent(10, TERMINALS)).isCloseTo(100, Offset.offset(1e-6));
    }

    /** A queue in front of the connections lasts long, but what is in them is as short as ever: nothing is moved. */
    @Test
    void whatWaitsInAQueueKeepsNoConnectionBusy() {
        SecondSums sums = sums(IntStream.range(0, WINDOW)
                .mapToObj(second -> second == 25
                        ? row(second, TpccTransaction.NEW_ORDER, 200, 10, 4_000, 5_000)
                        : row(second, TpccTransaction.NEW_ORDER, second >= 20 && second < 25 ? 0 : 100, 10, 0, 30)));
        assertThat(sums.busyPercent(23, TERMINALS)).isZero();
        assertThat(sums.busyPercent(25, TERMINALS)).isGreaterThan(60);
    }
}
