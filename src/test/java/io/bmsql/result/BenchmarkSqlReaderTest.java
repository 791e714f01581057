package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What else a directory of BenchmarkSQL holds or lacks; whole directories of each version are reported in {@code AnyDirectoryTest}. */
class BenchmarkSqlReaderTest {
    private static final String INFO_6 =
            "runID,dbType,jTPCCVersion,application,rampupMins,runMins,loadWarehouses,runWarehouses,numSUTThreads,"
                    + "maxDeliveryBGThreads,maxDeliveryBGPerWarehouse,restartSUTThreadProbability,"
                    + "thinkTimeMultiplier,keyingTimeMultiplier\n"
                    + "9,postgres,6.0,Generic,-1,30,12,10,40,2,1,0.0,0.5,0.25\n";

    @TempDir
    Path folder;

    @Test
    void acidTestsOfADirectoryOfVersion5AreRead() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                data.resolve("runInfo.csv"),
                RunInfo.CSV.header() + "1,simple,5.1,postgres,2026-01-02 03:04:05.6,1,1,1,1,0,0.0,0.0\n");
        Files.writeString(data.resolve("result.csv"), ResultCsv.HEADER + "\n1,500,10,10,NEW_ORDER,0,0,0\n");
        AcidTrial trial = new AcidTrial("3.4.2.1", "dirty reads", "READ_COMMITTED", true, "");
        ResultDirectory directory = ResultDirectory.open(folder);
        AcidTrial.write(directory.acid(), List.of(trial));

        assertThat(BenchmarkSqlReader.read(directory, ReportWindow.WHOLE).acid())
                .containsExactly(trial);
    }

    @Test
    void whatIsNoDirectoryOfAnyVersionIsSaid() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("runInfo.csv"), INFO_6);
        ResultDirectory directory = ResultDirectory.open(folder);
        assertThatThrownBy(() -> BenchmarkSqlReader.read(directory, ReportWindow.WHOLE))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("there is nothing to report");
        Files.writeString(data.resolve("result.csv"), "something else\n");
        assertThatThrownBy(() -> BenchmarkSqlReader.read(directory, ReportWindow.WHOLE))
                .isInstanceOf(ResultReadException.class)
                .hasMessageContaining("not the length of a ramp-up");
    }
}
