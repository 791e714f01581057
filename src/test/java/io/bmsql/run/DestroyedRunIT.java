package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.bmsql.report.live.LiveSource;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestRuns;
import java.nio.file.Path;
import java.util.Map;
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
}
