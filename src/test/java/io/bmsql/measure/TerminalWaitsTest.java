package io.bmsql.measure;

import static io.bmsql.testing.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.TransactionType;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.WaitRow;
import io.bmsql.testing.ManualClock;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import io.bmsql.workload.EndedTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code waits.csv} says of transactions told one by one: four terminals, the window from second 2 to 12. */
class TerminalWaitsTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private final RunWindow window = RunWindow.timed(clock, 2, 10);

    private Recording open(String events) {
        List<EffectiveSetting> settings = List.of(new EffectiveSetting("events", events, "props:1"));
        return Recording.open(clock, window, with(RunFactsFixture.facts(1, 1), "settings", settings), directory());
    }

    private ResultDirectory directory() {
        Path path = folder.resolve("run");
        return Files.exists(path) ? ResultDirectory.begin(path) : ResultDirectory.create(path);
    }

    /** Of a terminal, which waited from one moment of the run until another, in milliseconds. */
    private void end(
            Recording recording, int terminal, TransactionType type, Outcome outcome, long dueMillis, long endMillis) {
        while (clock.nanoTime() < endMillis * MILLI) {
            clock.advance(10 * MILLI);
            if (clock.nanoTime() % (1_000 * MILLI) == 0) {
                recording.sample();
            }
        }
        EndedTransaction ended = Ends.of(type, outcome, 1, 0, dueMillis * MILLI, dueMillis * MILLI, endMillis * MILLI);
        ended.terminal = terminal;
        recording.measurement().record(ended);
    }

    private List<WaitRow> rows(Recording recording) {
        clock.parkUntil(12_000 * MILLI);
        recording.finish(Ending.PLANNED);
        return WaitRow.CSV.list(directory());
    }

    private static List<WaitRow> of(int terminal, List<WaitRow> rows) {
        return rows.stream().filter(row -> row.terminal() == terminal).toList();
    }

    @Test
    void aTerminalWaitsForAllAnswersSinceItsLastCommitAndNotWhileItThinks() {
        try (Recording recording = open("3s kill x")) {
            end(recording, 0, TpccTransaction.PAYMENT, Outcome.COMMITTED, 2_900, 2_950);
            end(recording, 1, TpccTransaction.PAYMENT, Outcome.COMMITTED, 3_000, 3_450);
            end(recording, 0, TpccTransaction.NEW_ORDER, Outcome.UNKNOWN, 3_000, 3_500);
            end(recording, 0, TpccTransaction.ORDER_STATUS, Outcome.COMMITTED, 4_000, 4_900);
            end(recording, 0, TpccTransaction.NEW_ORDER, Outcome.ROLLED_BACK, 4_900, 4_950);
            end(recording, 0, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 5_000, 5_700);
            end(recording, 0, TpccTransaction.NEW_ORDER, Outcome.COMMITTED, 5_700, 5_750);
            end(recording, -1, TpccTransaction.DELIVERY_BG, Outcome.COMMITTED, 2_000, 5_760);
            List<WaitRow> rows = rows(recording);
            assertThat(of(0, rows)).containsExactly(new WaitRow(0, 2.5, 3.7));
            assertThat(of(1, rows)).containsExactly(new WaitRow(1, 1.0, 1.45));
            assertThat(of(2, rows)).isEmpty();
        }
    }

    @Test
    void gapsOfAllAreThereFromATenthOfASecondOnToTheEndOfTheWindow() {
        try (Recording recording = open("3s kill x")) {
            for (int millis = 50; millis <= 4_000; millis += 50) {
                end(recording, 0, TpccTransaction.PAYMENT, Outcome.COMMITTED, millis - 10, millis);
            }
            end(recording, 0, TpccTransaction.PAYMENT, Outcome.COMMITTED, 4_000, 4_300);
            end(recording, 1, TpccTransaction.PAYMENT, Outcome.FAILED, 4_100, 5_100);
            List<WaitRow> rows = rows(recording);
            assertThat(of(WaitRow.ALL, rows))
                    .containsExactly(new WaitRow(WaitRow.ALL, 2, 2.3), new WaitRow(WaitRow.ALL, 2.3, 10));
            assertThat(of(1, rows)).as("who still waits at the end").containsExactly(new WaitRow(1, 9, 10));
        }
    }

    @Test
    void aRunWithoutEventsHasNoSuchFile() {
        try (Recording recording = open("")) {
            end(recording, 0, TpccTransaction.PAYMENT, Outcome.COMMITTED, 2_000, 5_000);
            clock.parkUntil(12_000 * MILLI);
            recording.finish(Ending.PLANNED);
            assertThat(WaitRow.CSV.in(directory())).doesNotExist();
        }
    }
}
