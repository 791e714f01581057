package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.common.ProgramContext;
import io.bmsql.result.ResultDirectory;
import io.bmsql.analysis.Verdict;
import io.bmsql.analysis.RatioInterval;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two settings in turn, A B, B A, A B, ..., until their ratio is known well enough. A pair with a run whose figures are not
 * sound is made again in the same order, so that the order stays alternating. Use it once.
 */
public final class PairStudy {
    /** So many pairs in a row without sound figures end the study. */
    private static final int MOST_LOST_PAIRS = 3;

    private final Rules rules;
    private final StudyJournal journal;
    private final RunExecutor maker;
    private final Listener listener;
    private final List<ComparedRun> base = new ArrayList<>();
    private final List<ComparedRun> fresh = new ArrayList<>();
    private int runs;
    private int tries;
    private int lostPairs;

    public PairStudy(Rules rules, StudyJournal journal, ProgramContext program, RunExecutor.Runs runs, Listener listener) {
        this.rules = rules;
        this.journal = journal;
        this.maker = new RunExecutor(journal, program, runs);
        this.listener = listener;
    }

    /** One of the two. */
    public enum Side {
        BASE,
        NEW;

        private Side other() {
            return this == BASE ? NEW : BASE;
        }

        /** What the plan of the study calls it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static Side of(Setting setting) {
            return setting.database().equals(BASE.label()) ? BASE : NEW;
        }
    }

    /**
     * When it ends.
     *
     * @param mostPairs at the latest
     * @param untilWidth how much its upper end may be above its lower one, such as 0.02 for 2%; of the ratio of tpmC
     */
    public record Rules(int mostPairs, double untilWidth) {}

    /** Hears how the study goes, on the thread that runs it. */
    public interface Listener {
        /** A pair is done; the interval has no bounds before the sixth. */
        void pair(int number, double baseTpmC, double newTpmC, RatioInterval soFar);

        /** A run's figures cannot be used. */
        void lost(Path run, Verdict verdict);
    }

    /** Why there are no more pairs. */
    public enum End {
        /** The interval is as narrow as was asked for. */
        NARROW,
        /** All pairs that were allowed are done. */
        ROUNDS,
        /** {@link #stop} was called. */
        STOPPED,
        /** Pair after pair had a run without sound figures. */
        UNSOUND
    }

    /** What there is at the end; as many base runs as new ones, in the order of their pairs. */
    public record Result(End end, List<ComparedRun> base, List<ComparedRun> fresh) {}

    /** Ends the study after the run that is under way, which is cut short; from any thread. */
    public void stop(String by) {
        maker.stop(by);
    }

    /** Runs all pairs but those that the journal has already; what a run throws ends the study. */
    public Result run() throws Exception {
        dropHalfPair();
        while (base.size() < rules.mostPairs && !maker.isStopped() && lostPairs < MOST_LOST_PAIRS) {
            if (!addPair()) {
                continue;
            }
            RatioInterval soFar = interval();
            listener.pair(base.size(), tpmC(base.get(base.size() - 1)), tpmC(fresh.get(fresh.size() - 1)), soFar);
            if (soFar.high() / soFar.low() - 1 < rules.untilWidth) {
                return result(End.NARROW);
            }
        }
        return result(maker.isStopped() ? End.STOPPED : lostPairs >= MOST_LOST_PAIRS ? End.UNSOUND : End.ROUNDS);
    }

    private Result result(End end) {
        return new Result(end, List.copyOf(base), List.copyOf(fresh));
    }

    /** Runs of a pair share the machine's speed of their time: half a pair of an earlier start is made again. */
    private void dropHalfPair() throws IOException {
        List<Run> all = journal.study().runs();
        if (all.isEmpty()) {
            return;
        }
        int last = all.get(all.size() - 1).block();
        List<Run> half = all.stream().filter(run -> run.block() == last).toList();
        if (half.size() == 2 && half.stream().allMatch(run -> run.state() == State.DONE)) {
            return;
        }
        for (Run run : half) {
            journal.setAside(run);
        }
        journal.change(old -> old.withRuns(all.subList(0, all.size() - half.size())));
    }

    private boolean addPair() throws Exception {
        tries++;
        Side first = base.size() % 2 == 0 ? Side.BASE : Side.NEW;
        ComparedRun one = run(first);
        ComparedRun other = one == null ? null : run(first.other());
        if (one == null || other == null) {
            lostPairs++;
            return false;
        }
        lostPairs = 0;
        base.add(first == Side.BASE ? one : other);
        fresh.add(first == Side.BASE ? other : one);
        return true;
    }

    /** @return null when its figures cannot be used */
    private @Nullable ComparedRun run(Side side) throws Exception {
        Run run = next(side);
        if (run.state() == State.PLANNED && !maker.isStopped()) {
            maker.make(run);
        }
        if (maker.isStopped()) {
            return null;
        }
        ComparedRun made = ComparedRun.read(ResultDirectory.open(journal.place(run)));
        if (!made.verdict().isSound()) {
            listener.lost(journal.place(run), made.verdict());
            return null;
        }
        return made;
    }

    /** The journal's, when an earlier start made it. */
    private Run next(Side side) {
        StudyFile study = journal.study();
        int number = ++runs;
        return number <= study.runs().size()
                ? study.runs().get(number - 1)
                : SweepPlan.run(study.plan(), number, tries, new Setting(side.label(), Map.of()));
    }

    private RatioInterval interval() {
        return RatioInterval.ofSequence(figures(base), figures(fresh));
    }

    private static double[] figures(List<ComparedRun> runs) {
        return runs.stream().mapToDouble(PairStudy::tpmC).toArray();
    }

    private static double tpmC(ComparedRun run) {
        return run.data().summary().figures().tpmC();
    }
}
