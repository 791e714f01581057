package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.measure.AgentsSum;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.RunSummary.Status;
import io.bmsql.result.SummaryJson;
import java.io.IOException;
import java.util.List;

/**
 * One agent's directory as it was found.
 *
 * @param endSeconds of what it measured, from the start of its window; 0 or less when it never began to measure
 * @param lateMillis how much later than the first agent's its window began, on the coordinator's clock
 */
record OpenedResult(
        AgentResult agent, ResultDirectory directory, RunSummary summary, double endSeconds, long lateMillis) {
    private static final long MILLIS_PER_SECOND = 1000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    static OpenedResult open(AgentResult agent, ResultDirectory directory) {
        RunSummary summary = SummaryJson.read(directory.summary());
        try {
            boolean isCut = agent.lost() != null || summary.ending().status() == Status.RUNNING;
            if (isCut || !AgentsSum.hasEnd(directory.readings(), summary.run().types())) {
                double end =
                        AgentsSum.endSeconds(directory.readings(), summary.run().types());
                // The file was copied in part, say.
                AgentResult found = isCut ? agent : agent.cutShort("its readings.jsonl ends before its run did");
                return new OpenedResult(found, directory, summary, end, 0);
            }
            return new OpenedResult(
                    agent, directory, summary, summary.run().window().windowSeconds(), 0);
        } catch (IOException e) {
            throw new ResultReadException(
                    "Cannot read " + directory.readings() + " (" + IoReason.of(e, directory.readings()) + ")", e);
        }
    }

    RunFacts facts() {
        return summary.run();
    }

    double windowSeconds() {
        return Math.max(0, endSeconds);
    }

    /** The same results with their windows on one time line. */
    static List<OpenedResult> onOneLine(List<OpenedResult> agents) {
        long first = agents.stream()
                .filter(OpenedResult::isTimeKnown)
                .mapToLong(OpenedResult::startEpochMillis)
                .min()
                .orElse(0);
        return agents.stream()
                .map(run -> new OpenedResult(
                        run.agent,
                        run.directory,
                        run.summary,
                        run.endSeconds,
                        run.isTimeKnown() ? run.startEpochMillis() - first : 0))
                .toList();
    }

    /** False when its clock was not measured, or when it was killed before it measured: it began with the others. */
    private boolean isTimeKnown() {
        boolean hasBegun = !isCut() || facts().window().windowSeconds() > 0;
        return agent.clock() != null && hasBegun && facts().window().startEpochMillis() > 0;
    }

    /** When its window began, on the coordinator's clock. */
    long startEpochMillis() {
        long offset =
                agent.clock() == null ? 0 : Math.round((double) agent.clock().offsetNanos() / NANOS_PER_MILLI);
        return facts().window().startEpochMillis() - offset;
    }

    /** True when its run never ended: it was killed, or what is here of it ends before. */
    boolean isCut() {
        return agent.lost() != null || summary.ending().status() == Status.RUNNING;
    }

    /** Its seconds are so many later ones of all: whole ones, so that what it counted in one second stays together. */
    int lateSeconds() {
        return (int) Math.floorDiv(lateMillis + MILLIS_PER_SECOND / 2, MILLIS_PER_SECOND);
    }
}
