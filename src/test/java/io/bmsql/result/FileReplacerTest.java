package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        assertThat(forces).extracting(force -> force.getString("path")).contains(file + ".new");
        assertThat(Files.readAllBytes(file)).containsExactly(1);
    }
}
