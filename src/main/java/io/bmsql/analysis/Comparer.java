package io.bmsql.analysis;

import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.analysis.Comparison.Figure;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Comparison.Run;
import io.bmsql.common.NumberText;
import io.bmsql.common.TransactionType;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The runs that count of a comparison, and how they are compared. */
public record Comparer(
        List<ComparedRun> base,
        List<ComparedRun> fresh,
        Method method,
        @Nullable PairLooks looks,
        PairPlan plan,
        double margin) {
    /** Fewer runs a side than this cannot tell what was changed from the day, however steady each of them was. */
    public static final int MIN_REPEATS = Repeats.LEAST;

    /** The part of differences between the hosts' speed. */
    static final String MACHINE = "machine";

    /**
     * @param point its name among several; else empty
     * @param wanted how the runs were made; nothing is claimed where there are too few. A pair with an invalid run is left
     *     out as a whole.
     * @param plan of pairs that are looked at one after the other; without meaning for others
     * @param margin a smaller difference is none, as a share
     * @throws ResultReadException when the runs cannot be compared: different scale, or no valid run on a side
     */
    public static Comparison compare(
            String point,
            List<ComparedRun> base,
            List<ComparedRun> fresh,
            Method wanted,
            PairPlan plan,
            double margin) {
        boolean arePaired = wanted != Method.REPEATS;
        requireSameScale(base, fresh);
        if (arePaired && base.size() != fresh.size()) {
            throw new ResultReadException("Pairs need as many new runs as base runs, not " + base.size() + " and "
                    + fresh.size() + ": name them in the order in which they were made");
        }
        List<ComparedRun> soundBase = new ArrayList<>();
        List<ComparedRun> soundFresh = new ArrayList<>();
        for (int i = 0; i < Math.max(base.size(), fresh.size()); i++) {
            boolean isBase = i < base.size() && base.get(i).verdict().isSound();
            boolean isFresh = i < fresh.size() && fresh.get(i).verdict().isSound();
            if (isBase && (isFresh || !arePaired)) {
                soundBase.add(base.get(i));
            }
            if (isFresh && (isBase || !arePaired)) {
                soundFresh.add(fresh.get(i));
            }
        }
        requireSound("base", base, soundBase);
        requireSound("new", fresh, soundFresh);
        boolean isLookedAt = wanted == Method.SEQUENCE || wanted == Method.TOGETHER;
        boolean isRepeated = Math.min(soundBase.size(), soundFresh.size()) >= MIN_REPEATS;
        Comparer comparer = new Comparer(
                soundBase,
                soundFresh,
                isRepeated ? wanted : Method.TOO_FEW,
                isLookedAt ? new PairLooks(Math.max(plan.most(), soundBase.size())) : null,
                plan,
                margin);
        List<Figure> figures = comparer.figures();
        return new Comparison(
                point,
                comparer.method,
                margin,
                runs(base, soundBase),
                runs(fresh, soundFresh),
                comparer.differences(figures),
                figures,
                comparer.sharedPercent());
    }

    private @Nullable Double sharedPercent() {
        if (method == Method.REPEATS || method == Method.TOO_FEW) {
            return null;
        }
        double share = method == Method.TOGETHER
                ? sharedSeconds()
                : Repeats.sharedByPairs(
                        base.stream().mapToDouble(ComparedRun::rate).toArray(),
                        fresh.stream().mapToDouble(ComparedRun::rate).toArray());
        return Double.isNaN(share) ? null : share * 100;
    }

    /** Looks at the seconds that both runs of a pair had at the same time, and in which both completed something. */
    private double sharedSeconds() {
        List<double[]> both = new ArrayList<>();
        for (int pair = 0; pair < base.size(); pair++) {
            double[] old = base.get(pair).completedOfRate();
            double[] now = fresh.get(pair).completedOfRate();
            for (int second = 0; second < Math.min(old.length, now.length); second++) {
                if (old[second] > 0 && now[second] > 0) {
                    both.add(new double[] {old[second], now[second]});
                }
            }
        }
        return Repeats.sharedByPairs(
                both.stream().mapToDouble(each -> each[0]).toArray(),
                both.stream().mapToDouble(each -> each[1]).toArray());
    }

    private static String work(ComparedRun run) {
        return run.types().workload() + " ("
                + run.types().stream().map(TransactionType::name).collect(Collectors.joining(", ")) + ")";
    }

    private static void requireSameScale(List<ComparedRun> base, List<ComparedRun> fresh) {
        int scale = scale(base.get(0));
        for (ComparedRun run : Stream.concat(base.stream(), fresh.stream()).toList()) {
            if (!run.types().equals(base.get(0).types())) {
                throw new ResultReadException(run.directory() + " ran " + work(run) + " and "
                        + base.get(0).directory() + " " + work(base.get(0))
                        + ": compare runs of the same transactions");
            }
            if (scale(run) != scale) {
                throw new ResultReadException(run.directory() + " ran on a database of " + scale(run)
                        + " warehouses and " + base.get(0).directory() + " on one of " + scale
                        + ": compare runs of the same scale");
            }
        }
    }

    private static int scale(ComparedRun run) {
        return run.summary().run().size().loadedWarehouses();
    }

    private static void requireSound(String side, List<ComparedRun> all, List<ComparedRun> sound) {
        if (sound.isEmpty()) {
            ComparedRun first = all.get(0);
            throw new ResultReadException("No figures of the " + side + " side can be used: " + first.directory()
                    + " is \"" + first.verdict().words() + "\". Repeat the run, or name another one");
        }
    }

    static List<Run> runs(List<ComparedRun> all, List<ComparedRun> counted) {
        return all.stream()
                .map(run -> {
                    Window window = run.summary().run().window();
                    return new Run(
                            run.directory().root().toString(),
                            run.summary().run().setup().runId(),
                            window.startEpochMillis(),
                            window.windowSeconds(),
                            run.rate(),
                            counted.contains(run) ? run.verdict() : run.verdictForRank(),
                            counted.contains(run),
                            run);
                })
                .toList();
    }

    /** The machine stands among them as it does among the figures. */
    private List<Difference> differences(List<Figure> figures) {
        List<Difference> all = new ArrayList<>(Differences.between(base, fresh));
        Figure probe = Comparison.probe(figures);
        if (probe != null && probe.isBeyond(Figure.MARGIN_PERCENT) && probe.base() != null && probe.fresh() != null) {
            String old = NumberText.millis(probe.base());
            all.add(new Difference(MACHINE, "CPU speed probe, \u00b5s", old, NumberText.millis(probe.fresh())));
        }
        return all;
    }

    private List<Figure> figures() {
        boolean isAlone = method != Method.TOGETHER;
        List<Map<String, Double>> old =
                base.stream().map(run -> run.compared(isAlone)).toList();
        List<Map<String, Double>> now =
                fresh.stream().map(run -> run.compared(isAlone)).toList();
        return old.get(0).keySet().stream()
                .flatMap(key -> key.equals(Figure.PROBE)
                        ? probe(values(old, key), values(now, key))
                        : figure(key, isHigherBetter(key), values(old, key), values(now, key)))
                .toList();
    }

    private boolean isHigherBetter(String key) {
        return key.equals(base.get(0).rateKey())
                || key.equals("tpmTotal")
                || ComparedRun.ANALYTIC_KEYS.contains(key) && key.endsWith("Hour")
                || key.startsWith(ComparedRun.EVENT) && key.endsWith("Second");
    }

    private static double[] values(List<Map<String, Double>> figures, String key) {
        return figures.stream()
                .mapToDouble(one -> one.getOrDefault(key, Double.NaN))
                .toArray();
    }

    /** Its many pieces of work tell how fast the hosts were while these runs lasted, however few runs there are. */
    private Stream<Figure> probe(double[] old, double[] now) {
        double[] before = overTime(base);
        double[] after = overTime(fresh);
        return method == Method.TOO_FEW && Math.min(before.length, after.length) > 1
                ? figure(Figure.PROBE, false, before, after, RatioInterval.ofRepeats(before, after))
                : figure(Figure.PROBE, false, old, now);
    }

    private static double[] overTime(List<ComparedRun> runs) {
        return runs.stream()
                .flatMapToDouble(run -> Arrays.stream(WindowConditions.speedMedians(
                        run.data().collected().cpuSpeedProbe(), 0, run.summary().windowSeconds())))
                .toArray();
    }

    private Stream<Figure> figure(String key, boolean isHigherBetter, double[] before, double[] after) {
        boolean areSame = method != Method.TOO_FEW && areZero(before) && areZero(after);
        RatioInterval interval = areSame
                ? RatioInterval.EQUAL
                : switch (method) {
                    case REPEATS -> RatioInterval.ofRepeats(before, after);
                    case PAIRS -> RatioInterval.ofPairs(before, after);
                    case SEQUENCE, TOGETHER ->
                        RatioInterval.ofSequence(Objects.requireNonNull(looks), plan, before, after);
                    case TOO_FEW -> RatioInterval.NONE;
                };
        return figure(key, isHigherBetter, before, after, interval);
    }

    /** Nothing where neither side has it. */
    private Stream<Figure> figure(
            String key, boolean isHigherBetter, double[] before, double[] after, RatioInterval interval) {
        if (DoubleStream.concat(Arrays.stream(before), Arrays.stream(after)).allMatch(Double::isNaN)) {
            return Stream.empty();
        }
        int repeats = method == Method.REPEATS ? RatioInterval.repeatsNeeded(before, after, margin) : 0;
        // The geometric mean, which the ratio is of; on both sides the arithmetic one where a figure is 0.
        boolean arePositive =
                DoubleStream.concat(Arrays.stream(before), Arrays.stream(after)).allMatch(value -> value > 0);
        double old = mean(before, arePositive);
        double now = mean(after, arePositive);
        boolean isPlain = Double.isNaN(interval.ratio()) && old > 0 && now > 0;
        RatioInterval ratio = isPlain ? new RatioInterval(now / old, Double.NaN, Double.NaN) : interval;
        ChangeClaim change = method == Method.REPEATS && Double.isNaN(ratio.low())
                ? RatioInterval.changeOfRanks(before, after, isHigherBetter)
                : ratio.change(margin, isHigherBetter);
        return Stream.of(new Figure(
                key,
                isHigherBetter,
                known(old),
                known(now),
                known((ratio.ratio() - 1) * 100),
                known((ratio.low() - 1) * 100),
                known((ratio.high() - 1) * 100),
                change,
                change == ChangeClaim.CANNOT_TELL ? repeats : 0));
    }

    private static @Nullable Double known(double value) {
        return Double.isFinite(value) ? value : null;
    }

    private static boolean areZero(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }

    private static double mean(double[] values, boolean isGeometric) {
        return isGeometric ? Math.exp(Repeats.mean(Repeats.logs(values))) : Repeats.mean(values);
    }
}
