package io.bmsql.analysis;

import static io.bmsql.testing.Records.with;
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
        RunPhase phase = second < 0 ? RunPhase.RAMPUP : second < WINDOW ? RunPhase.MEASURE : RunPhase.DRAIN;
        SeriesRow.Times times = new SeriesRow.Times(serviceMs, serviceMs, serviceMs, serviceMs, serviceMs, delayMs);
        return new SeriesRow(second, type, phase, completed, SeriesRow.Counts.NONE, times, 1000);
    }

    private static SeriesRow row(int second, long completed, double serviceMs, double delayMs, double longestMs) {
        SeriesRow row = row(second, TpccTransaction.NEW_ORDER, completed, serviceMs, delayMs);
        return with(row, "times.responseMaxMs", longestMs);
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
        assertThat(seconds(drained(0, 3, 30), drained(1, 0, 1000))).isEqualTo(WINDOW);
        assertThat(seconds(drained(0, 3, 1000), drained(1, 0, 1000), drained(2, 0, 20)))
                .as("a whole second of drain")
                .isEqualTo(WINDOW + 1);
        SeriesRow hung = with(drained(2, 0, 1000), "counts.failed", 1L);
        assertThat(seconds(drained(0, 3, 1000), drained(1, 0, 1000), hung)).isEqualTo(WINDOW + 3);
    }

    /** Of a whole window and what came after it. */
    private static int seconds(SeriesRow... drain) {
        Stream<SeriesRow> window =
                IntStream.range(0, WINDOW).mapToObj(second -> row(second, TpccTransaction.NEW_ORDER, 100, 5, 0));
        return sums(Stream.concat(window, Stream.of(drain))).size();
    }

    private static SeriesRow drained(int second, long completed, double intervalMs) {
        return with(row(WINDOW + second, TpccTransaction.NEW_ORDER, completed, 5, 0), "intervalMs", intervalMs);
    }

    /** As a run wrote it beside much else on its host; its transactions, one by one, ended in each of the seconds. */
    @Test
    void aLateLookIsOfAllSecondsSinceTheOneBefore() {
        List<SeriesRow> rows = List.of(
                with(row(0, TpccTransaction.NEW_ORDER, 976, 5, 0), "intervalMs", 13_405.0),
                with(row(13, TpccTransaction.NEW_ORDER, 769, 5, 0), "intervalMs", 6_595.0));
        SecondSums sums = new SecondSums(rows, TpccTransaction.TYPES, 0, 20);
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
                        ? row(second, 153, (3 * 5_000 + 150 * 10) / 153.0, 0, 5_000)
                        : row(second, second >= 20 && second < 25 ? 0 : 300, 10, 0, 30)));
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
                        ? row(second, 200, 10, 4_000, 5_000)
                        : row(second, second >= 20 && second < 25 ? 0 : 100, 10, 0, 30)));
        assertThat(sums.busyPercent(23, TERMINALS)).isZero();
        assertThat(sums.busyPercent(25, TERMINALS)).isGreaterThan(60);
    }
}
