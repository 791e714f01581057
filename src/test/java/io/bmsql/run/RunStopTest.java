package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.run.RunListener.Stage;
import io.bmsql.spec.RefusedException;
import io.bmsql.testing.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class RunStopTest {
    private final List<Stage> stages = new ArrayList<>();
    private final RunStop stop = new RunStop(new RunListener() {
        @Override
        public void stopping(Stage stage) {
            stages.add(stage);
        }
    });

    @Test
    void theGateDecidesWhenTheFirstTransactionIsDue() throws Exception {
        assertThat(stop.awaitStart(clock -> clock.nanoTime() + 5, new ManualClock()))
                .isEqualTo(new ManualClock().nanoTime() + 5);
    }

    @Test
    void aStopEndsTheWaitForTheOtherDrivers() {
        List<String> removed = new ArrayList<>();
        stop.onWithdrawal(() -> removed.add("all"));
        StartGate gate = clock -> {
            stop.request(" by Ctrl-C");
            new CountDownLatch(1).await();
            return 0;
        };

        assertThatThrownBy(() -> stop.awaitStart(gate, new ManualClock()))
                .isInstanceOf(RefusedException.class)
                .hasMessage("Stopped before the run began by Ctrl-C.");
        assertThat(removed).containsExactly("all");
        assertThat(stages).containsExactly(Stage.BEFORE_START);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aRunThatTheGateCallsOffSaysWhy() {
        StartGate gate = clock -> {
            throw new RefusedException("driver c2 is gone");
        };
        assertThatThrownBy(() -> stop.awaitStart(gate, new ManualClock())).hasMessage("driver c2 is gone");
        assertThat(Thread.interrupted()).isFalse();
    }
}
