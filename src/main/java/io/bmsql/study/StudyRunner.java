package io.bmsql.study;

import io.bmsql.common.ProgramContext;
import io.bmsql.common.RunClock;
import io.bmsql.common.Texts.Language;
import io.bmsql.common.UsageException;
import io.bmsql.report.Words;
import io.bmsql.result.RunSummary;
import io.bmsql.run.RunSession.Finished;
import io.bmsql.run.StartGate;
import io.bmsql.run.TimedRun;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the runs of a study one after the other, or two at a time, until its strategy has none left, and notes in the journal how far each got. Use
 * it once. Threads: one that makes runs, and any that stops it.
 */
public final class StudyRunner {
    /** So many failures in a row end the study: what fails is then not the run. */
    private static final int MAX_FAILURES = 3;

    /** The file of a study has one language. */
    private static final Words ENGLISH = Words.in(Language.EN);

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
        /** Gives null when there is nothing left to do; asked after each run. */
        @Nullable
        Run next();

        /** Gives the run that is made at the same moments as the one that comes next; null when that is alone. */
        default @Nullable Run beside(Run next) {
            return null;
        }

        /** True when a run that cannot be made ends the study. */
        default boolean endsAtFailure() {
            return false;
        }
    }

    /** What a run of this study is; hears how the study goes, on the thread that makes the runs. */
    public interface Runs {
        /** Brings data and server into the state in which the run begins; its thread is interrupted when the study is stopped. */
        void prepare(Run run) throws Exception;

        /** The run, not started; the gate says when its first transaction may be due. */
        TimedRun session(Run run, Path directory, StartGate gate) throws Exception;

        /**
         * Is called for each of the runs that are made together, on its thread, when it is ready; the workers that this thread starts
         * then inherit its processors.
         *
         * @param place of the run among them, from 0
         */
        default void bind(Run run, int place) throws UsageException, InterruptedException {}

        default void ended(Run run, RunSummary summary) {}

        /** A run could not be made, or was aborted; its note says why. */
        default void failed(Run run) {}
    }

    /** Takes runs that are planned, in the order of their numbers. */
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
            Run other = strategy.beside(run);
            List<Run> together = other == null ? List.of(run) : List.of(run, other);
            List<RunSummary> summaries = make(together);
            if (stoppedBy != null) {
                return false;
            }
            int failed = 0;
            for (int i = 0; i < together.size(); i++) {
                Run made = journal.study().runs().get(together.get(i).number() - 1);
                if (summaries.isEmpty() || made.state() == State.FAILED) {
                    failed++;
                    runs.failed(made);
                } else {
                    runs.ended(made, summaries.get(i));
                }
            }
            failures = failed == 0 ? 0 : failures + 1;
        }
        return failures < MAX_FAILURES;
    }

    /**
     * Makes a run, or several at the same moments; without a summary when one failed, which is noted, or the study was stopped. What an
     * earlier try left is set aside first.
     */
    private List<RunSummary> make(List<Run> together) throws Exception {
        if (stoppedBy != null) {
            return List.of();
        }
        long start = now();
        for (Run run : together) {
            journal.setAside(run);
            journal.note(run.in(State.RUNNING, start, 0, ""));
        }
        List<Finished> finished = List.of();
        Exception failure = null;
        try {
            finished = finished(together);
        } catch (Exception e) {
            failure = e;
        }
        if (stoppedBy != null) {
            together.forEach(run -> journal.note(run.in(State.PLANNED, start, now(), "was cut short" + stoppedBy)));
            return List.of();
        }
        if (finished.isEmpty()) {
            String message = failure == null ? null : failure.getMessage();
            String reason = program.secrets().hide(message == null ? String.valueOf(failure) : message.strip());
            together.forEach(run -> journal.note(run.in(State.FAILED, start, now(), reason)));
            if (failure != null && strategy.endsAtFailure()) {
                journal.takeBackUnused();
                throw failure;
            }
            return List.of();
        }
        List<RunSummary> summaries = finished.stream().map(Finished::summary).toList();
        for (int i = 0; i < together.size(); i++) {
            RunSummary.Ending ending = summaries.get(i).ending();
            State state = ending.status() == RunSummary.Status.ABORTED ? State.FAILED : State.DONE;
            String remark = ENGLISH.remark(ending, summaries.get(i).postRun());
            journal.note(together.get(i).in(state, start, now(), remark));
        }
        return summaries;
    }

    /** Prepares runs and makes them; none is finished when the study was stopped. */
    private List<Finished> finished(List<Run> together) throws Exception {
        Thread thread = Thread.currentThread();
        unlessStopped(by -> thread.interrupt(), () -> {
            for (Run run : together) {
                runs.prepare(run);
            }
            return List.of();
        });
        StartGate gate = together.size() == 1 ? StartGate.NOW : gate(together.size(), program.clock());
        List<TimedRun> sessions = new ArrayList<>();
        for (Run run : together) {
            int place = sessions.size();
            sessions.add(runs.session(run, journal.place(run), clock -> {
                if (together.size() > 1) {
                    runs.bind(run, place);
                }
                return gate.awaitStart(clock);
            }));
        }
        return unlessStopped(
                by -> sessions.forEach(session -> session.stop().request(by)), () -> runTogether(sessions));
    }

    /** Lets so many runs begin when the last of them is ready, at the same nanosecond of this clock, which is theirs. */
    private static StartGate gate(int runs, RunClock clock) {
        long[] startNanos = new long[1];
        CyclicBarrier barrier = new CyclicBarrier(runs, () -> startNanos[0] = clock.nanoTime());
        return same -> {
            try {
                barrier.await();
                return startNanos[0];
            } catch (BrokenBarrierException e) {
                throw new UsageException("The other side could not begin", e);
            }
        };
    }

    /**
     * Makes runs that begin at one moment, a thread each: both sides then have the same seconds, and what the machine does to one it does
     * to the other (duet benchmarking; L. Bulej and others, ICPE 2020). Where a side ends early, the other one is stopped: alone it says
     * nothing.
     *
     * @return in the order of the sessions
     * @throws Exception the first reason why one could not be made
     */
    private static List<Finished> runTogether(List<TimedRun> sessions) throws Exception {
        if (sessions.size() == 1) {
            return List.of(sessions.get(0).run());
        }
        AtomicReference<Exception> first = new AtomicReference<>();
        List<FutureTask<Finished>> sides = new ArrayList<>();
        for (TimedRun session : sessions) {
            sides.add(new FutureTask<>(() -> {
                boolean isWhole = false;
                try {
                    Finished finished = session.run();
                    isWhole = finished.summary().ending().cameToEnd();
                    return finished;
                } catch (Exception e) {
                    first.compareAndSet(null, e);
                    throw e;
                } finally {
                    if (!isWhole) {
                        sessions.stream()
                                .filter(other -> !other.equals(session))
                                .forEach(other -> other.stop().request(" because the other side ended"));
                    }
                }
            }));
        }
        sides.forEach(side -> new Thread(side, "side-" + (1 + sides.indexOf(side))).start());
        List<Finished> finished = new ArrayList<>();
        for (FutureTask<Finished> side : sides) {
            try {
                finished.add(side.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
            }
        }
        Exception failure = first.get();
        if (failure != null) {
            throw failure;
        }
        return finished;
    }

    /** Does one part of a run, which a stop cuts short; empty when the study was stopped before. */
    private List<Finished> unlessStopped(Consumer<String> cutting, Callable<List<Finished>> part) throws Exception {
        synchronized (this) {
            if (stoppedBy != null) {
                return List.of();
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
