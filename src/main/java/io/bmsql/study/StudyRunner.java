package io.bmsql.study;

import io.bmsql.common.ProgramContext;
import io.bmsql.result.RunSummary;
import io.bmsql.run.RunSession;
import io.bmsql.run.TimedRun;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the runs of a study one after the other until its strategy has none left, and notes in the journal how far each got. Use
 * it once. Threads: one that makes runs, and any that stops it.
 */
public final class StudyRunner {
    /** So many failures in a row end the study: what fails is then not the run. */
    private static final int MAX_FAILURES = 3;

    private final StudyJournal journal;
    private final ProgramContext program;
    private final Strategy strategy;
    private final Runs runs;
    /** Cuts short what is under way, for this reason. */
    private @Nullable Consumer<String> cut;

    private volatile @Nullable String stoppedBy;

    public StudyRunner(StudyJournal journal, ProgramContext program, Strategy strategy, Runs runs) {
        this.journal = journal;
        this.program = program;
        this.strategy = strategy;
        this.runs = runs;
    }

    /** Which run comes next: one of a grid ({@link #grid}), of a pair ({@link PairStudy}) or of a search ({@link PeakStudy}). */
    public interface Strategy {
        /** Null when there is nothing left to do; asked after each run. */
        @Nullable
        Run next();

        /** True when a run that cannot be made ends the study. */
        default boolean endsAtFailure() {
            return false;
        }
    }

    /** What a run of this study is; hears how the study goes, on the thread that makes the runs. */
    public interface Runs {
        /** Brings data and server into the state in which the run begins; its thread is interrupted when the study is stopped. */
        void prepare(Run run) throws Exception;

        /** The run, not started. */
        TimedRun session(Run run, Path directory) throws Exception;

        /** A run has a result. */
        default void ended(Run run, RunSummary summary) {}

        /** A run could not be made, or was aborted; its note says why. */
        default void failed(Run run) {}
    }

    /** Runs that are planned, in the order of their numbers. */
    public static Strategy grid(StudyJournal journal) {
        return () -> journal.study().runs().stream()
                .filter(run -> run.state() == State.PLANNED)
                .findFirst()
                .orElse(null);
    }

    /** Ends the study, cutting the run short that is under way; from any thread. */
    public synchronized void stop(String by) {
        stoppedBy = by;
        if (cut != null) {
            cut.accept(by);
        }
    }

    /**
     * @return false when it was stopped, or run after run failed
     * @throws Exception when the journal cannot be kept, or the strategy ends at a failure, whose cause it is
     */
    public boolean run() throws Exception {
        int failures = 0;
        for (Run run = strategy.next(); run != null && failures < MAX_FAILURES; run = strategy.next()) {
            RunSummary summary = make(run);
            if (stoppedBy != null) {
                return false;
            }
            Run made = journal.study().runs().get(run.number() - 1);
            if (summary == null || made.state() == State.FAILED) {
                failures++;
                runs.failed(made);
            } else {
                failures = 0;
                runs.ended(made, summary);
            }
        }
        return failures < MAX_FAILURES;
    }

    /** Makes a run; null when it failed, which is noted, or the study was stopped. What an earlier try left is set aside first. */
    private @Nullable RunSummary make(Run run) throws Exception {
        if (stoppedBy != null) {
            return null;
        }
        journal.setAside(run);
        long start = now();
        journal.note(run.in(State.RUNNING, start, 0, ""));
        RunSession.Finished finished = null;
        Exception failure = null;
        try {
            Thread thread = Thread.currentThread();
            unlessStopped(by -> thread.interrupt(), () -> {
                runs.prepare(run);
                return null;
            });
            TimedRun session = runs.session(run, journal.place(run));
            finished = unlessStopped(by -> session.stop().request(by), session::run);
        } catch (Exception e) {
            failure = e;
        }
        if (stoppedBy != null) {
            journal.note(run.in(State.PLANNED, start, now(), "was cut short" + stoppedBy));
            return null;
        }
        if (finished == null) {
            String message = failure == null ? null : failure.getMessage();
            String reason = message == null ? String.valueOf(failure) : message.strip();
            journal.note(run.in(State.FAILED, start, now(), program.secrets().hide(reason)));
            if (failure != null && strategy.endsAtFailure()) {
                journal.takeBackUnused();
                throw failure;
            }
            return null;
        }
        RunSummary.Ending ending = finished.summary().ending();
        boolean isAborted = ending.status() == RunSummary.Status.ABORTED;
        String reason = isAborted ? String.valueOf(ending.statusReason()) : "";
        journal.note(run.in(isAborted ? State.FAILED : State.DONE, start, now(), reason));
        return finished.summary();
    }

    /** Does one part of a run, which a stop cuts short; null when the study was stopped before. */
    private RunSession.@Nullable Finished unlessStopped(
            Consumer<String> cutting, Callable<RunSession.@Nullable Finished> part) throws Exception {
        synchronized (this) {
            if (stoppedBy != null) {
                return null;
            }
            cut = cutting;
        }
        try {
            return part.call();
        } finally {
            synchronized (this) {
                cut = null;
                if (stoppedBy != null) {
                    // The interrupt was meant for this part.
                    Thread.interrupted();
                }
            }
        }
    }

    private long now() {
        return program.clock().epochMillis();
    }
}
