package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A benchmark of two transactions, which the program does not know: built, run, checked, shown and taken away. */
class ThirdBenchmarkIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @Test
    void aBenchmarkOfOneClassIsBuiltRunCheckedAndReported() throws Exception {
        new TestDatabase.Named("postgres", POSTGRES.url(), "postgres")
                .props(
                        folder.resolve("props"),
                        "workload=tiny terminals=2 runTxnsPerTerminal=50 checkAfterRun=true thresholds=move.p90<60min");

        assertThat(Stage.ended(folder, 0, "build", "props", "--print-sql").out())
                .contains("create table tiny_account");
        assertThat(Stage.ended(folder, 0, "build", "props").out()).contains("Built 100 accounts");
        assertThat(Stage.ended(folder, 0, "doctor", "props").out()).contains("100 accounts");

        JsonNode summary = Stage.summaryOfRun(folder, "result");
        assertThat(summary.at("/run/workload/name").asText()).isEqualTo("tiny");
        assertThat(summary.at("/types/0/count").asInt()
                        + summary.at("/types/1/count").asInt())
                .isEqualTo(100);
        assertThat(summary.at("/check/0/passed").asBoolean()).isTrue();
        assertThat(summary.at("/thresholds/0/text").asText()).contains("move.p90");

        Stage.ended(folder, 0, "report", "result");
        assertThat(Files.readString(folder.resolve("result/report.html")))
                .contains("Workload tiny", "no money is lost")
                .doesNotContain("tpmC");
        assertThat(Stage.ended(folder, 0, "results", ".").out()).contains("result");

        POSTGRES.execute("update tiny_account set money = 7 where id = 1");
        assertThat(Stage.ended(folder, 7, "check", "props").out()).contains("no money is lost");
        Stage.ended(folder, 0, "reset", "props");
        Stage.ended(folder, 0, "check", "props");
        Stage.ended(folder, 0, "destroy", "props");
    }
}
