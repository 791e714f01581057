package io.bmsql.config;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.LoadProfile.Step;
import io.bmsql.config.LoadProfile.Unit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadProfileTest {
    private static final long SECOND = 1_000_000_000L;

    /** From second to second, level to level. */
    private static String text(LoadProfile profile) {
        return profile.steps().stream()
                .map(step -> step.fromNanos() / SECOND + "-"
                        + (step.untilNanos() == LoadProfile.OPEN ? "" : step.untilNanos() / SECOND) + " "
                        + LoadProfile.label(step.from(), step.to(), profile.unit()))
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 2000/min | 0- 2000/min",
                "0 2000/min, 5m 4000/min, ramp 10m 8000/min, 60s 20000/min"
                        + "| 0-300 2000/min, 300-900 4000 → 8000/min, 900-960 8000/min, 960- 20000/min",
                "0 20 terminals, 5m 50 terminals | 0-300 20 terminals, 300- 50 terminals",
                "0 1/s, 1h 0.5/s,5s 0/min , 1.5m end | 0-3600 60/min, 3600-3605 30/min, 3605-3695 0/min",
                "0s 0/min, ramp 1m 60/min, ramp 1m 0/min | 0-60 0 → 60/min, 60-120 60 → 0/min, 120- 0/min",
                "0 20terminals, ramp 2m 40 terminals, 1m end | 0-120 20 → 40 terminals, 120-180 40 terminals",
            })
    void profilesAreRead(String profile, String steps) {
        assertThat(text(LoadProfile.parse(profile))).isEqualTo(steps);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5m 4000/min                        | begins with `5m 4000/min` instead of the level at 0",
                "ramp 5m 4000/min                   | begins with `ramp 5m 4000/min` instead of the level at 0",
                "0 end                              | begins with `0 end`",
                "0 2000                             | has `0 2000`, which is not a time and a level",
                "0 2000/min, 5 4000/min             | has `5 4000/min`, whose time needs one of s, m, h",
                "0 2000/min, 5d 4000/min            | has `5d 4000/min`, which is not a time and a level",
                "0 2000/min,, 5m 4000/min           | has ``, which is not",
                "0 2000/min, 0 4000/min             | has `0 4000/min`, which takes no time",
                "0 2000/min, ramp 0s 4000/min       | which takes no time",
                "0 2000/min, 0.5s 4000/min          | has `0.5s 4000/min`, which is shorter than a second",
                "0 2000/min, 5m 40 terminals        | has `5m 40 terminals`, and rates and terminals do not mix",
                "0 1.5 terminals                    | has `0 1.5 terminals`, whose level is no whole number of terminals",
                "0 99999999999/min                  | whose level is above 2147483647",
                "0 999999999999/s                   | whose level is above 2147483647",
                "0 -5/min                           | which is not a time and a level",
                "0 0/min, 5m 0/min                  | never asks for anything",
                "0 5/min, 5m end, 5m 7/min          | continues after its `end`",
                "0 5/min, ramp 5m end               | has `ramp 5m end`, a ramp without a level",
                "0 5/min, 999999999999h 7/min       | takes more than 10000000 minutes",
            })
    void whatIsWrongIsSaid(String profile, String message) {
        assertThrown(IllegalArgumentException.class, () -> LoadProfile.parse(profile), message);
        assertThatThrownBy(() -> LoadProfile.parse("0 5/min" + ", 1s 6/min".repeat(600)))
                .hasMessageContaining("has 601 steps, more than 500");
    }

    @Test
    void theLastLevelLastsUntilTheEndOfTheRun() {
        LoadProfile open = LoadProfile.parse("0 2000/min, 10s 4000/min");
        assertThat(open.hasEnd()).isFalse();
        assertThat(text(open.lasting(30 * SECOND))).isEqualTo("0-10 2000/min, 10-30 4000/min");
        assertThat(open.lasting(30 * SECOND).mean()).isEqualTo(10_000 / 3.0);
        assertThatThrownBy(() -> open.lasting(10 * SECOND))
                .hasMessage("has its last change after 10 s of measurement, and the run measures 10 s");
        LoadProfile ramp = LoadProfile.parse("0 2000/min, ramp 10s 4000/min");
        assertThat(text(ramp.lasting(10 * SECOND))).isEqualTo("0-10 2000 → 4000/min");
        assertThatThrownBy(() -> ramp.lasting(9 * SECOND)).hasMessageContaining("after 10 s");
        LoadProfile closed = LoadProfile.parse("0 5/min, 7s end");
        assertThat(closed.hasEnd()).isTrue();
        assertThat(closed.lasting(99)).isSameAs(closed);
    }

    @Test
    void stepsAreFoundByTheirTime() {
        LoadProfile profile = LoadProfile.parse("0 5/min, 10s 6/min, ramp 20s 8/min, 5s end");
        assertThat(LongStream.of(-1, 0, 9, 10, 29, 30, 99).mapToObj(second -> profile.stepAt(second * SECOND)))
                .containsExactly(0, 0, 0, 1, 1, 2, 2);
        assertThat(profile.steps().get(1).level(20 * SECOND)).isEqualTo(7);
        assertThat(new Step(0, 1, 2, 4).mean()).isEqualTo(3);
        assertThat(LoadProfile.label(0.25, 1e9, Unit.RATE)).isEqualTo("0.25 → 1000000000/min");
    }
}
