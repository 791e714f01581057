package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.SecretMask;
import io.bmsql.config.AgentShare;
import io.bmsql.testing.Background;
import io.bmsql.testing.ManualClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentRunTest {
    @TempDir
    private Path folder;

    /** The coordinator waits for an agent as long as its seconds come, and another thread sends those. */
    @Test
    void whatEndsItsThreadIsToldToTheCoordinator() {
        ManualClock clock = new ManualClock() {
            @Override
            public long nanoTime() {
                throw new OutOfMemoryError("unable to create native thread");
            }
        };
        assertThat(told(folder, clock)).contains("unable to create native thread");
    }

    @Test
    void aFolderThatTakesNoFilesIsToldToTheCoordinator() {
        Path gone = folder.resolve("gone");
        assertThat(told(gone, RunClock.SYSTEM)).contains("cannot be written to (", "gone", "does not exist");
    }

    private static String told(Path folder, RunClock clock) {
        LinkedBlockingQueue<AgentMessage> sent = new LinkedBlockingQueue<>();
        AgentMessage.Task task = new AgentMessage.Task(
                "r1",
                AgentShare.WHOLE,
                new ProgramSums(ProgramContext.version(), "", new TreeMap<>()),
                Map.of(),
                List.of(),
                "db=postgres\nconn=jdbc:postgresql://localhost/bmsql\nuser=bmsql\npassword=\n",
                Map.of(),
                1,
                "",
                "result");
        AgentRun run = new AgentRun(
                new ProgramContext(folder, folder, Map.of(), clock, SecretMask.of(List.of())),
                task,
                line -> {},
                UUID.randomUUID(),
                (message, bytes) -> sent.add(message));

        run.begin();

        Background.await(run::isOver);
        assertThat(sent).hasSize(1);
        return sent.remove().toString();
    }
}
