package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.bmsql.report.live.LiveSource;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Somebody drops the tables under a run. */
@Timeout(300)
class DestroyedRunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @Test
    void aRunWhoseTablesAreGoneSaysThat() throws Exception {
        POSTGRES.becomeLoaded(1);
        Path props = folder.resolve("props");
        POSTGRES.props(props, "warehouses=1 terminals=2 runMins=0.05 resultDirectory=result checkAfterRun=true");
        RunListener dropper = new RunListener() {
            @Override
            public Runnable running(LiveSource source) {
                assertThatCode(() -> POSTGRES.execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"))
                        .doesNotThrowAnyException();
                return () -> {};
            }
        };
        RunSummary summary =
                TestRuns.session(folder, props, 1, Map.of(), dropper).run().summary();
        assertThat(summary.ending().status()).isEqualTo(Status.ABORTED);
        assertThat(summary.ending().statusReason()).startsWith("The tables are gone:");
    }

    /** As on a disk that takes no new file. */
    @Test
    void filesThatCannotBeMadeAtItsEndCostARunNoFigures() throws Exception {
        POSTGRES.becomeLoaded(1);
        Path props = folder.resolve("props");
        POSTGRES.props(props, "warehouses=1 terminals=2 runMins=0.1 resultDirectory=result");
        List<String> warnings = new CopyOnWriteArrayList<>();
        RunListener spoiler = new RunListener() {
            @Override
            public Runnable running(LiveSource source) {
                for (String late : List.of("statement_times.csv", "collectors.csv")) {
                    Path file = folder.resolve("result/data").resolve(late);
                    assertThatCode(() -> Files.writeString(file, "source,samples,note\n"))
                            .doesNotThrowAnyException();
                }
                return () -> {};
            }

            @Override
            public void warn(String line) {
                warnings.add(line);
            }
        };
        RunSession.Finished finished =
                TestRuns.session(folder, props, 1, Map.of(), spoiler).run();
        assertThat(finished.summary().ending().status()).isEqualTo(Status.INCOMPLETE);
        assertThat(finished.summary().figures().tpmC()).isPositive();
        assertThat(finished.problems()).singleElement().asString().contains("statement_times.csv");
        assertThat(warnings).anyMatch(line -> line.contains("collectors.csv"));
    }
}
