package io.bmsql.measure;

import io.bmsql.result.RunSummary.Pace;
import io.bmsql.result.RunSummary.RunFacts;
import io.bmsql.result.RunSummary.Setting;
import io.bmsql.result.RunSummary.Setup;
import io.bmsql.result.RunSummary.Size;
import io.bmsql.result.RunSummary.Window;
import io.bmsql.spec.PacingMode;
import java.util.List;
import java.util.Map;

/** The circumstances of runs in tests and benches that do not care for them. */
public final class RunFactsFixture {
    private RunFactsFixture() {}

    public static RunFacts facts(int runId, int warehouses) {
        return new RunFacts(
                new Setup(runId, "1.0.0", "postgres", "", "plain", "READ_COMMITTED", 42),
                new Size(warehouses, warehouses, 4, 4),
                new Pace(PacingMode.FLAT_OUT, "minutes", 0, 0, 0, 0),
                new Window(0, 0, 0, 0, 0),
                Map.of("host", "somewhere"),
                List.of(new Setting("warehouses", Integer.toString(warehouses), "props:3")),
                null,
                null);
    }
}
