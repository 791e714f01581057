package io.bmsql.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where the server's binaries are unpacked once for each user. The library's own choice, one folder for all users under
 * {@code /tmp}, fails for the second user.
 */
final class BinariesFolder {
    private BinariesFolder() {}

    static Path find() throws IOException {
        Path own = Path.of(System.getProperty("user.home", ""), ".cache", "bmsql");
        Path cache = own.resolve("postgres");
        try {
            Files.createDirectories(cache);
            // The library opens its own folder to everybody; nobody else may get that far.
            Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwx------"));
            if (cache.isAbsolute() && Files.isWritable(cache)) {
                return cache;
            }
        } catch (IOException homeIsReadOnly) {
            return temporary(homeIsReadOnly);
        }
        return temporary(new IOException(cache + " is not writable"));
    }

    /** A user without a home gets a folder for this start alone: a fixed name under {@code /tmp} is anybody's to take. */
    private static Path temporary(IOException reason) throws IOException {
        try {
            return Files.createTempDirectory("bmsql-postgres");
        } catch (IOException e) {
            e.addSuppressed(reason);
            throw e;
        }
    }
}
