package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.measure.AgentsSum;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * One driver's directory as it was found.
 *
 * @param endSeconds of what it measured, from the start of its window; 0 or less when it never began to measure
 * @param lateMillis how much later than the first driver's its window began, on the coordinator's clock
 */
record PartRun(Part part, ResultDirectory directory, RunSummary summary, double endSeconds, long lateMillis) {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    static PartRun open(Part part, ResultDirectory directory) {
        RunSummary summary = SummaryJson.read(directory.summary());
        try {
            boolean isCut = part.lost() != null || summary.ending().status() == Status.RUNNING;
            double end = isCut || !Files.exists(directory.readings())
                    ? AgentsSum.endSeconds(directory.readings())
                    : summary.run().window().windowSeconds();
            return new PartRun(part, directory, summary, end, 0);
        } catch (IOException e) {
            throw new ResultReadException("Cannot read " + directory.readings() + " (" + IoReason.of(e) + ")", e);
        }
    }

    double windowSeconds() {
        return Math.max(0, endSeconds);
    }

    /** The same parts with their windows on one time line. */
    static List<PartRun> onOneLine(List<PartRun> parts) {
        long first = parts.stream()
                .filter(PartRun::isTimeKnown)
                .mapToLong(PartRun::startEpochMillis)
                .min()
                .orElse(0);
        return parts.stream()
                .map(run -> new PartRun(
                        run.part,
                        run.directory,
                        run.summary,
                        run.endSeconds,
                        run.isTimeKnown() ? run.startEpochMillis() - first : 0))
                .toList();
    }

    /** False for one that nobody measured the clock of, or that was killed before it measured: it began with the others. */
    private boolean isTimeKnown() {
        boolean hasBegun = !isCut() || summary.run().window().windowSeconds() > 0;
        return part.clock() != null && hasBegun && summary.run().window().startEpochMillis() > 0;
    }

    /** When its window began, on the coordinator's clock. */
    long startEpochMillis() {
        long offset =
                part.clock() == null ? 0 : Math.round((double) part.clock().offsetNanos() / NANOS_PER_MILLI);
        return summary.run().window().startEpochMillis() - offset;
    }

    /** True when its run never ended: it was killed, or what is here of it ends before. */
    boolean isCut() {
        return part.lost() != null || summary.ending().status() == Status.RUNNING;
    }

    /** Its seconds are so many later ones of all: whole ones, so that what it counted in one second stays together. */
    int lateSeconds() {
        return (int) Math.floorDiv(lateMillis + MILLIS_PER_SECOND / 2, MILLIS_PER_SECOND);
    }
}
