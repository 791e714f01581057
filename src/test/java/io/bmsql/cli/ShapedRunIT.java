package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.bmsql.testing.PostgresExtension;
import io.bmsql.testing.TestFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A load that changes by plan, and bounds on its figures, on a real server. */
@Timeout(120)
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
    void eachStepReachesItsRateAndABoundThatFailsGivesStatus6() throws Exception {
        POSTGRES.props(
                folder.resolve("props"),
                "password=none warehouses=1 terminals=4 resultDirectory=r",
                "loadProfile=0 600/min, 3s 1200/min, ramp 3s 2400/min, 3s end",
                "thresholds=tpmTotal>100, stockLevel.p50<1us");

        Stage.ended(folder, 6, "run", "props");
        Stage.ended(folder, 0, "report", "r");

        JsonNode summary = TestFiles.json(folder.resolve("r/summary.json"));
        assertThat(summary.at("/verdict").asText()).isEqualTo("THRESHOLD_FAILED");
        assertThat(summary.at("/run/windowSeconds").asDouble()).isEqualTo(9);
        assertThat(summary.at("/thresholds").findValuesAsText("holds")).containsExactly("true", "false");
        assertThat(summary.at("/steps").findValuesAsText("load"))
                .containsExactly("600/min", "1200 → 2400/min", "2400/min");
        double[] planned = {600, 1800, 2400};
        for (int step = 0; step < planned.length; step++) {
            assertThat(summary.at("/steps/" + step + "/tpmTotal").asDouble())
                    .as("step " + step)
                    .isCloseTo(planned[step], within(0.15 * planned[step]));
        }
        assertThat(Files.readString(folder.resolve("r/report.html")))
                .contains("id=\"steps\"", "id=\"thresholds\"", "The load changed by plan");
    }
}
