package io.bmsql.study;

import io.bmsql.common.ProgramContext;
import io.bmsql.result.RunSummary;
import io.bmsql.run.RunSession;
import io.bmsql.run.TimedRun;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Makes the runs of a study one after the other, each in a directory of its own, and notes in the journal how far each got.
 * Threads: one that makes runs, and any that stops it.
 */
public final class RunExecutor {
    private final StudyJournal journal;
    private final ProgramContext program;
    private final Runs runs;
    private @Nullable TimedRun session;
    private @Nullable Thread preparing;
    private volatile @Nullable String stoppedBy;

    RunExecutor(StudyJournal journal, ProgramContext program, Runs runs) {
        this.journal = journal;
        this.program = program;
        this.runs = runs;
    }

    /** What a run of this study is. */
    public interface Runs {
        /** Brings data and server into the state in which the run begins; its thread is interrupted when the study is stopped. */
        void prepare(Run run) throws Exception;

        /** The run, not started. */
        TimedRun session(Run run, Path directory) throws Exception;
    }

    /** Cuts the run that is under way short, and makes no other. */
    synchronized void stop(String by) {
        stoppedBy = by;
        if (session != null) {
            session.stop(by);
        } else if (preparing != null) {
            preparing.interrupt();
        }
    }

    boolean isStopped() {
        return stoppedBy != null;
    }

    /**
     * Makes a run; what an earlier try left is set aside first.
     *
     * @return what was measured; null when the study was stopped. A run that gave up is noted as failed
     * @throws Exception why it failed, which is noted
     */
    @Nullable
    RunSummary make(Run run) throws Exception {
        if (isStopped()) {
            return null;
        }
        journal.setAside(run);
        long start = now();
        journal.note(run.in(State.RUNNING, start, 0, ""));
        try {
            prepare(run);
            RunSession.Finished finished = run(run);
            if (finished == null || isStopped()) {
                return noteStop(run, start);
            }
            RunSummary summary = finished.summary();
            boolean gaveUp = summary.ending().status() == RunSummary.Status.ABORTED;
            String reason = gaveUp ? String.valueOf(summary.ending().statusReason()) : "";
            journal.note(run.in(gaveUp ? State.FAILED : State.DONE, start, now(), reason));
            return summary;
        } catch (Exception e) {
            if (isStopped()) {
                return noteStop(run, start);
            }
            journal.note(run.in(State.FAILED, start, now(), reason(e)));
            throw e;
        }
    }

    private @Nullable RunSummary noteStop(Run run, long start) {
        journal.note(run.in(State.PLANNED, start, now(), "was cut short" + stoppedBy));
        return null;
    }

    private String reason(Exception failure) {
        String message = failure.getMessage();
        return program.secrets().hide(message == null ? failure.toString() : message.strip());
    }

    private void prepare(Run run) throws Exception {
        synchronized (this) {
            if (isStopped()) {
                return;
            }
            preparing = Thread.currentThread();
        }
        try {
            runs.prepare(run);
        } finally {
            synchronized (this) {
                preparing = null;
                if (isStopped()) {
                    // The interrupt was meant for the preparation.
                    Thread.interrupted();
                }
            }
        }
    }

    private RunSession.@Nullable Finished run(Run run) throws Exception {
        TimedRun made = runs.session(run, journal.place(run));
        synchronized (this) {
            if (isStopped()) {
                return null;
            }
            session = made;
        }
        try {
            return made.run();
        } finally {
            synchronized (this) {
                session = null;
            }
        }
    }

    private long now() {
        return program.clock().epochMillis();
    }
}
