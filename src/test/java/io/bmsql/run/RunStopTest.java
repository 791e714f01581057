package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.SecretMask;
import io.bmsql.common.UsageException;
import io.bmsql.config.LoadedConfig;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.run.RunListener.Stage;
import io.bmsql.terminal.RunEnd;
import io.bmsql.testing.ManualClock;
import io.bmsql.testing.TestDatabase;
import io.bmsql.testing.TestRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunStopTest {
    private static final SecretMask NO_SECRETS = SecretMask.of(List.of());

    private final List<Stage> stages = new ArrayList<>();
    private final RunStop stop = new RunStop(new RunListener() {
        @Override
        public void stopping(Stage stage) {
            stages.add(stage);
        }
    });

    /** No server is needed to see it, and the settings are not printed before. */
    @Test
    void aTakenPlaceForTheResultsIsRefusedBeforeAnythingElse(@TempDir Path folder) throws Exception {
        Path props = folder.resolve("props");
        new TestDatabase.Named("postgres", "jdbc:postgresql://127.0.0.1:1/none", "u")
                .props(props, "warehouses=1 terminals=1 runMins=1");
        Files.createDirectory(folder.resolve("taken"));
        List<String> said = new ArrayList<>();
        RunListener listener = new RunListener() {
            @Override
            public void settings(LoadedConfig settings) {
                said.add("settings");
            }

            @Override
            public void warn(String line) {
                said.add(line);
            }
        };
        RunSession taken = TestRuns.session(folder, props, 1, Map.of("resultDirectory", "taken"), listener);
        assertThatThrownBy(taken::run).hasMessageContaining("taken exists already");
        assertThat(said).isEmpty();

        RunSession nowhere = TestRuns.session(folder, props, 1, Map.of(), listener);
        assertThatThrownBy(nowhere::run).hasMessageContaining("127.0.0.1");
        assertThat(said).hasSize(2).first().asString().startsWith("resultDirectory is not set");
    }

    @Test
    void aStopEndsTheWaitForTheOtherAgents() {
        List<String> removed = new ArrayList<>();
        stop.onWithdrawal(() -> removed.add("all"));
        StartGate gate = clock -> {
            stop.request(" by Ctrl-C");
            new CountDownLatch(1).await();
            return 0;
        };

        assertThatThrownBy(() -> stop.awaitStart(gate, new ManualClock()))
                .isInstanceOf(UsageException.class)
                .hasMessage("Stopped before the run began by Ctrl-C.");
        assertThat(removed).containsExactly("all");
        assertThat(stages).containsExactly(Stage.BEFORE_START);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aRunThatTheGateCallsOffSaysWhy() {
        StartGate gate = clock -> {
            throw new UsageException("agent c2 is gone");
        };
        assertThatThrownBy(() -> stop.awaitStart(gate, new ManualClock())).hasMessage("agent c2 is gone");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aFileThatIsGoneBecauseOfTheStopIsNoFailure() throws Exception {
        stop.refuseIfWithdrawn();
        stop.request(" because the coordinator was lost");

        assertThatThrownBy(stop::refuseIfWithdrawn)
                .isInstanceOf(UsageException.class)
                .hasMessage("Stopped before the run began because the coordinator was lost.");
    }

    @Test
    void everyEarlyEndHasItsReason() {
        RunEnd away =
                new RunEnd(RunEnd.Reason.SERVER_UNREACHABLE, new IllegalStateException("gone for 600 seconds"), 0);
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
    void theReasonKeepsTheSecretsThatAnAgentRepeats() {
        Exception refusal = new IllegalStateException("jdbc:x://host?pin=zebra42&password=lion was refused");
        assertThat(RunStop.ending(
                                new RunEnd(RunEnd.Reason.SERVER_UNREACHABLE, refusal, 0),
                                null,
                                SecretMask.of(List.of("zebra42")))
                        .statusReason())
                .as("an unknown password may go on to the end")
                .isEqualTo("The server did not come back: jdbc:x://host?pin=***&password=***");
    }
}
