package io.bmsql.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only what a host lacks is sent, in a folder that is named for what is in it. */
class ProgramFilesTest {
    @TempDir
    private Path folder;

    private ProgramFiles files(String sumOfB) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "text");
        return new ProgramFiles(
                new TreeMap<>(Map.of("program/run/bmsql", file, "user/sql.x/b c", file)),
                new TreeMap<>(Map.of("program/run/bmsql", "aa", "user/sql.x/b c", sumOfB)));
    }

    @Test
    void whatIsThereAsItIsHereIsNotSent() throws Exception {
        ProgramFiles files = files("bb");
        assertThat(files.missing(List.of())).containsExactly("program/run/bmsql", "user/sql.x/b c");
        assertThat(files.missing(List.of("aa  ./program/run/bmsql", "cc  ./user/sql.x/b c")))
                .containsExactly("user/sql.x/b c");
        assertThat(files.missing(List.of("from x", "bb  ./user/sql.x/b c", "aa  ./program/run/bmsql")))
                .isEmpty();
    }

    @Test
    void anotherFileIsAnotherFolder() throws Exception {
        assertThat(files("bb").name()).isEqualTo(files("bb").name()).matches("[0-9a-f]{16}");
        assertThat(files("cc").name()).isNotEqualTo(files("bb").name());
    }

    @Test
    void tarUnpacksWhatIsSent() throws Exception {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        files("bb").writeTo(tar, List.of("program/run/bmsql", "user/sql.x/b c"));
        Process process = new ProcessBuilder("tar", "-xf", "-", "-C", folder.toString()).start();
        process.getOutputStream().write(tar.toByteArray());
        process.getOutputStream().close();
        assertThat(process.waitFor()).isZero();
        assertThat(folder.resolve("user/sql.x/b c")).hasContent("text");
        assertThat(folder.resolve("program/run/bmsql")).hasContent("text").isExecutable();
    }
}
