package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.config.LoadProfile;
import io.bmsql.terminal.Pacing.ActiveTerminals;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Due times of the open model follow the integral of the profile's rate. */
class ShapedArrivalsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double MINUTE = 60e9;

    private static ShapedArrivals arrivals(String profile, long rampupSeconds, int terminals) {
        return new ShapedArrivals(
                7, 7 + rampupSeconds * SECOND, LoadProfile.parse(profile).lasting(3600 * SECOND), terminals);
    }

    /** Slots from the start of the measurement to this moment, step by step. */
    private static double integral(LoadProfile profile, long nanos) {
        double slots = 0;
        for (LoadProfile.Step step : profile.steps()) {
            long until = Math.min(nanos, step.untilNanos());
            if (until > step.fromNanos()) {
                slots += (step.from() + step.level(until)) / 2 * (until - step.fromNanos()) / MINUTE;
            }
        }
        return slots;
    }

    @Test
    void whatArrivesInAnyStretchIsTheIntegralOfTheRate() {
        RandomStream random = new RandomStream(20);
        for (int round = 0; round < 300; round++) {
            StringBuilder text = new StringBuilder("0 " + random.uniform(1, 50_000) + "/min");
            for (int step = random.uniform(0, 6); step > 0; step--) {
                text.append(random.uniform(0, 1) == 0 ? ", " : ", ramp ")
                        .append(random.uniform(1, 400) + ".5s ")
                        .append(random.uniform(0, 9) == 0 ? 0 : random.uniform(0, 2_000_000))
                        .append("/min");
            }
            LoadProfile profile = LoadProfile.parse(text.toString()).lasting(3600 * SECOND);
            ShapedArrivals arrivals = new ShapedArrivals(-5, -5, profile, 10);
            for (int pair = 0; pair < 20; pair++) {
                long from = (long) (random.nextDouble() * 3600 * SECOND);
                long until = from + (long) (random.nextDouble() * (3600 * SECOND - from));
                double wanted = integral(profile, until) - integral(profile, from);
                long slots = arrivals.slotsBefore(until - 5) - arrivals.slotsBefore(from - 5);
                assertThat((double) slots).as(text.toString()).isCloseTo(wanted, within(1.001));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 2000/min, 5s 4000/min, ramp 10s 8000/min, 6s 20000/min",
                "0 0/min, 10s 60/min, 10s 0/min, 10s 60/min",
                "0 0/min, ramp 20s 1000000/min, ramp 20s 0/min, 5s 7/min",
                "0 35791394/s, 1s 1/min"
            })
    void everySlotHasOneMomentAndTheyRise(String profile) {
        ShapedArrivals arrivals = arrivals(profile, 0, 3);
        long before = Long.MIN_VALUE;
        for (long slot = 0; slot < 20_000; slot++) {
            long due = arrivals.dueNanos(slot);
            assertThat(due).isGreaterThan(before);
            assertThat(arrivals.slotsBefore(due)).isEqualTo(slot);
            assertThat(arrivals.slotsBefore(due + 1)).isEqualTo(slot + 1);
            before = due;
        }
    }

    @Test
    void oneLevelIsTheSteadySchedule() {
        ShapedArrivals shaped = arrivals("0 1001/min", 0, 10);
        ArrivalSchedule steady = new ArrivalSchedule(7, 1001, 10);
        for (long slot = 0; slot < 50_000; slot += 7) {
            assertThat(shaped.dueNanos(slot)).isCloseTo(steady.dueNanos(slot), within(1L));
        }
    }

    @Test
    void nothingIsDueAtALevelOfNothing() {
        ShapedArrivals arrivals = arrivals("0 60/min, 10s 0/min, 30s 60/min, 10s 0/min", 0, 1);
        List<Long> seconds = new ArrayList<>();
        for (long slot = 0; slot < 20; slot++) {
            seconds.add((arrivals.dueNanos(slot) - 7) / SECOND);
        }
        assertThat(seconds)
                .containsExactly(
                        0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 40L, 41L, 42L, 43L, 44L, 45L, 46L, 47L, 48L, 49L);
        assertThat(arrivals.dueNanos(20)).isGreaterThan(99L * 365 * 24 * 3600 * SECOND);
    }

    @Test
    void theRampUpRunsAtTheFirstLevel() {
        ShapedArrivals arrivals = arrivals("0 60/min, 10s 600/min", 20, 1);
        assertThat(arrivals.slotsBefore(7 + 30 * SECOND)).isEqualTo(30);
        assertThat(arrivals.slotsBefore(7 + 31 * SECOND)).isEqualTo(40);
    }

    @Test
    void aRampOfTerminalsLetsThemInOneByOne() {
        LoadProfile profile =
                LoadProfile.parse("0 2 terminals, ramp 10s 7 terminals, ramp 5s 0 terminals, 5s 3 terminals");
        ActiveTerminals active =
                new ActiveTerminals(new Pacing.ClosedLoop(), profile.lasting(60 * SECOND), 100 * SECOND);
        assertThat(active.awakeNanos(1, 3)).as("in the ramp-up").isEqualTo(3);
        assertThat(active.awakeNanos(2, 3)).as("half way from 2 to 3 terminals").isEqualTo(101 * SECOND);
        assertThat(active.awakeNanos(6, 3)).isEqualTo(109 * SECOND);
        assertThat(active.awakeNanos(6, 110 * SECOND)).isEqualTo(110 * SECOND);
        long never = active.awakeNanos(6, 112 * SECOND);
        assertThat(never).as("it does not come back").isGreaterThan(99L * 365 * 24 * 3600 * SECOND);
        assertThat(active.awakeNanos(6, never + 5)).isEqualTo(never + 5);
        assertThat(active.awakeNanos(2, 119 * SECOND)).as("back with the step").isEqualTo(120 * SECOND);
        for (long nanos = 95 * SECOND; nanos < 160 * SECOND; nanos += SECOND / 7) {
            for (int terminal = 0; terminal < 8; terminal++) {
                long awake = active.awakeNanos(terminal, nanos);
                assertThat(awake).isGreaterThanOrEqualTo(nanos);
                assertThat(active.awakeNanos(terminal, awake)).isEqualTo(awake);
            }
        }
    }

    @Test
    void eachTerminalHasItsShareOfTheSlots() {
        ShapedArrivals arrivals = arrivals("0 600/min, ramp 30s 6000/min", 0, 7);
        List<Long> dues = new ArrayList<>();
        for (int terminal = 0; terminal < 7; terminal++) {
            long due = arrivals.firstDueNanos(terminal, 7, new RandomStream(1));
            for (; due < 60 * SECOND; due = arrivals.nextDueNanos(due, due + 5, -1, TpccTransaction.PAYMENT)) {
                dues.add(due);
            }
        }
        dues.sort(null);
        assertThat(dues).hasSize(1650 + 3000).doesNotHaveDuplicates();
        for (int slot = 0; slot < dues.size(); slot++) {
            assertThat(dues.get(slot)).isEqualTo(arrivals.dueNanos(slot));
        }
    }
}
