package io.bmsql.study;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.CheckResult;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.RunSummary.PostRunChecks;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunRemarkTest {
    @Test
    void whyARunIsUncheckedOrWhatItsCheckFoundIsNoted() {
        CheckResult holds = made(CheckResult.class, "clause", "3.3.2.2", "passed", true);
        CheckResult failed = made(CheckResult.class, "clause", "3.3.2.1", "passed", false, "violations", 2L);
        PostRunChecks checks = PostRunChecks.NONE.withCheck(List.of(holds, failed));
        assertThat(remark(null, checks)).isEqualTo("condition 3.3.2.1 FAILED: 2 violations");
        assertThat(remark("not checked", PostRunChecks.NONE)).isEqualTo("not checked");
        assertThat(remark(null, PostRunChecks.NONE)).isEmpty();
    }

    private static String remark(String reason, PostRunChecks checks) {
        Ending ending = new Ending(RunSummary.Status.COMPLETE, reason);
        return StudyRunner.remark(made(RunSummary.class, "ending", ending, "postRun", checks));
    }
}
