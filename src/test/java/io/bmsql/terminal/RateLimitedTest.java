package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitedTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private final RandomStream random = new RandomStream(1);

    private long next(RateLimited pacing, int terminal, long dueNanos, long endNanos) {
        return pacing.nextDueNanos(
                terminal, dueNanos, endNanos, TransactionType.NEW_ORDER, TransactionType.PAYMENT, random);
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
        RateLimited pacing = new RateLimited(7, limit, terminals);

        long one = pacing.firstDueNanos(terminal, 7, random);
        long two = next(pacing, terminal, one, one);
        long three = next(pacing, terminal, two, two);

        assertThat(new long[] {one, two, three}).containsExactly(7 + nanos(first), 7 + nanos(second), 7 + nanos(third));
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }

    @Test
    void checklist18_threeHundredAMinuteOnTenTerminalsGivesEachThirty() {
        RateLimited pacing = new RateLimited(0, 300, 10);

        assertThat(duesBefore(pacing, 1, 10 * MINUTE)).hasSize(300);
    }

    @Test
    void checklist56_aLimitBelowTheNumberOfTerminalsLimitsTheTotal() {
        assertThat(allDuesBefore(new RateLimited(0, 7, 50), 50, 10 * MINUTE)).hasSize(70);
    }

    @ParameterizedTest
    @CsvSource({"7, 3", "1001, 10", "59999, 17", "1, 1", "123457, 64"})
    void noSlotIsLostToRounding(int limit, int terminals) {
        RateLimited pacing = new RateLimited(0, limit, terminals);
        List<Long> dues = allDuesBefore(pacing, terminals, 3 * MINUTE);

        assertThat(dues).hasSize(3 * limit).doesNotHaveDuplicates();
        Collections.sort(dues);
        for (int slot = 0; slot < dues.size(); slot++) {
            assertThat(dues.get(slot)).isEqualTo((long) slot * MINUTE / limit);
        }
    }

    @Test
    void aSlowTransactionDoesNotMoveTheSchedule() {
        RateLimited pacing = new RateLimited(0, 60, 1);

        assertThat(next(pacing, 0, 0, 25 * SECOND)).isEqualTo(SECOND);
    }

    @Test
    void theScheduleHoldsAfterMonths() {
        RateLimited pacing = new RateLimited(0, 1_000_000, 3);
        long months = 100L * 24 * 60 * MINUTE;
        long due = pacing.firstDueNanos(1, months, random);

        assertThat(due).isBetween(months, months + 4 * MINUTE / 1_000_000);
        assertThat(next(pacing, 1, due, due) - due).isBetween(179_999L, 180_001L);
    }

    @Test
    void aTerminalThatStartsLaterSkipsTheSlotsBefore() {
        RateLimited pacing = new RateLimited(0, 60, 2);

        assertThat(pacing.firstDueNanos(0, 4 * SECOND, random)).isEqualTo(4 * SECOND);
        assertThat(pacing.firstDueNanos(1, 4 * SECOND, random)).isEqualTo(5 * SECOND);
        assertThat(pacing.firstDueNanos(0, 4 * SECOND + 1, random)).isEqualTo(6 * SECOND);
    }

    private List<Long> allDuesBefore(RateLimited pacing, int terminals, long end) {
        List<Long> all = new ArrayList<>();
        for (int terminal = 0; terminal < terminals; terminal++) {
            all.addAll(duesBefore(pacing, terminal, end));
        }
        return all;
    }

    private List<Long> duesBefore(RateLimited pacing, int terminal, long end) {
        List<Long> dues = new ArrayList<>();
        long due = pacing.firstDueNanos(terminal, 0, random);
        while (due < end) {
            dues.add(due);
            due = next(pacing, terminal, due, due + 1);
        }
        return dues;
    }
}
