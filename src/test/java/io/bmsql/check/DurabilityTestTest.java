package io.bmsql.check;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.result.AcidTrial;
import io.bmsql.result.LedgerResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityTestTest {
    @TempDir
    private Path folder;

    private AcidTrial judged(long lostConnections, long committed, long violations, long surplus) {
        LedgerResult.State state = violations == 0 ? LedgerResult.State.OK : LedgerResult.State.FAILED;
        LedgerResult ledger = made(
                LedgerResult.class,
                "passed",
                violations == 0,
                "counts",
                made(LedgerResult.Counts.class, "payments", committed),
                "checks",
                List.of(new LedgerResult.Check("payments", "", state, 9, violations, surplus, List.of())));
        return DurabilityTest.judge(lostConnections, ledger, folder.resolve("ledger.bin"));
    }

    @Test
    void aServerThatWasNotKilledOrHadNothingToKeepProvesNothing() {
        assertThat(judged(1, 1, 0, 0).passed()).isTrue();
        assertThat(judged(0, 1, 0, 0).passed()).isNull();
        AcidTrial idle = judged(1, 0, 0, 0);
        assertThat(idle.passed()).isNull();
        assertThat(idle.detail()).contains("no transaction that writes committed");
        AcidTrial.write(folder.resolve("acid.json"), List.of(idle));
        assertThat(AcidTrial.read(folder.resolve("acid.json"))).containsExactly(idle);
    }

    @Test
    void onlyWhatIsMissingFails() {
        assertThat(judged(1, 9, 2, 1).passed()).isFalse();
        assertThat(judged(0, 9, 2, 0).passed()).isFalse();
        assertThat(judged(1, 9, 2, 2).passed()).as("rows that no run made").isNull();
    }
}
