package io.bmsql.result;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramLogTest {
    private static final long BASE_EPOCH_MILLIS = 1_767_225_600_000L;
    private static final double RAMPUP_SECONDS = 90.5;
    private static final List<HistogramLog.Interval> LINES = List.of(
            new HistogramLog.Interval(TpccTransaction.NEW_ORDER, -1, 0, of(1_000, 2_000, 60_000_000)),
            new HistogramLog.Interval(TpccTransaction.PAYMENT, 0, 1.001, of(5)),
            new HistogramLog.Interval(TpccTransaction.NEW_ORDER, 1.001, 2, of(77)));

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void writeLog() {
        file = folder.resolve("response.hlog");
        try (AppendedFile out = ResultDirectory.begin(folder).append(file)) {
            HistogramLog.Writer writer = new HistogramLog.Writer(out, () -> BASE_EPOCH_MILLIS, () -> RAMPUP_SECONDS);
            writer.write(LINES.get(0));
            writer.write(LINES.get(1));
            writer.flush();
            writer.write(LINES.get(2));
            writer.flush();
        }
    }

    @Test
    void intervalsComeBackRelativeToTheWindowAndTheLibrarysOwnReaderUnderstandsThem() throws IOException {
        assertThat(read(file)).isEqualTo(LINES);
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            Histogram first = (Histogram) reader.nextIntervalHistogram();

            assertThat(reader.getStartTimeSec()).isEqualTo(BASE_EPOCH_MILLIS / 1000.0);
            assertThat(first.getTag()).isEqualTo("NEW_ORDER");
            assertThat(first.getStartTimeStamp()).isEqualTo(BASE_EPOCH_MILLIS + 89_500);
            assertThat(first.getTotalCount()).isEqualTo(3);
        }
        assertThat(Files.readString(file)).contains("Tag=NEW_ORDER,89.500,1.000,60030.975,");
    }

    @Test
    void aLogCutAnywhereGivesItsWholeLines() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.US_ASCII);
        for (int cut = 0; cut < bytes.length; cut++) {
            Path part = TestFiles.replace(folder.resolve("part.hlog"), Arrays.copyOf(bytes, cut));
            String wholeLines = text.substring(0, text.lastIndexOf('\n', cut - 1) + 1);
            assertThat(read(part)).as("cut at %d", cut).hasSize(wholeLines.split("Tag=", -1).length - 1);
        }
    }

    @Test
    void whatWasKeptOfTheGrowingIntervalIsReadUntilTheLogHasIt() throws IOException {
        file = folder.resolve("service.hlog");
        HistogramLog.Interval first = new HistogramLog.Interval(TpccTransaction.PAYMENT, 0, 96, of(5));
        HistogramLog.Interval early = new HistogramLog.Interval(TpccTransaction.PAYMENT, 96, 98, of(6));
        HistogramLog.Interval late = new HistogramLog.Interval(TpccTransaction.PAYMENT, 96, 100, of(6, 7));
        HistogramLog.Interval whole = new HistogramLog.Interval(TpccTransaction.PAYMENT, 96, 192, of(6, 7, 8));
        try (AppendedFile out = ResultDirectory.begin(folder).append(file)) {
            HistogramLog.Writer writer = new HistogramLog.Writer(out, () -> BASE_EPOCH_MILLIS, () -> RAMPUP_SECONDS);
            writer.keep(List.of(new HistogramLog.Interval(TpccTransaction.PAYMENT, 0, 2, of(5))));
            writer.write(first);
            writer.flush();
            assertThat(read(file)).containsExactly(first);
            writer.keep(List.of(early));
            writer.keep(List.of(late));
            assertThat(read(file)).containsExactly(first, late);
            writer.write(whole);
            writer.flush();
            assertThat(read(file)).containsExactly(first, whole);
            writer.forgetKept();
        }
        assertThat(read(file)).containsExactly(first, whole);
        assertThat(folder).isDirectoryNotContaining("glob:**.{tail,new}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Tag=NEW_ORDER,1.0,1.0,5.0,HISTFAAA%%%\n",
                "Tag=NEW_ORDER,1.0,1.0,5.0\n",
                "Tag=NEW_ORDER,\n",
            })
    void aDamagedLogIsNamed(String text) throws IOException {
        Files.writeString(file, text);

        assertThrown(ResultReadException.class, () -> read(file), file + " is damaged");
    }

    private static Histogram of(long... micros) {
        Histogram histogram = new Histogram(3);
        Arrays.stream(micros).forEach(histogram::recordValue);
        return histogram;
    }

    private static List<HistogramLog.Interval> read(Path file) {
        List<HistogramLog.Interval> intervals = new ArrayList<>();
        HistogramLog.read(file, TpccTransaction.TYPES, intervals::add);
        return intervals;
    }
}
