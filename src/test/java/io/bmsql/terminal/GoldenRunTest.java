package io.bmsql.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.config.PacingMode;
import io.bmsql.measure.Recording;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Ending;
import io.bmsql.result.SeriesRow;
import io.bmsql.testing.stub.StubServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole run, from terminals to result files, on a manual clock, the stub driver and one worker: the files are the same
 * to the byte each time. After a change that is meant, {@code mvn test -Dtest=GoldenRunTest -Dgolden.write=true} writes
 * them anew; look at the difference before you commit it.
 */
class GoldenRunTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden-run");

    @TempDir
    private Path folder;

    @Test
    void theResultFilesOfARunAreAsTheyWere() throws Exception {
        ResultDirectory directory = ResultDirectory.create(folder.resolve("run"));
        RunSummary summary = run(directory);

        assertThat(summary.ending().status()).isEqualTo(RunSummary.Status.COMPLETE);
        assertSame(directory.result(), "result.csv");
        assertSame(SeriesRow.CSV.in(directory), "series.csv");
        assertSame(directory.summary(), "summary.json");
        long newOrders = Files.readAllLines(directory.result()).stream()
                .filter(row -> row.contains(",NEW_ORDER,") && row.endsWith(",0"))
                .count();
        assertThat(summary.figures().tpmC()).isEqualTo(newOrders * 60 / 3.0);
        assertThat(summary.figures().errors()).hasSize(2);
    }

    /** A second of ramp-up, three measured ones; each call takes a millisecond, one attempt fails, one commit is lost. */
    private static RunSummary run(ResultDirectory directory) throws Exception {
        Terminals.Run settings =
                Terminals.run().withTerminals(5, 1).withRetries(10).withMinutes(1 / 60.0, 3 / 60.0);
        try (StubRun run = new StubRun(settings)) {
            RunWindow window = RunWindow.timed(run.clock, 1, 3);
            try (Recording recording = Recording.open(run.clock, window, facts(), directory)) {
                run.server.eachCall(() -> {
                    run.clock.advance(StubRun.CALL_NANOS);
                    long milli = run.clock.nanoTime() / StubRun.CALL_NANOS;
                    if (milli % 1_000 == 0) {
                        recording.sample();
                    }
                    if (milli == 1_500) {
                        run.server.failNext("Payment.customer", "40P01");
                    }
                    if (milli == 2_500) {
                        run.server.breakNext(StubServer.COMMIT);
                    }
                });
                RunEnd end = run.scheduler.run(window, recording.measurement(), null);
                assertThat(end.reason()).isEqualTo(RunEnd.Reason.PLANNED);
                return recording.finish(Ending.PLANNED);
            }
        }
    }

    private static RunFacts facts() {
        return new RunFacts(
                new Setup(1, "golden", "stub", "", "plain", "READ_COMMITTED", 42, null),
                new Size(4, 4, 5, 1, null),
                new Pace(PacingMode.CLOSED_LOOP, "minutes", 0, 0, 0, 0, null),
                new Window(0, 0, 1, 3, 0),
                Map.of(),
                List.of(),
                null,
                null);
    }

    private static void assertSame(Path made, String golden) throws IOException {
        Path expected = GOLDEN.resolve(golden);
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(GOLDEN);
            Files.copy(made, expected, StandardCopyOption.REPLACE_EXISTING);
        }
        // The line of a statement is of no interest here.
        assertThat(Files.readString(made).replaceAll("statements.sql:[0-9]+", "statements.sql"))
                .isEqualTo(Files.readString(expected).replaceAll("statements.sql:[0-9]+", "statements.sql"));
    }
}
