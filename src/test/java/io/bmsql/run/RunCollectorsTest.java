package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.common.ProgramContext;
import io.bmsql.config.CollectorConfig;
import io.bmsql.db.Database;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.testing.TestRuns;
import io.bmsql.testing.stub.StubServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCollectorsTest {
    private static final String HOST = "nobody@127.0.0.9";

    @TempDir
    private Path folder;

    @Test
    void noHostIsWatchedWhenTheFilesOfTheDatabaseCannotBeMade() throws Exception {
        ProgramContext program = TestRuns.program(folder);
        ResultDirectory directory = ResultDirectory.create(folder.resolve("r"));
        Files.createDirectory(directory.databaseMetrics());
        RunWindow window = new RunWindow(program.clock().nanoTime(), 0, 0, Long.MAX_VALUE);
        CollectorConfig config = new CollectorConfig("builtin", 1, List.of(HOST), 1, List.of(), true, true, true);
        try (StubServer server = new StubServer();
                Database database = server.open(1)) {
            assertThatThrownBy(() -> RunCollectors.begin(
                            program, config, "", database, directory, 1, window, true, new RunListener() {}))
                    .isInstanceOf(ResultWriteException.class)
                    .hasMessageContaining("db_metrics.csv");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("collector " + HOST);
    }
}
