package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartTest {
    @TempDir
    Path folder;

    @Test
    void worksBesideItsScript() {
        Path beside = folder.resolve("bmsql/run/quickstart");
        assertThat(Quickstart.place(beside, folder.resolve("here"))).isEqualTo(beside);
    }

    /** A file where the program's folder should be: nobody can make a folder in it, not even root. */
    @Test
    void worksInTheWorkingDirectoryWhereItCannotWriteBesideItsScript() throws IOException {
        Path root = Files.writeString(folder.resolve("bmsql"), "");
        Path here = folder.resolve("here");
        assertThat(Quickstart.place(root.resolve("run/quickstart"), here)).isEqualTo(here);
    }
}
