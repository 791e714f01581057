package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary.Status;
import io.bmsql.terminal.RunEnd;
import org.junit.jupiter.api.Test;

class RunSessionTest {
    @Test
    void everyEarlyEndHasItsReason() {
        RunEnd away = new RunEnd(RunEnd.Reason.SERVER_AWAY, new IllegalStateException("gone for 600 seconds"), 0);
        assertThat(RunSession.status(away)).isEqualTo(Status.ABORTED);
        assertThat(RunSession.reason(away, null)).contains("gone for 600 seconds");
        RunEnd stopped = new RunEnd(RunEnd.Reason.STOPPED, null, 0);
        assertThat(RunSession.status(stopped)).isEqualTo(Status.INTERRUPTED);
        assertThat(RunSession.reason(stopped, " by Ctrl-C")).contains("Ctrl-C");
        assertThat(RunSession.reason(stopped, " because of SIGHUP")).contains("SIGHUP");
        assertThat(RunSession.reason(new RunEnd(RunEnd.Reason.PLANNED, null, 0), null))
                .isNull();
    }
}
