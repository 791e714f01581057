package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ParallelWork;
import io.bmsql.testing.Background;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileReplacerTest {
    @TempDir
    private Path folder;

    /** Java's own event of a forced write: nobody can pull the plug in a test. */
    @Test
    void whatMustOutlastAPowerLossIsForcedToTheDiskBeforeItGetsItsName() throws Exception {
        Path file = folder.resolve("journal");
        Path recorded = folder.resolve("forces.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withoutThreshold().withoutStackTrace();
            recording.start();
            Thread.currentThread().interrupt();
            FileReplacer.replaceForGood(file, new byte[] {1}, "");
            assertThat(Thread.interrupted()).isTrue();
            recording.stop();
            recording.dump(recorded);
        }
        List<RecordedEvent> forces = RecordingFile.readAllEvents(recorded);
        assertThat(forces)
                .extracting(force -> force.getString("path"))
                .anyMatch(path -> path.startsWith(file + ".") && path.endsWith(".new"));
        assertThat(Files.readAllBytes(file)).containsExactly(1);
    }

    /** As two commands do that write the report of one directory. */
    @Test
    void whoReplacesAFileAtTheSameTimeDisturbsNobody() throws Exception {
        Path file = folder.resolve("report.html");
        List<ParallelWork> both = Stream.of("a", "b")
                .map(letter -> ParallelWork.start("replacing-" + letter, () -> {
                    for (int i = 0; i < 300; i++) {
                        FileReplacer.replace(file, letter.repeat(100_000), "", "");
                    }
                }))
                .toList();
        for (ParallelWork one : both) {
            one.join(600_000);
        }
        assertThat(Files.readString(file)).matches("a{100000}|b{100000}");
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
    }

    /** As a run does with its summary.json, while another command reads it. */
    @Test
    void aFileThatIsReplacedWhileItIsReadIsTheOldOneOrTheNew() throws Exception {
        Path file = Files.writeString(folder.resolve("summary.json"), "{}");
        AtomicBoolean isOver = new AtomicBoolean();
        CompletableFuture<Void> writer = Background.run(() -> {
            for (int i = 0; !isOver.get(); i++) {
                FileReplacer.replace(file, "{" + " ".repeat(1 + i % 2 * 5_000) + "}", "", "");
            }
        });
        for (int i = 0; i < 2_000; i++) {
            assertThat(new String(ResultFile.bytes(file), StandardCharsets.UTF_8))
                    .endsWith("}");
        }
        isOver.set(true);
        writer.get();
    }
}
