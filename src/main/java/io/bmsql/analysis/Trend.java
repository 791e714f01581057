package io.bmsql.analysis;

import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Comparison.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The history of the runs of one kind: at which of them throughput changed its level, by {@link EDivisive}, and by how much.
 *
 * @param rateKey the name of the figure, such as {@code tpmC}
 * @param runs all of them in the order of time; those whose figures do not count too
 * @param changes in the order of time; empty where there are too few runs that count
 */
public record Trend(String rateKey, List<Run> runs, List<Step> changes) {
    /** With fewer runs that count no change can be told from chance. */
    public static final int MIN_RUNS = EDivisive.LEAST;

    /** The runs of a level, at least. */
    public static final int MIN_LEVEL = EDivisive.SHORTEST;

    /** Begins the permutations, so that the same runs always give the same answer. */
    private static final long SEED = 1;

    /** What a changed host may leave unexplained, as a ratio. */
    private static final double UNEXPLAINED = 1.02;

    /** So many runs on each side of a change are asked what is different: it is found within a run or two. */
    private static final int AROUND = 3;

    /**
     * A change of the level.
     *
     * @param lastRunBefore the directory of the last run of the level before
     * @param firstRunAfter that of the first run of the new level, which began at {@code sinceEpochMillis}
     * @param rate both levels, with the change and its interval
     * @param probe the CPU speed probe of both, null where it is not known; a longer time is a slower host
     * @param host what the probe says of the change
     * @param differences of the runs around it
     */
    public record Step(
            String lastRunBefore,
            String firstRunAfter,
            long sinceEpochMillis,
            Figure rate,
            @Nullable Figure probe,
            Host host,
            List<Difference> differences) {
        /** By how many percent the level changed; negative for a drop. */
        public double percent() {
            return Objects.requireNonNullElse(rate.changePercent(), 0.0);
        }
    }

    /** How the speed of the load generator's host changed with the level. */
    public enum Host {
        /** No probe, or one that leaves it open. */
        UNKNOWN,
        /** It kept its speed: the interval lies within {@link Figure#MARGIN_PERCENT}. */
        SAME,
        /** It changed its speed, and the level for the speed of the host stayed: the host changed and not the database. */
        INSTEAD,
        /** It changed its speed, and the runs are too few or too noisy to say whether that is all. */
        OPEN,
        /** It changed its speed, and the level changed otherwise. */
        TOO
    }

    /** @param runs of one kind, at least one, in the order of time */
    public static Trend of(List<ComparedRun> runs) {
        List<Run> all = Comparer.runs(
                runs,
                runs.stream()
                        .filter(run -> run.verdictForRank().isRanked() && run.rate() > 0)
                        .toList());
        List<Run> counted = all.stream().filter(Run::isCounted).toList();
        double[] logs = Repeats.logs(counted.stream().mapToDouble(Run::rate).toArray());
        List<Integer> ends = new ArrayList<>(counted.size() < MIN_RUNS ? List.of() : EDivisive.changes(logs, SEED));
        ends.add(0, 0);
        ends.add(counted.size());
        List<Step> changes = new ArrayList<>();
        for (int i = 1; i < ends.size() - 1; i++) {
            changes.add(step(counted, ends.get(i - 1), ends.get(i), ends.get(i + 1)));
        }
        return new Trend(runs.get(0).rateKey(), all, List.copyOf(changes));
    }

    private static Step step(List<Run> runs, int from, int at, int to) {
        List<ComparedRun> before = read(runs.subList(from, at));
        List<ComparedRun> after = read(runs.subList(at, to));
        // A margin is without meaning here: chance has been excluded.
        Comparison levels = Comparer.compare("", before, after, Method.REPEATS, PairPlan.NONE, 0);
        List<Difference> differences = new ArrayList<>(Differences.between(
                before.subList(Math.max(0, before.size() - AROUND), before.size()),
                after.subList(0, Math.min(AROUND, after.size()))));
        levels.differences().stream()
                .filter(one -> one.part().equals(Comparer.MACHINE))
                .forEach(differences::add);
        Figure found = levels.probe();
        Figure probe = found == null || found.lowPercent() == null ? null : found;
        return new Step(
                runs.get(at - 1).directory(),
                runs.get(at).directory(),
                runs.get(at).startEpochMillis(),
                levels.rate(),
                probe,
                host(probe, before, after),
                List.copyOf(differences));
    }

    /** A host that does the same work in more time is expected to do less of it by as much. */
    private static Host host(@Nullable Figure probe, List<ComparedRun> before, List<ComparedRun> after) {
        if (probe == null || !probe.isBeyond(Figure.MARGIN_PERCENT)) {
            return probe != null && probe.isWithin(Figure.MARGIN_PERCENT) ? Host.SAME : Host.UNKNOWN;
        }
        return beside(forSpeed(before), forSpeed(after));
    }

    /** What a changed host leaves to explain, by what the runs did for its speed. */
    static Host beside(double[] before, double[] after) {
        RatioInterval rest = RatioInterval.ofRepeats(before, after);
        if (rest.low() > 1 / UNEXPLAINED && rest.high() < UNEXPLAINED) {
            return Host.INSTEAD;
        }
        return rest.low() > 1 || rest.high() < 1 ? Host.TOO : Host.OPEN;
    }

    private static double[] forSpeed(List<ComparedRun> runs) {
        return runs.stream().mapToDouble(run -> run.rate() * run.probeMicros()).toArray();
    }

    private static List<ComparedRun> read(List<Run> runs) {
        return runs.stream().map(Run::read).toList();
    }

    public List<Run> counted() {
        return runs.stream().filter(Run::isCounted).toList();
    }

    /** False when there are too few runs to tell a change from chance. */
    public boolean isJudged() {
        return counted().size() >= MIN_RUNS;
    }

    /** The runs of each level, one more than there are changes; none without a run that counts. */
    public List<List<Run>> levels() {
        List<List<Run>> levels = new ArrayList<>();
        for (Run run : counted()) {
            if (levels.isEmpty() || changes.stream().anyMatch(step -> step.firstRunAfter.equals(run.directory()))) {
                levels.add(new ArrayList<>());
            }
            levels.get(levels.size() - 1).add(run);
        }
        return levels;
    }

    /** The changes since throughput began to fall. A rise that did not bring the level back is one of them. */
    public List<Step> lastFall() {
        List<Step> fall = new ArrayList<>();
        for (Step step : changes) {
            ChangeClaim change = step.rate.change();
            if (change == ChangeClaim.WORSE || change == ChangeClaim.BETTER && !fall.isEmpty()) {
                fall.add(step);
            }
            if (dropPercent(fall) <= 0) {
                fall.clear();
            }
        }
        return fall;
    }

    /** By how many percent the last level is lower than the one before {@link #lastFall}; 0 where it is not. */
    public double lastDropPercent() {
        return dropPercent(lastFall());
    }

    private static double dropPercent(List<Step> steps) {
        double drop = 0;
        for (Step step : steps) {
            drop += (1 - drop / 100) * -step.percent();
        }
        return drop;
    }

    /** How many of the last runs do not count. */
    public int leftAtEnd() {
        int counted = runs.size();
        while (counted > 0 && !runs.get(counted - 1).isCounted()) {
            counted--;
        }
        return runs.size() - counted;
    }

    /** How many runs do not count, by their verdict, the worst first. */
    public Map<Verdict, Long> left() {
        return runs.stream()
                .filter(run -> !run.isCounted())
                .collect(Collectors.groupingBy(Run::verdict, TreeMap::new, Collectors.counting()));
    }
}
