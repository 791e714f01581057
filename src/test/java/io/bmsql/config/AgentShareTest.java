package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.bmsql.common.UsageException;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AgentShareTest {
    private static List<AgentShare> shares(int agents) {
        return IntStream.rangeClosed(1, agents)
                .mapToObj(number -> new AgentShare(number, agents, "g7"))
                .toList();
    }

    private static int sum(int agents, ToIntFunction<AgentShare> part) {
        return shares(agents).stream().mapToInt(part).sum();
    }

    @Test
    void whatDoesNotDivideIsDealtOutWithoutGapsAndWithoutARest() {
        for (int agents = 1; agents <= 12; agents++) {
            for (int all = 0; all <= 100; all++) {
                int next = 0;
                for (AgentShare share : shares(agents)) {
                    assertThat(share.before(all)).isEqualTo(next);
                    assertThat(share.of(all)).isBetween(all / agents, all / agents + 1);
                    next += share.of(all);
                }
                assertThat(next).isEqualTo(all);
            }
        }
        assertThat(shares(3)).extracting(share -> share.of(11)).containsExactly(4, 4, 3);
    }

    @Test
    void eachAgentOfARunHasADirectoryOfItsOwnAndTheOnlyOneThatOfTheRun() {
        assertThat(AgentShare.WHOLE.directory("r_2026")).isEqualTo("r_2026");
        assertThat(new AgentShare(1, 1, "abc").directory("r_2026")).isEqualTo("r_2026_agent1");
        assertThat(new AgentShare(12, 12, "abc").directory("r_2026")).isEqualTo("r_2026_agent12");
        assertThat(AgentShare.runOf("r_2026_agent12")).isEqualTo("r_2026");
        assertThat(AgentShare.runOf("r_2026")).isEqualTo("r_2026");
    }

    @Test
    void noAgentHasMoreConnectionsThanTerminalsAndTheLeastRateGivesEachSomething() {
        for (int terminals = 10; terminals < 100; terminals++) {
            int least = Math.floorDiv(terminals - 1, terminals / 10) + 1;
            for (AgentShare share : shares(10)) {
                assertThat(share.ofRate(least, terminals)).isPositive();
                for (int connections = 10; connections <= terminals; connections++) {
                    assertThat(share.of(connections)).isLessThanOrEqualTo(share.of(terminals));
                }
            }
        }
    }

    @Test
    void aRateFollowsTheTerminalsAndAddsUpExactly() {
        for (int rate : new int[] {0, 1, 999, 60_000, Integer.MAX_VALUE}) {
            assertThat(sum(7, share -> share.ofRate(rate, 1_000))).isEqualTo(rate);
        }
        assertThat(shares(3)).extracting(share -> share.ofRate(1_000, 5)).containsExactly(400, 400, 200);
    }

    @Test
    void aProfileKeepsItsTimesAndItsLevelsAddUp() {
        LoadProfile rates = LoadProfile.parse("0 1000/min, 5m 4000/min, ramp 5m 100/min, 60s end");
        List<LoadProfile> parts =
                shares(3).stream().map(share -> share.of(rates, 10)).toList();
        for (int step = 0; step < rates.steps().size(); step++) {
            int at = step;
            assertThat(parts).allSatisfy(part -> assertThat(part.steps().get(at).untilNanos())
                    .isEqualTo(rates.steps().get(at).untilNanos()));
            assertThat(parts.stream()
                            .mapToDouble(part -> part.steps().get(at).to())
                            .sum())
                    .isCloseTo(rates.steps().get(at).to(), within(1e-6));
        }
        LoadProfile terminals = LoadProfile.parse("0 7 terminals, 5m 10 terminals");
        assertThat(shares(3))
                .extracting(share -> share.of(terminals, 10).highest())
                .containsExactly(4.0, 3.0, 3.0);
        assertThat(AgentShare.WHOLE.of(rates, 10)).isSameAs(rates);
    }

    @Test
    void anAgentWithoutWorkIsRefusedInOneSentence() {
        AgentShare share = new AgentShare(2, 10, "g7");
        assertThatCode(() -> share.require(10, 10, 10)).doesNotThrowAnyException();
        assertThatThrownBy(() -> share.require(9, 9, 0))
                .isInstanceOf(UsageException.class)
                .hasMessage("terminals is 9, too few for 10 agents: set terminals to at least 10, or use fewer agents");
        assertThatThrownBy(() -> share.require(100, 9, 0)).hasMessageStartingWith("sutThreads is 9, too few");
        assertThatThrownBy(() -> share.require(15, 10, 14))
                .hasMessage(
                        "the rate a minute is 14, too few for 10 agents: set the rate a minute to at least 15, or use fewer"
                                + " agents");
        assertThatCode(() -> share.require(15, 10, 15)).doesNotThrowAnyException();
        assertThatThrownBy(() -> new AgentShare(1, 2, "")).hasMessageContaining("letters and digits");
        assertThatThrownBy(() -> new AgentShare(3, 2, "g7")).isInstanceOf(IllegalArgumentException.class);
    }
}
