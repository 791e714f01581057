package io.bmsql.cli.console;

import io.bmsql.report.live.LiveAgent;
import io.bmsql.measure.LiveView;
import java.util.List;
import java.util.Locale;

/** What one driver of a run of several does at this moment, on a line below those of their sum. */
public record DriverLine(String name, boolean isLost, LiveView.Figures figures, int backlog) {
    public static DriverLine of(LiveAgent driver) {
        return new DriverLine(
                driver.name(),
                driver.isLost().getAsBoolean(),
                driver.source().view().get().figures(),
                driver.source().backlog().getAsInt());
    }

    /** All, with what they say below each other. */
    public static List<String> lines(List<LiveAgent> drivers) {
        int longest = drivers.stream()
                .mapToInt(driver -> driver.name().length())
                .max()
                .orElse(0);
        return drivers.stream()
                .map(driver -> of(driver))
                .map(line -> new DriverLine(
                                line.name + " ".repeat(longest - line.name.length()),
                                line.isLost,
                                line.figures,
                                line.backlog)
                        .toString())
                .toList();
    }

    @Override
    public String toString() {
        return isLost
                ? name + "   lost"
                : String.format(
                        Locale.ROOT,
                        "%s   tpmC %,6.0f now   errors %,d   backlog %,d",
                        name,
                        figures.now().tpmC(),
                        figures.gaveUp(),
                        backlog);
    }
}
