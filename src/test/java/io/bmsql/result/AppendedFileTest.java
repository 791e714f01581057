package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppendedFileTest {
    @TempDir
    Path folder;

    @Test
    void linesAreOnTheDiskAtOnceAndAnInterruptedThreadWritesOn() throws IOException {
        Path path = folder.resolve("f");
        try (AppendedFile file = AppendedFile.create(path, AppendedFile.Opener.NEW_FILE, new AppendedFile.Warning())) {
            Thread.currentThread().interrupt();
            file.append("one\n");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(path).hasContent("one\n");
            file.append("two\n");
            assertThat(file.problem()).isNull();
        }
        assertThat(path).hasContent("one\ntwo\n");
    }

    /** Whoever appends was not waited for: the file was read and signed meanwhile. */
    @Test
    void whatComesAfterTheEndIsLeftOutAndIsNoProblem() {
        Path path = folder.resolve("f");
        AppendedFile file = AppendedFile.create(path, AppendedFile.Opener.NEW_FILE, new AppendedFile.Warning());
        file.append("one\n");
        file.close();
        file.append("late\n");
        assertThat(file.problem()).isNull();
        assertThat(path).hasContent("one\n");
    }

    @Test
    void aFullDiskEndsTheFileAndIsSaid() {
        Path fullDisk = Path.of("/dev/full");
        assumeTrue(Files.exists(fullDisk));
        try (AppendedFile file = AppendedFile.create(
                folder.resolve("f"), path -> new FileOutputStream(fullDisk.toFile()), new AppendedFile.Warning())) {
            file.append("one\n");
            file.append("two\n");

            assertThat(file.problem()).contains(folder.resolve("f").toString(), "incomplete", "No space left");
        }
    }

    @Test
    void anExistingFileIsNeverOverwritten() throws IOException {
        Path path = Files.writeString(folder.resolve("f"), "keep me");

        assertThatThrownBy(() -> AppendedFile.create(path, AppendedFile.Opener.NEW_FILE, new AppendedFile.Warning()))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining(path.toString());
        assertThat(path).hasContent("keep me");
    }
}
