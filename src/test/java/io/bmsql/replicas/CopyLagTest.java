package io.bmsql.replicas;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.measure.RunWindow;
import io.bmsql.result.ReplicaRow;
import io.bmsql.result.ReplicaSummary;
import io.bmsql.result.ReplicaSummary.Looked;
import io.bmsql.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Looks at a copy whose answers and moments are made up; all moments are milliseconds from the start of the run. */
class CopyLagTest {
    private static final long MILLI = 1_000_000;
    private static final int FIRST = 3_001;
    private static final int RAMPUP_MILLIS = 1_000;

    private final ManualClock clock = new ManualClock();
    private final RunWindow window = RunWindow.timed(clock, RAMPUP_MILLIS / 1e3, 60);
    private final AcknowledgedOrders orders = new AcknowledgedOrders(1, 1);
    private final List<ReplicaRow> rows = new ArrayList<>();
    private final CopyLag lag = new CopyLag(2, orders, window, clock, rows::add);

    @BeforeEach
    void begin() {
        lag.begin(counters(FIRST));
    }

    /** What the copy shows: all districts but the first one as they were loaded. */
    private static int[] counters(int first) {
        int[] counters = new int[10];
        java.util.Arrays.fill(counters, FIRST);
        counters[0] = first;
        return counters;
    }

    private void acknowledged(int order, long millis) {
        orders.add(0, order, 7, millis * MILLI);
    }

    private void at(long millis) {
        clock.advance(millis * MILLI - clock.nanoTime());
    }

    /** A look that begins now, wants what is acknowledged, and is answered after so long. */
    private boolean look(int shown, long tookMillis) {
        long begin = clock.nanoTime();
        int[] wanted = orders.next();
        lag.asked(begin);
        clock.advance(tookMillis * MILLI);
        return lag.answered(begin, wanted, counters(shown));
    }

    private ReplicaRow last() {
        return rows.get(rows.size() - 1);
    }

    @Test
    void aCopyIsAsLateAsTheFirstOrderThatItLacks() {
        acknowledged(FIRST, 1_010);
        acknowledged(FIRST + 1, 1_020);
        at(1_100);
        assertThat(look(FIRST, 5)).isFalse();
        assertThat(last()).isEqualTo(new ReplicaRow(0.1, 2, 2, 90, 5, 1, -1));

        at(1_200);
        assertThat(look(FIRST + 1, 3)).isFalse();
        assertThat(last()).isEqualTo(new ReplicaRow(0.2, 2, 1, 180, 3, 1, -1));

        at(1_300);
        assertThat(look(FIRST + 2, 1)).isTrue();
        assertThat(last()).isEqualTo(new ReplicaRow(0.3, 2, 0, 0, 1, 1, -1));
        for (int later = 1; later <= 20; later++) {
            at(1_300 + 100 * later);
            look(FIRST + 2, 1);
        }
        assertThat(lag.figures(1, null).commitsBehind()).isEqualTo(new ReplicaSummary.Commits(3 / 23.0, 0, 2, 2));
        assertThat(lag.figures(1, null).millisBehind().maxMs()).isBetween(179.8, 180.2);
    }

    /** The moment itself is forgotten by then. */
    @Test
    void whileTheCopyStandsStillItsLagGrowsByTheClock() {
        acknowledged(FIRST, 1_050);
        at(1_100);
        look(FIRST, 0);
        for (int order = 1; order <= 2 * AcknowledgedOrders.KEPT; order++) {
            acknowledged(FIRST + order, 1_100);
        }
        at(9_050);
        look(FIRST, 0);
        assertThat(last().millisBehind()).isEqualTo(8_000);
        assertThat(last().commitsBehind()).isEqualTo(2 * AcknowledgedOrders.KEPT + 1);
    }

    @Test
    void aLookWithoutAnAnswerIsLagToo() {
        at(1_400);
        look(FIRST, 0);
        acknowledged(FIRST, 1_450);
        at(1_500);
        lag.asked(clock.nanoTime());
        at(1_599);
        lag.watch();
        assertThat(rows).hasSize(1);
        at(1_600);
        lag.watch();
        assertThat(last()).isEqualTo(new ReplicaRow(0.6, 2, 1, 150, 100, 0, -1));
        at(1_800);
        lag.failed("it hung");
        assertThat(last().millisBehind()).isEqualTo(350);
        lag.failed("again");
        assertThat(lag.looked(30)).isEqualTo(new Looked(1, 2, 0.4, 10, 30, "it hung"));
    }

    /** Its lag meanwhile is noted already, so the late answer makes no row. */
    @Test
    void aLateAnswerIsNotedOnce() {
        acknowledged(FIRST, 1_000);
        at(1_100);
        long begin = clock.nanoTime();
        lag.asked(begin);
        at(1_300);
        lag.watch();
        assertThat(lag.answered(begin, orders.next(), counters(FIRST + 1))).isTrue();
        assertThat(rows).hasSize(1);
    }

    @Test
    void neitherRampUpNorWhatComesAfterTheEndCounts() {
        acknowledged(FIRST, 100);
        at(900);
        lag.said(clock.nanoTime(), 800);
        look(FIRST, 0);
        assertThat(last()).isEqualTo(new ReplicaRow(-0.1, 2, 1, 800, 0, 1, 800));
        at(1_000);
        lag.said(clock.nanoTime(), 50);
        look(FIRST + 1, 0);
        lag.end();
        lag.said(clock.nanoTime(), 9_000);
        look(FIRST, 0);
        lag.failed("over");
        assertThat(lag.looked(10)).isEqualTo(new Looked(1, 0, 0, 10, 10, null));
        assertThat(lag.figures(1, 0.5).millisBehind().maxMs()).isZero();
        assertThat(lag.figures(1, 0.5).ownMillisBehind()).isNotNull().satisfies(own -> assertThat(own.maxMs())
                .isBetween(49.9, 50.1));
    }
}
