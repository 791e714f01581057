package io.bmsql.agents;

import io.bmsql.agents.GroupSummary.Measured;
import java.util.List;

/**
 * The time line of all drivers: from the begin of the first window to the end of the last one.
 *
 * @param startEpochMillis on the coordinator's clock
 * @param apartSeconds how far the beginnings of their windows lie apart
 */
record TimeLine(long startEpochMillis, double rampupSeconds, double windowSeconds, double apartSeconds) {
    private static final double MILLIS_PER_SECOND = 1000;

    static TimeLine of(List<Measured> drivers) {
        List<PartRun> runs = drivers.stream().map(Measured::run).toList();
        PartRun first =
                runs.stream().filter(run -> run.lateMillis() == 0).findFirst().orElse(runs.get(0));
        return new TimeLine(
                first.startEpochMillis(),
                runs.stream()
                        .mapToDouble(run -> run.summary().run().window().rampupSeconds() - run.lateSeconds())
                        .max()
                        .orElse(0),
                drivers.stream()
                        .mapToDouble(driver -> driver.run().lateSeconds() + driver.windowSeconds())
                        .max()
                        .orElse(0),
                runs.stream().mapToLong(PartRun::lateMillis).max().orElse(0) / MILLIS_PER_SECOND);
    }
}
