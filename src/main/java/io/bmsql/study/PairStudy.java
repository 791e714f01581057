package io.bmsql.study;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.RatioInterval;
import io.bmsql.analysis.Verdict;
import io.bmsql.result.ResultDirectory;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyFile.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Two settings in turn, A B, B A, A B, ..., until their ratio is known well enough. A pair with a run whose figures are not valid is
 * repeated in the same order, so that the order stays alternating. Use it once.
 */
public final class PairStudy implements StudyRunner.Strategy {
    /** So many pairs in a row without valid figures end the study. */
    private static final int MOST_LOST_PAIRS = 3;

    private final StudyJournal journal;
    private final int mostPairs;
    private final double untilWidth;
    private final Listener listener;
    private final List<ComparedRun> base = new ArrayList<>();
    private final List<ComparedRun> fresh = new ArrayList<>();
    private int runs;
    private int tries;
    private int lostPairs;
    private boolean isNarrow;
    /** The side that {@link #next} gave last, and the first run of a pair whose second one is still to come. */
    private @Nullable Side asked;

    private @Nullable ComparedRun first;

    /**
     * @param mostPairs after which it ends at the latest
     * @param untilWidth how much the upper end of the interval of the ratio of tpmC may be above its lower one, such as 0.02 for 2%
     */
    public PairStudy(StudyJournal journal, int mostPairs, double untilWidth, Listener listener) {
        this.journal = journal;
        this.mostPairs = mostPairs;
        this.untilWidth = untilWidth;
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

        /** The side of a run with this setting. */
        public static Side of(Setting setting) {
            return setting.database().equals(BASE.label()) ? BASE : NEW;
        }
    }

    /** Hears how the study goes, on the thread that runs it. */
    public interface Listener {
        /** A pair is done; the interval has no bounds before the sixth. */
        void pair(int number, double baseTpmC, double newTpmC, RatioInterval soFar);

        /** A run's figures cannot be used. */
        void lost(Path run, Verdict verdict);
    }

    /** The base runs of complete pairs, in their order. */
    public List<ComparedRun> base() {
        return List.copyOf(base);
    }

    /** The new runs of complete pairs, in their order; as many as base runs. */
    public List<ComparedRun> fresh() {
        return List.copyOf(fresh);
    }

    /** True when the interval is as narrow as was asked for. */
    public boolean isNarrow() {
        return isNarrow;
    }

    /** True when pair after pair had a run without valid figures. */
    public boolean isLost() {
        return lostPairs >= MOST_LOST_PAIRS;
    }

    @Override
    public boolean endsAtFailure() {
        return true;
    }

    @Override
    public @Nullable Run next() {
        while (true) {
            if (asked != null) {
                take(asked, journal.study().runs().get(runs - 1));
            }
            if (isNarrow || isLost() || base.size() >= mostPairs) {
                return null;
            }
            if (first == null) {
                tries++;
            }
            Side inTurn = base.size() % 2 == 0 ? Side.BASE : Side.NEW;
            asked = first == null ? inTurn : inTurn.other();
            int number = ++runs;
            StudyFile study = journal.study();
            if (number > study.runs().size()) {
                return SweepPlan.run(study.plan(), number, tries, new Setting(asked.label(), Map.of()));
            }
            Run noted = study.runs().get(number - 1);
            if (noted.state() == State.PLANNED) {
                return noted;
            }
            // An earlier start made it.
        }
    }

    private void take(Side side, Run run) {
        asked = null;
        ComparedRun made = ComparedRun.read(ResultDirectory.open(journal.place(run)));
        if (!made.verdict().isSound()) {
            first = null;
            lostPairs++;
            listener.lost(journal.place(run), made.verdict());
        } else if (first == null) {
            first = made;
        } else {
            base.add(side == Side.BASE ? made : first);
            fresh.add(side == Side.BASE ? first : made);
            first = null;
            lostPairs = 0;
            RatioInterval soFar = RatioInterval.ofSequence(figures(base), figures(fresh));
            listener.pair(base.size(), tpmC(base.get(base.size() - 1)), tpmC(fresh.get(fresh.size() - 1)), soFar);
            isNarrow = soFar.high() / soFar.low() - 1 < untilWidth;
        }
    }

    private static double[] figures(List<ComparedRun> runs) {
        return runs.stream().mapToDouble(PairStudy::tpmC).toArray();
    }

    private static double tpmC(ComparedRun run) {
        return run.data().summary().figures().tpmC();
    }
}
