package io.bmsql.study;

import io.bmsql.compare.ComparedRun;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunReader;
import io.bmsql.result.Verdict;
import io.bmsql.run.RunSession;
import io.bmsql.spec.RefusedException;
import io.bmsql.statistics.RatioInterval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Two settings in turn, A B, B A, A B, ..., until their ratio is known well enough. A pair with a run whose figures are not
 * sound is made again in the same order, so that the order stays alternating. Use it once.
 */
public final class PairStudy {
    /** So many pairs in a row without sound figures end the study. */
    private static final int MOST_LOST_PAIRS = 3;

    private final Rules rules;
    private final Path directory;
    private final Maker maker;
    private final Listener listener;
    private final List<ComparedRun> base = new ArrayList<>();
    private final List<ComparedRun> fresh = new ArrayList<>();
    private volatile @Nullable RunSession current;
    private volatile @Nullable String stoppedBy;
    private int runs;
    private int lostPairs;

    /** @param directory where {@code runs/} will be */
    public PairStudy(Rules rules, Path directory, Maker maker, Listener listener) {
        this.rules = rules;
        this.directory = directory;
        this.maker = maker;
        this.listener = listener;
    }

    /** One of the two. */
    public enum Side {
        BASE,
        NEW;

        private Side other() {
            return this == BASE ? NEW : BASE;
        }
    }

    /**
     * When it ends.
     *
     * @param mostPairs at the latest
     * @param untilWidth how much its upper end may be above its lower one, such as 0.02 for 2%; of the ratio of tpmC
     */
    public record Rules(int mostPairs, double untilWidth) {}

    /** Prepares the database for a run and the run itself. */
    public interface Maker {
        /**
         * Gives a session that was not started.
         *
         * @param number of the run in this study, from 1
         */
        RunSession session(Side side, int number, Path directory) throws Exception;
    }

    /** Hears how the study goes, on the thread that runs it. */
    public interface Listener {
        /** A run begins. */
        void begins(Side side, int number);

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
        stoppedBy = by;
        RunSession session = current;
        if (session != null) {
            session.stop(by);
        }
    }

    /** Runs all pairs; what a run throws ends the study. */
    public Result run() throws Exception {
        while (base.size() < rules.mostPairs && stoppedBy == null && lostPairs < MOST_LOST_PAIRS) {
            if (!addPair()) {
                continue;
            }
            RatioInterval soFar = interval();
            listener.pair(base.size(), tpmC(base.get(base.size() - 1)), tpmC(fresh.get(fresh.size() - 1)), soFar);
            if (soFar.high() / soFar.low() - 1 < rules.untilWidth) {
                return result(End.NARROW);
            }
        }
        return result(stoppedBy != null ? End.STOPPED : lostPairs >= MOST_LOST_PAIRS ? End.UNSOUND : End.ROUNDS);
    }

    private Result result(End end) {
        return new Result(end, List.copyOf(base), List.copyOf(fresh));
    }

    private boolean addPair() throws Exception {
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
        if (stoppedBy != null) {
            return null;
        }
        int number = ++runs;
        Path place = directory
                .resolve("runs")
                .resolve(String.format(
                        Locale.ROOT, "%03d_%s", number, side.name().toLowerCase(Locale.ROOT)));
        listener.begins(side, number);
        RunSession session = maker.session(side, number, place);
        current = session;
        if (stoppedBy != null) {
            return null;
        }
        try {
            session.run();
        } catch (RefusedException e) {
            if (stoppedBy == null) {
                throw e;
            }
        } finally {
            current = null;
        }
        if (stoppedBy != null) {
            return null;
        }
        ResultDirectory results = ResultDirectory.open(place);
        ComparedRun run = new ComparedRun(results, RunReader.read(results, ReportWindow.WHOLE));
        if (!run.verdict().isSound()) {
            listener.lost(place, run.verdict());
            return null;
        }
        return run;
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
