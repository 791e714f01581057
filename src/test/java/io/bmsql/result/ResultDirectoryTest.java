package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void filesHaveTheNamesOfTheOriginal() {
        ResultDirectory results = ResultDirectory.create(folder.resolve("r"));

        assertThat(relative(results, results.runProperties())).isEqualTo("run.properties");
        assertThat(relative(results, results.runInfo())).isEqualTo("data/runInfo.csv");
        assertThat(relative(results, results.result())).isEqualTo("data/result.csv");
        assertThat(relative(results, results.transactionSummary())).isEqualTo("data/tx_summary.csv");
        assertThat(results.result().getParent()).isDirectory().isEmptyDirectory();
    }

    @Test
    void existingDirectoryIsNeverTouched() throws IOException {
        Path existing = Files.createDirectory(folder.resolve("r"));
        Files.writeString(existing.resolve("mine.txt"), "keep me");

        assertThatThrownBy(() -> ResultDirectory.create(existing))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining(existing.toString())
                .hasMessageContaining("exists already and is never overwritten");
        assertThat(everythingBelow(existing)).containsExactly("mine.txt");
    }

    @Test
    void aFileInThePlaceIsNeverTouched() throws IOException {
        Path file = Files.writeString(folder.resolve("r"), "keep me");

        assertThatThrownBy(() -> ResultDirectory.create(file)).isInstanceOf(ResultWriteException.class);
        assertThat(file).hasContent("keep me");
    }

    @Test
    void missingParentsAreMade() {
        assertThat(ResultDirectory.create(folder.resolve("a/b/c")).root()).isDirectory();
    }

    @Test
    void aFailureLeavesNothingBehind() throws IOException {
        Path tooLong = folder.resolve("a/b").resolve("x".repeat(300));

        assertThatThrownBy(() -> ResultDirectory.create(tooLong))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining("Cannot create the result directory")
                .hasMessageContaining("set resultDirectory to a place where this user may write");
        assertThat(everythingBelow(folder)).isEmpty();
    }

    @Test
    void anUnwritablePlaceIsSaidAtOnce() throws IOException {
        Path locked = Files.createDirectory(folder.resolve("locked"));
        // The administrator may write anywhere but into the kernel's own file system.
        Path place = locked.toFile().setWritable(false) && !Files.isWritable(locked) ? locked : Path.of("/proc");
        assumeTrue(Files.isDirectory(place));

        assertThatThrownBy(() -> ResultDirectory.create(place.resolve("r")))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContaining(place.resolve("r").toString());
    }

    @Test
    void aTrailingSlashAndAnyPlaceAreAccepted() throws IOException {
        ResultDirectory made = ResultDirectory.create(folder.resolve("r"));
        Files.writeString(made.runInfo(), RunInfo.CSV.header() + "");

        assertThat(ResultDirectory.open(Path.of(folder + "/r/")).root()).isEqualTo(made.root());
        assertThat(ResultDirectory.open(folder.resolve("x/../r/.")).root()).isEqualTo(made.root());
    }

    @Test
    void whatIsNoResultDirectoryIsRefusedInOneSentence() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "");
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThatThrownBy(() -> ResultDirectory.open(folder.resolve("none"))).hasMessageContaining("There is no");
        assertThatThrownBy(() -> ResultDirectory.open(file)).hasMessageContaining("is a file");
        assertThatThrownBy(() -> ResultDirectory.open(empty))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("is not a result directory");
    }

    private static String relative(ResultDirectory results, Path file) {
        return results.root().relativize(file).toString();
    }

    private static java.util.List<String> everythingBelow(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(path -> !path.equals(folder))
                    .map(path -> folder.relativize(path).toString())
                    .toList();
        }
    }
}
