package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.result.ResultCsv;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import io.bmsql.tpcc.TpccTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A load that changes by plan, and bounds on its figures, on a real server. */
class ShapedRunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension();

    @TempDir
    Path folder;

    @BeforeAll
    static void build() throws Exception {
        POSTGRES.becomeLoaded(1);
    }

    @Test
    void transactionsAreDueByThePlanAndABoundThatFailsGivesStatus6() throws Exception {
        POSTGRES.props(
                folder.resolve("props"),
                "warehouses=1 terminals=4 resultDirectory=r",
                "loadProfile=0 300/min, 2s 600/min, ramp 2s 1200/min, 2s 60/min, 2s end",
                "thresholds=tpmTotal>1, stockLevel.p50<1us");

        Stage.ended(folder, 6, "run", "props");
        Stage.ended(folder, 0, "report", "r");

        JsonNode summary = TestFiles.json(folder.resolve("r/summary.json"));
        assertThat(summary.at("/verdict").asText()).isEqualTo("THRESHOLD_FAILED");
        assertThat(summary.at("/run/windowSeconds").asDouble()).isEqualTo(8);
        assertThat(summary.at("/thresholds").findValuesAsText("holds")).containsExactly("true", "false");
        assertThat(summary.at("/steps").findValuesAsText("load"))
                .as("in one of them a slow machine ended none")
                .isSubsetOf("300/min", "600 → 1200/min", "1200/min", "60/min")
                .hasSizeGreaterThan(1);
        // By when they were due: a slow machine ends them later, or does not begin them before the window's end.
        int[] due = new int[4];
        ResultCsv.read(
                folder.resolve("r/data/result.csv"),
                TpccTransaction.TYPES,
                (elapsed, latency, db, type, rolledBack, skipped, error) ->
                        due[(int) Math.max(0, Math.min(3, (elapsed - latency) / 2_000))] +=
                                type.isForeground() ? 1 : 0);
        int[] planned = {10, 30, 40};
        for (int step = 0; step < planned.length; step++) {
            assertThat(due[step]).as("step " + step).isBetween(planned[step] - 2, planned[step] + 2);
        }
        assertThat(Files.readString(folder.resolve("r/report.html")))
                .contains("id=\"steps\"", "id=\"thresholds\"", "The load changed by plan");
    }
}
