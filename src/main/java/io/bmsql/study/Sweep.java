package io.bmsql.study;

import io.bmsql.common.ProgramContext;
import io.bmsql.result.RunSummary;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes one run of a study after the other until there is none left. Use it once. */
public final class Sweep {
    /** So many failures in a row end the study: what fails is then not the run. */
    private static final int MOST_FAILURES = 3;

    private final StudyJournal journal;
    private final Next next;
    private final Listener listener;
    private final RunExecutor maker;

    public Sweep(StudyJournal journal, ProgramContext program, Next next, RunExecutor.Runs runs, Listener listener) {
        this.journal = journal;
        this.next = next;
        this.listener = listener;
        this.maker = new RunExecutor(journal, program, runs);
    }

    /** Which run comes next. */
    public interface Next {
        /** Null when there is nothing left to do. */
        @Nullable
        Run next();
    }

    /** Hears how the study goes, on the thread that makes the runs. */
    public interface Listener {
        /** A run has a result. */
        void ended(Run run, RunSummary summary);

        /** A run could not be made, or gave up; its note says why. */
        void failed(Run run);
    }

    /** Why there are no more runs. */
    public enum End {
        DONE,
        /** {@link #stop} was called. */
        STOPPED,
        /** Run after run failed. */
        FAILURES
    }

    /** Ends the study, cutting the run short that is under way; from any thread. */
    public void stop(String by) {
        maker.stop(by);
    }

    /** Runs that are planned, in the order of their numbers. */
    public static Next planned(StudyJournal journal) {
        return () -> journal.study().runs().stream()
                .filter(run -> run.state() == State.PLANNED)
                .findFirst()
                .orElse(null);
    }

    /** @throws Exception when the journal cannot be kept; that a run fails is noted, and the next one begins */
    public End run() throws Exception {
        int failures = 0;
        for (Run run = next.next(); run != null; run = next.next()) {
            if (maker.isStopped()) {
                return End.STOPPED;
            }
            RunSummary summary = make(run);
            if (maker.isStopped()) {
                return End.STOPPED;
            }
            Run noted = noted(run);
            if (summary == null || noted.state() == State.FAILED) {
                listener.failed(noted);
                failures++;
            } else {
                listener.ended(noted, summary);
                failures = 0;
            }
            if (failures == MOST_FAILURES) {
                return End.FAILURES;
            }
        }
        return End.DONE;
    }

    private @Nullable RunSummary make(Run run) throws Exception {
        try {
            return maker.make(run);
        } catch (Exception e) {
            if (noted(run).state() != State.FAILED) {
                throw e;
            }
            // The journal has the reason, and the other runs may do.
            return null;
        }
    }

    private Run noted(Run run) {
        List<Run> runs = journal.study().runs();
        return run.number() <= runs.size() ? runs.get(run.number() - 1) : run;
    }
}
