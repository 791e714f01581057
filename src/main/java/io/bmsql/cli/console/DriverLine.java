package io.bmsql.cli.console;

import io.bmsql.live.LiveDriver;
import io.bmsql.measure.LiveView;
import java.util.Locale;

/** What one driver of a run of several does at this moment, on a line below those of their sum. */
public record DriverLine(String name, boolean isLost, LiveView.Figures figures, int backlog) {
    public static DriverLine of(LiveDriver driver) {
        return new DriverLine(
                driver.name(),
                driver.isLost().getAsBoolean(),
                driver.source().view().get().figures(),
                driver.source().backlog().getAsInt());
    }

    @Override
    public String toString() {
        return isLost
                ? name + "   lost"
                : String.format(
                        Locale.ROOT,
                        "%s   tpmC %,.0f now   errors %,d   backlog %,d",
                        name,
                        figures.now().tpmC(),
                        figures.gaveUp(),
                        backlog);
    }
}
