package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A load that changes by plan, and bounds on its figures, on a real server; when transactions are due is in TerminalSchedulerTest. */
class ShapedRunIT {
    @RegisterExtension
    static final PostgresExtension POSTGRES = new PostgresExtension(1);

    @TempDir
    Path folder;

    @Test
    void theStepsOfThePlanAreReportedAndABoundThatFailsGivesStatus6() throws Exception {
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
        assertThat(Files.readString(folder.resolve("r/report.html")))
                .contains("id=\"steps\"", "id=\"thresholds\"", "The load changed by plan");
    }
}
