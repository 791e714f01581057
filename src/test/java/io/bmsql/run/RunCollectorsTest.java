package io.bmsql.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCollectorsTest {
    private static final String HOST = "nobody@127.0.0.9";

    @TempDir
    private Path folder;

    private ResultDirectory directory;

    @BeforeEach
    void makeDirectory() {
        directory = ResultDirectory.create(folder.resolve("r"));
    }

    /** Begins to collect where this file cannot be made. */
    private void assertRefused(Path file) throws Exception {
        Files.createDirectory(file);
        ProgramContext program = TestRuns.program(folder);
        RunWindow window = new RunWindow(program.clock().nanoTime(), 0, 0, Long.MAX_VALUE);
        CollectorConfig config = new CollectorConfig("builtin", 1, List.of(HOST), 1, List.of(), true, true, true);
        try (StubServer server = new StubServer();
                Database database = server.open(1)) {
            assertThatThrownBy(() -> RunCollectors.begin(
                            program, config, "", database, directory, 1, window, true, new RunListener() {}))
                    .isInstanceOf(ResultWriteException.class)
                    .hasMessageContaining(file.getFileName().toString());
        }
    }

    @Test
    void noHostIsWatchedWhenTheFilesOfTheDatabaseCannotBeMade() throws Exception {
        assertRefused(directory.databaseMetrics());
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("collector " + HOST);
    }

    @Test
    void theFilesOfTheDatabaseAreClosedWhenThoseOfTheHostsCannotBeMade() throws Exception {
        Path descriptors = Path.of("/proc/self/fd");
        assumeTrue(Files.isDirectory(descriptors));
        assertRefused(directory.loadGenerator());
        List<Path> open = new ArrayList<>();
        for (Path descriptor : ResultDirectory.list(descriptors)) {
            open.add(descriptor.toFile().getCanonicalFile().toPath());
        }
        assertThat(open).doesNotContain(directory.databaseMetrics().toRealPath());
    }
}
