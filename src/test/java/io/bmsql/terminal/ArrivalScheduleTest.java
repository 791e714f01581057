package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The two rates: a schedule fixed in advance, and a cap whose slots move with a terminal that is late. */
class ArrivalScheduleTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private final RandomStream random = new RandomStream(1);

    private static long next(Pacing pacing, long dueNanos, long endNanos) {
        return pacing.nextDueNanos(dueNanos, endNanos, -1, TpccTransaction.PAYMENT);
    }

    private static Pacing.RateCap cap(long startNanos, int limit, int terminals) {
        return new Pacing.RateCap(new ArrivalSchedule(startNanos, limit, terminals));
    }

    @ParameterizedTest
    @CsvSource({
        // limit, terminals, terminal, seconds of its first, second and third slot
        "300, 10, 0, 0.0, 2.0, 4.0",
        "300, 10, 9, 1.8, 3.8, 5.8",
        "60, 1, 0, 0.0, 1.0, 2.0",
        "6, 100, 3, 30.0, 1030.0, 2030.0",
    })
    void slotsOfATerminal(int limit, int terminals, int terminal, double first, double second, double third) {
        for (Pacing pacing : List.of(new ArrivalSchedule(7, limit, terminals), cap(7, limit, terminals))) {
            long one = pacing.firstDueNanos(terminal, 7, random);
            long two = next(pacing, one, one);
            long three = next(pacing, two, two);

            assertThat(new long[] {one, two, three})
                    .containsExactly(7 + nanos(first), 7 + nanos(second), 7 + nanos(third));
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }

    @Test
    void aLimitBelowTheNumberOfTerminalsLimitsTheTotal() {
        assertThat(allDuesBefore(cap(0, 7, 50), 50, 10 * MINUTE)).hasSize(70);
        assertThat(allDuesBefore(new ArrivalSchedule(0, 7, 50), 50, 10 * MINUTE))
                .hasSize(70);
    }

    @ParameterizedTest
    @CsvSource({"7, 3", "1001, 10", "59999, 17", "1, 1", "123457, 64"})
    void noSlotIsLostToRounding(int rate, int terminals) {
        List<Long> dues = allDuesBefore(new ArrivalSchedule(0, rate, terminals), terminals, 3 * MINUTE);

        Collections.sort(dues);
        assertThat(dues)
                .isEqualTo(LongStream.range(0, 3L * rate)
                        .map(slot -> slot * MINUTE / rate)
                        .boxed()
                        .toList());
        assertThat(allDuesBefore(cap(0, rate, terminals), terminals, 3 * MINUTE))
                .hasSizeBetween(3 * rate - terminals, 3 * rate);
    }

    @Test
    void aSlowTransactionDoesNotMoveTheSchedule() {
        assertThat(next(new ArrivalSchedule(0, 60, 1), 0, 25 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void underACapALateTerminalNeverCatchesUp() {
        Pacing.RateCap cap = cap(0, 60, 1);

        long afterAFastOne = next(cap, 0, SECOND / 4);
        long afterASlowOne = next(cap, afterAFastOne, 25 * SECOND);
        assertThat(afterAFastOne).as("the end of the slot").isEqualTo(SECOND);
        assertThat(afterASlowOne).as("the end of the one before").isEqualTo(25 * SECOND);
        assertThat(next(cap, afterASlowOne, afterASlowOne + 1))
                .as("a new slot began with it")
                .isEqualTo(26 * SECOND);
    }

    @ParameterizedTest
    @CsvSource({"2147483647, 1", "2147483647, 2147483647", "1, 1000", "1000000000, 3", "1000000, 3"})
    void nothingOverflowsInYears(int rate, int terminals) {
        ArrivalSchedule schedule = new ArrivalSchedule(0, rate, terminals);
        long year = 365L * 24 * 60 * MINUTE;
        for (long earliest : new long[] {0, SECOND, MINUTE - 1, MINUTE, year - 1, year}) {
            long slot = schedule.slotsBefore(earliest);

            assertThat(due(slot, rate)).isGreaterThanOrEqualTo(earliest);
            assertThat(slot == 0 || due(slot - 1, rate) < earliest).isTrue();
            long first = schedule.firstDueNanos(0, earliest, random);
            long slotOfFirst = schedule.slotsBefore(first);
            assertThat(slotOfFirst % terminals).isZero();
            assertThat(first).isEqualTo(due(slotOfFirst, rate)).isGreaterThanOrEqualTo(earliest);
            assertThat(next(schedule, first, first)).isEqualTo(due(slotOfFirst + terminals, rate));
        }
        assertThat(schedule.roundNanos() - due(terminals, rate)).isBetween(0L, 1L);
    }

    @Test
    void aSlotThatNobodyWillSeeIsNeverDue() {
        Pacing.RateCap cap = cap(0, 1, Integer.MAX_VALUE);
        long century = 100L * 365 * 24 * 60 * MINUTE;

        assertThat(next(cap, SECOND, 2 * SECOND)).isGreaterThan(century);
        assertThat(cap.firstDueNanos(Integer.MAX_VALUE - 1, 0, random)).isEqualTo(century);
    }

    /** The moment of a slot, in numbers without a limit. */
    private static long due(long slot, int rate) {
        return BigInteger.valueOf(slot)
                .multiply(BigInteger.valueOf(MINUTE))
                .divide(BigInteger.valueOf(rate))
                .longValueExact();
    }

    @Test
    void aTerminalThatStartsLaterSkipsTheSlotsBefore() {
        ArrivalSchedule schedule = new ArrivalSchedule(0, 60, 2);

        assertThat(schedule.firstDueNanos(0, 4 * SECOND, random)).isEqualTo(4 * SECOND);
        assertThat(schedule.firstDueNanos(1, 4 * SECOND, random)).isEqualTo(5 * SECOND);
        assertThat(schedule.firstDueNanos(0, 4 * SECOND + 1, random)).isEqualTo(6 * SECOND);
    }

    private List<Long> allDuesBefore(Pacing pacing, int terminals, long end) {
        List<Long> all = new ArrayList<>();
        for (int terminal = 0; terminal < terminals; terminal++) {
            all.addAll(duesBefore(pacing, terminal, end));
        }
        return all;
    }

    private List<Long> duesBefore(Pacing pacing, int terminal, long end) {
        List<Long> dues = new ArrayList<>();
        long due = pacing.firstDueNanos(terminal, 0, random);
        while (due < end) {
            dues.add(due);
            due = next(pacing, due, due + 1);
        }
        return dues;
    }
}
