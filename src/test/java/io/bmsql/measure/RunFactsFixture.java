package io.bmsql.measure;

import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.PacingMode;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunFacts.Pace;
import io.bmsql.result.RunFacts.Setup;
import io.bmsql.result.RunFacts.Size;
import io.bmsql.result.RunFacts.Window;
import java.util.List;
import java.util.Map;

/** The circumstances of runs in tests and benches that do not care for them. */
public final class RunFactsFixture {
    private RunFactsFixture() {}

    public static RunFacts facts(int runId, int warehouses) {
        return new RunFacts(
                new Setup(runId, "1.0.0", "postgres", "", "plain", "READ_COMMITTED", 42, null),
                new Size(warehouses, warehouses, 4, 4, null),
                new Pace(PacingMode.CLOSED_LOOP, "minutes", 0, 0, 0, 0, null),
                new Window(0, 0, 0, 0, 0),
                Map.of("host", "somewhere"),
                List.of(new EffectiveSetting("warehouses", Integer.toString(warehouses), "props:3")),
                null,
                null);
    }
}
