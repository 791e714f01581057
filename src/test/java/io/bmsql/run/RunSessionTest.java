package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary.Status;
import io.bmsql.secret.SecretMask;
import io.bmsql.terminal.RunEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSessionTest {
    private static final SecretMask NO_SECRETS = SecretMask.of(List.of());

    @Test
    void everyEarlyEndHasItsReason() {
        RunEnd away = new RunEnd(RunEnd.Reason.SERVER_AWAY, new IllegalStateException("gone for 600 seconds"), 0);
        assertThat(RunSession.status(away)).isEqualTo(Status.ABORTED);
        assertThat(RunSession.reason(away, null, NO_SECRETS)).contains("gone for 600 seconds");
        RunEnd stopped = new RunEnd(RunEnd.Reason.STOPPED, null, 0);
        assertThat(RunSession.status(stopped)).isEqualTo(Status.INTERRUPTED);
        assertThat(RunSession.reason(stopped, " by Ctrl-C", NO_SECRETS)).contains("Ctrl-C");
        assertThat(RunSession.reason(stopped, " because of SIGHUP", NO_SECRETS)).contains("SIGHUP");
        assertThat(RunSession.reason(new RunEnd(RunEnd.Reason.PLANNED, null, 0), null, NO_SECRETS))
                .isNull();
    }

    @Test
    void theReasonKeepsTheSecretsThatADriverRepeats() {
        Exception refusal = new IllegalStateException("jdbc:x://host?pin=zebra42&password=lion was refused");
        assertThat(RunSession.reason(
                        new RunEnd(RunEnd.Reason.SERVER_AWAY, refusal, 0), null, SecretMask.of(List.of("zebra42"))))
                .isEqualTo("The server did not come back: jdbc:x://host?pin=***&password=*** was refused");
    }
}
