package io.bmsql.study;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.common.UsageException;
import io.bmsql.testing.Background;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
    private String all = "";
    private String one = "";

    @BeforeEach
    void findProcessors() throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/bin/taskset")), "no taskset on this host");
        all = allowed(Path.of("/proc/thread-self"));
        one = all.split("[,-]")[0];
        assumeTrue(!one.equals(all), "a single processor cannot be chosen");
    }

    private static String allowed(Path process) throws IOException {
        return Files.readAllLines(process.resolve("status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.split("\\s+")[1])
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aThreadAndThoseThatItStartsAreBoundAndNoOthers() throws Exception {
        Path thread = Path.of("/proc/thread-self");
        String bound = Background.call(() -> {
                    new Processors().bindThread(one);
                    return Background.call(() -> allowed(thread)).get();
                })
                .get();

        assertThat(bound).isEqualTo(one);
        assertThat(allowed(thread)).isEqualTo(all);
    }

    @Test
    void aProcessAndItsChildrenAreBoundUntilTheEnd() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "sleep 600 & wait").start();
        try {
            while (shell.children().findAny().isEmpty()) {
                Thread.onSpinWait();
            }
            long child = shell.children().findAny().orElseThrow().pid();
            try (Processors processors = new Processors()) {
                processors.bindProcess(shell.pid(), one);
                processors.bindProcess(shell.pid(), one);
                assertThat(allowed(Path.of("/proc/" + shell.pid()))).isEqualTo(one);
                assertThat(allowed(Path.of("/proc/" + child))).isEqualTo(one);
            }
            assertThat(allowed(Path.of("/proc/" + shell.pid()))).isEqualTo(all);
            assertThat(allowed(Path.of("/proc/" + child))).isEqualTo(all);
        } finally {
            shell.descendants().forEach(ProcessHandle::destroy);
            shell.destroy();
        }
    }

    @Test
    void whatCannotBeBoundIsRefused() {
        assertThrown(
                UsageException.class, () -> Processors.require("99999"), "taskset cannot use the processors 99999: ");
        assertThrown(
                UsageException.class, () -> new Processors().bindProcess(Long.MAX_VALUE, one), "There is no process");
    }
}
