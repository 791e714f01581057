package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.RunSummary.Status;
import io.bmsql.secret.SecretMask;
import io.bmsql.terminal.RunEnd;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunStopTest {
    private static final SecretMask NO_SECRETS = SecretMask.of(List.of());

    @Test
    void everyEarlyEndHasItsReason() {
        RunEnd away = new RunEnd(RunEnd.Reason.SERVER_AWAY, new IllegalStateException("gone for 600 seconds"), 0);
        assertThat(RunStop.ending(away, null, NO_SECRETS).status()).isEqualTo(Status.ABORTED);
        assertThat(RunStop.ending(away, null, NO_SECRETS).statusReason()).contains("gone for 600 seconds");
        RunEnd stopped = new RunEnd(RunEnd.Reason.STOPPED, null, 0);
        assertThat(RunStop.ending(stopped, null, NO_SECRETS).status()).isEqualTo(Status.INTERRUPTED);
        assertThat(RunStop.ending(stopped, " by Ctrl-C", NO_SECRETS).statusReason())
                .contains("Ctrl-C");
        assertThat(RunStop.ending(stopped, " because of SIGHUP", NO_SECRETS).statusReason())
                .contains("SIGHUP");
        assertThat(RunStop.ending(new RunEnd(RunEnd.Reason.PLANNED, null, 0), null, NO_SECRETS)
                        .statusReason())
                .isNull();
    }

    @Test
    void theReasonKeepsTheSecretsThatADriverRepeats() {
        Exception refusal = new IllegalStateException("jdbc:x://host?pin=zebra42&password=lion was refused");
        assertThat(RunStop.ending(
                                new RunEnd(RunEnd.Reason.SERVER_AWAY, refusal, 0),
                                null,
                                SecretMask.of(List.of("zebra42")))
                        .statusReason())
                .isEqualTo("The server did not come back: jdbc:x://host?pin=***&password=*** was refused");
    }
}
