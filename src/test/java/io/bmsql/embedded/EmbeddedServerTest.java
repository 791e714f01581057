package io.bmsql.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {
    @TempDir
    Path folder;

    @Test
    void theProgramsOfAUserAreUnpackedIntoTheHome() throws IOException {
        assertThat(EmbeddedServer.binariesFolder(folder.toString(), folder.resolve("data/postgres")))
                .isEqualTo(folder.resolve(".cache/bmsql/postgres"))
                .isDirectory();
    }

    /** As with a service's account. A file stands for a home that cannot be made: not even root makes a folder in it. */
    @Test
    void withoutAHomeTheyAreUnpackedBesideTheDataAndNotOnceMoreAtEachStart() throws IOException {
        Path home = Files.writeString(folder.resolve("nonexistent"), "");
        Path programs = EmbeddedServer.binariesFolder(home.toString(), folder.resolve("postgres"));
        assertThat(programs).isEqualTo(folder.resolve("postgres.programs")).isDirectory();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(programs)))
                .isEqualTo("rwx------");
        assertThat(EmbeddedServer.binariesFolder(home.toString(), folder.resolve("postgres")))
                .isEqualTo(programs);
    }
}
