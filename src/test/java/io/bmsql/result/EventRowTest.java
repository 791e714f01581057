package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.ParallelWork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of a run, which several programs note. */
class EventRowTest {
    @TempDir
    private Path folder;

    /** Both found no file: only one of them makes it. */
    @Test
    void theSecondWhoBeginsTheFileTakesNothingFromTheFirst() throws Exception {
        ResultDirectory directory = ResultDirectory.begin(folder);
        EventRow row = new EventRow(1_767_225_600_000L, EventRow.MARK, 0, "", "first");
        EventRow.append(directory, row);
        EventRow.begin(EventRow.CSV.in(directory));

        assertThat(EventRow.read(directory)).containsExactly(row);
        assertThat(directory.data()).isDirectoryNotContaining("glob:**.new");
    }

    @Test
    void allWhoNoteAtOnceAreReadUnderOneHeader() throws Exception {
        for (int round = 0; round < 50; round++) {
            ResultDirectory directory = ResultDirectory.begin(folder.resolve("run" + round));
            List<ParallelWork> all = IntStream.range(0, 4)
                    .mapToObj(i -> ParallelWork.start(
                            "note-" + i,
                            () -> EventRow.append(
                                    directory, new EventRow(1_767_225_600_000L, EventRow.MARK, 0, "", "m" + i))))
                    .toList();
            for (ParallelWork one : all) {
                one.join(600_000);
            }
            assertThat(EventRow.read(directory))
                    .extracting(EventRow::text)
                    .containsExactlyInAnyOrder("m0", "m1", "m2", "m3");
            assertThat(Files.readAllLines(EventRow.CSV.in(directory))).hasSize(5);
        }
    }
}
