package io.bmsql.study;

import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.util.function.ToDoubleFunction;

/**
 * How long a study still takes: what its runs are planned to take, and what the runs that are done took beyond that on the
 * average, for what is done between them, connections and files.
 *
 * @param plannedSeconds of a run, 0 when only the number of transactions ends it
 */
public record StudyTime(ToDoubleFunction<Run> plannedSeconds) {
    /** Of all runs that are not done, the one under way counting from its start. */
    public double secondsLeft(StudyFile study, long nowEpochMillis) {
        double beyond = secondsBeyond(study);
        double left = 0;
        for (Run run : study.runs()) {
            double whole = plannedSeconds.applyAsDouble(run) + beyond;
            if (run.state() == State.PLANNED) {
                left += whole;
            } else if (run.state() == State.RUNNING) {
                left += Math.max(0, whole - (nowEpochMillis - run.startedEpochMillis()) / 1000.0);
            }
        }
        return left;
    }

    /** Of each run, 0 before the first one is done. */
    public double secondsBeyond(StudyFile study) {
        return study.runs().stream()
                .filter(run -> run.state() == State.DONE)
                .mapToDouble(run -> (run.endedEpochMillis() - run.startedEpochMillis()) / 1000.0
                        - plannedSeconds.applyAsDouble(run))
                .map(seconds -> Math.max(0, seconds))
                .average()
                .orElse(0);
    }
}
