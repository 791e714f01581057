package io.bmsql.result;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bmsql.config.PacingMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunInfoTest {
    private static final String ORIGINAL_HEADER =
            "run,driver,driverVersion,db,sessionStart,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                    + "limitTxnsPerMin,thinkTimeMultiplier,keyingTimeMultiplier\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("runInfo.csv");
    }

    @Test
    void headerIsTheOriginalsAndThereIsOneRowThatIsReadAgain() throws IOException {
        RunInfo info = info("postgres", "1.0.0");
        info.write(file);

        assertThat(Files.readString(file))
                .isEqualTo(
                        ORIGINAL_HEADER + "12,simple,1.0.0,postgres,2026-11-20 20:31:08.007,0.5,10,8,40,300,1.0,0.0\n");
        assertThat(RunInfo.read(file)).isEqualTo(info);
    }

    @Test
    void noValueHoldsACommaOrAQuote() throws IOException {
        info("my,db\"'$(rm)\n", " ").write(file);

        String row = Files.readAllLines(file, StandardCharsets.UTF_8).get(1);
        assertThat(row).startsWith("12,simple,-,my_db____rm_,").doesNotContain("\"", "'", "$");
        assertThat(row.split(",")).hasSize(12);
    }

    @Test
    void readsTheOriginalsRowWithFurtherColumns() throws IOException {
        Files.writeString(
                file,
                ORIGINAL_HEADER.replace("\n", ",extra\n")
                        + "3,simple,5.1devel,oracle,2019-01-02 03:04:05.6,2,1,1,10,0,1.0,1.0,x\n");

        RunInfo info = RunInfo.read(file);

        assertThat(info.driverVersion()).isEqualTo("5.1devel");
        assertThat(info.runMins()).isEqualTo("2");
        assertThat(info.numSutThreads()).isEqualTo(10);
    }

    @Test
    void missingEmptyAndDamagedFilesAreNamed() throws IOException {
        assertThatThrownBy(() -> RunInfo.read(file)).hasMessage("Cannot read " + file + " (it does not exist)");
        Files.writeString(file, ORIGINAL_HEADER);
        assertThatThrownBy(() -> RunInfo.read(file)).hasMessageContaining("holds no row");
        Files.writeString(file, ORIGINAL_HEADER + "1,simple,5.0,postgres,x,1,eleven,1,1,0,1.0,1.0\n");
        assertThrown(ResultReadException.class, () -> RunInfo.read(file), "damaged", "eleven");
    }

    private static RunInfo info(String db, String version) {
        long start = LocalDateTime.of(2026, 11, 20, 20, 31, 8, 7_000_000)
                .atZone(ZoneId.systemDefault())
                .toInstant()
                .toEpochMilli();
        RunFacts facts = new RunFacts(
                new RunFacts.Setup(12, version, db, "", "plain", "default", 1, null),
                new RunFacts.Size(10, 8, 40, 20, null),
                new RunFacts.Pace(PacingMode.RATE, "minutes", 300, 0, 1, 0, null),
                new RunFacts.Window(start, start, 0, 30, 0),
                Map.of(),
                List.of(),
                null,
                null);
        return RunInfo.of(facts, start, "0.5");
    }
}
