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

        Stage.ended(folder, 0, "build", "props", "--print-sql").printed("create table tiny_account");
        Stage.ended(folder, 0, "build", "props").printed("Built workload=tiny in 0 s, rows: 100");
        Stage.ended(folder, 0, "doctor", "props").printed("100 accounts");

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
        Stage.ended(folder, 0, "results", ".").printed("result");

        POSTGRES.execute("update tiny_account set money = 7 where id = 1");
        Stage.ended(folder, 7, "check", "props").printed("no money is lost");
        Stage.ended(folder, 0, "reset", "props");
        Stage.ended(folder, 0, "check", "props");
        Stage.ended(folder, 0, "destroy", "props");
    }
}
