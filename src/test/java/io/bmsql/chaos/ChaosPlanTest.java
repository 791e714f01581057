package io.bmsql.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.chaos.ChaosPlan.Fault;
import io.bmsql.chaos.ChaosPlan.Step;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChaosPlanTest {
    private static List<Step> steps(long seed, int count) {
        ChaosPlan plan = new ChaosPlan(seed);
        return Stream.generate(plan::next).limit(count).toList();
    }

    @Test
    void aSeedAlwaysGivesTheSameStepsAndAnotherOneOthers() {
        assertThat(steps(24, 100)).isEqualTo(steps(24, 100)).isNotEqualTo(steps(25, 100));
    }

    @Test
    void everyKindLeadsOnceBeforeAnyLeadsAgain() {
        int kinds = Fault.values().length;
        List<Step> two = steps(7, 2 * kinds);
        assertThat(two.subList(0, kinds)).extracting(Step::lead).containsExactlyInAnyOrder(Fault.values());
        assertThat(two.subList(kinds, 2 * kinds)).extracting(Step::lead).containsExactlyInAnyOrder(Fault.values());
    }

    @Test
    void whatEndsARunComesLastAndNothingElseHappensWhereAnOutageMustBeTooLong() {
        assertThat(steps(3, 500)).allSatisfy(step -> {
            assertThat(step.acts()).isNotEmpty();
            assertThat(step.acts().subList(0, step.acts().size() - 1))
                    .noneMatch(act -> act.fault().compareTo(Fault.RUN_SIGNAL) >= 0 && step.lead() != Fault.BUILD);
            assertThat(step.lead() == Fault.SERVER_AWAY && step.acts().size() > 1)
                    .isFalse();
        });
    }
}
