package io.bmsql.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a test writes over and over. */
public final class TestFiles {
    private TestFiles() {}

    /** Writes a new file in the place of an old one: ext4 waits for the disk when a file is emptied and written again. */
    public static Path replace(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        return Files.write(file, content);
    }
}
