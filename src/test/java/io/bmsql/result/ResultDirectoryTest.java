package io.bmsql.result;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.common.UsageException;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultDirectoryTest {
    private static final ZonedDateTime START = ZonedDateTime.of(2026, 11, 20, 20, 31, 8, 0, ZoneId.of("Asia/Shanghai"));

    @TempDir
    Path folder;

    @Test
    void existingDirectoryIsNeverTouched() throws IOException {
        Path existing = Files.createDirectory(folder.resolve("r"));
        Files.writeString(existing.resolve("mine.txt"), "keep me");

        assertThatThrownBy(() -> ResultDirectory.create(existing))
                .isInstanceOf(ResultWriteException.class)
                .hasMessageContainingAll(existing.toString(), "exists already and is never overwritten");
        for (String place : List.of("mine.txt", "mine.txt/y", "mine.txt/y/z")) {
            assertThatThrownBy(() -> ResultDirectory.create(existing.resolve(place)))
                    .isInstanceOf(ResultWriteException.class)
                    .hasMessage(existing.resolve("mine.txt") + " is a file, not a directory: change resultDirectory");
        }
        assertThat(TestFiles.names(existing)).containsExactly("mine.txt");
        assertThat(existing.resolve("mine.txt")).hasContent("keep me");
    }

    /** As both sides of a pair do, whose runs begin at one moment in a folder that is not there yet. */
    @Test
    void runsThatBeginAtOnceMakeTheirFolderTogether() throws Exception {
        ExecutorService sides = Executors.newFixedThreadPool(2);
        try {
            for (int pair = 0; pair < 500; pair++) {
                Path runs = folder.resolve("study" + pair + "/runs");
                CyclicBarrier start = new CyclicBarrier(2);
                List<Callable<ResultDirectory>> begin = Stream.of("a", "b")
                        .<Callable<ResultDirectory>>map(side -> () -> {
                            start.await();
                            return ResultDirectory.create(runs.resolve(side));
                        })
                        .toList();
                for (Future<ResultDirectory> side : sides.invokeAll(begin)) {
                    assertThat(side.get().result().getParent()).isDirectory();
                }
            }
        } finally {
            sides.shutdownNow();
        }
    }

    @Test
    void aFailureLeavesNothingBehind() throws IOException {
        Path tooLong = folder.resolve("a/b").resolve("x".repeat(300));

        assertThrown(
                ResultWriteException.class,
                () -> ResultDirectory.create(tooLong),
                "Cannot create the result directory",
                "set resultDirectory to a place where this user may write");
        assertThat(TestFiles.in(folder)).isEmpty();
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
        assertThrown(ResultReadException.class, () -> ResultDirectory.open(empty), "is not a result directory");
    }

    @ParameterizedTest
    @CsvSource({
        "my_result_%tY-%tm-%td_%tH%tM%tS, my_result_2026-11-20_203108",
        "%tF, 2026-11-20",
        "a_%tT, a_20:31:08",
        "r_100%_%tY, r_100%_2026",
        "%1$tY, %1$tY",
        "50%%, 50%%",
        "%tbx, Novx",
        "plain, plain",
        "/tmp/x/%tY/, /tmp/x/2026",
        "%T%tH, %T20"
    })
    void patternExpandsStartTime(String pattern, String expected) throws UsageException {
        assertThat(ResultDirectory.dated(pattern, START)).isEqualTo(Path.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"result_%t", "%t", "result_%tv", "result_%t_", "result_%t%", " "})
    void unfinishedAndUnknownFieldsAreNamed(String pattern) {
        assertThatThrownBy(() -> ResultDirectory.dated(pattern, START))
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll("resultDirectory=" + pattern, "write for example");
        assertThatThrownBy(() -> ResultDirectory.dated("r_%tv", START))
                .hasMessageContaining("%tv, which is not a date field");
    }
}
