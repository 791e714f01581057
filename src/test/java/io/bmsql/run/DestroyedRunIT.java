package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.config.ConfigLoader;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.report.live.LiveSource;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.testing.PostgresExtension;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
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
        ProgramContext program = new ProgramContext(
                folder, Path.of("").toAbsolutePath(), Map.of(), RunClock.SYSTEM, SecretMask.of(List.of()));
        LoadedConfig settings = new ConfigLoader(Map.of(), () -> 1).load(props, Map.of(), ConfigPurpose.RUN);
        RunSummary summary = new RunSession(
                        program, new RunSession.Request(settings, props, 1, "a test"), new RunListener() {
                            @Override
                            public Runnable running(LiveSource source) {
                                try {
                                    POSTGRES.execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public");
                                } catch (SQLException e) {
                                    throw new IllegalStateException(e);
                                }
                                return () -> {};
                            }
                        })
                .run()
                .summary();
        assertThat(summary.ending().status()).isEqualTo(Status.ABORTED);
        assertThat(summary.ending().statusReason()).startsWith("The tables are gone:");
    }
}
