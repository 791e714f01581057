package io.bmsql.compare;

import io.bmsql.compare.Comparison.Figure;
import io.bmsql.compare.Comparison.Method;
import io.bmsql.compare.Comparison.Run;
import io.bmsql.random.RandomStream;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts.Window;
import io.bmsql.spec.TransactionType;
import io.bmsql.statistics.RatioInterval;
import io.bmsql.statistics.RatioInterval.Blocks;
import io.bmsql.statistics.Repeats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares runs. The same directories give the same numbers: what is drawn at random has a seed of its own. */
public final class Comparer {
    /** Fewer runs a side than this are compared by their seconds. */
    public static final int LEAST_REPEATS = 3;

    private static final long SEED = 1;

    private final List<ComparedRun> base;
    private final List<ComparedRun> fresh;
    private final Method method;
    private final double margin;
    private final List<Figure> figures = new ArrayList<>();

    private Comparer(List<ComparedRun> base, List<ComparedRun> fresh, Method wanted, double margin) {
        this.base = base;
        this.fresh = fresh;
        this.margin = margin;
        boolean isRepeated = Math.min(base.size(), fresh.size()) >= LEAST_REPEATS;
        this.method = isRepeated ? wanted : Method.BLOCKS;
    }

    /**
     * Compares.
     *
     * @param wanted how the runs were made; blocks take its place where there are too few. A pair with an unsound run is left
     *     out as a whole.
     * @param margin a smaller difference is none, as a share
     * @throws ResultReadException when the runs cannot be compared: different scale, or no sound run on a side
     */
    public static Comparison compare(List<ComparedRun> base, List<ComparedRun> fresh, Method wanted, double margin) {
        boolean arePaired = wanted == Method.PAIRS || wanted == Method.SEQUENCE;
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
        Comparer comparer = new Comparer(soundBase, soundFresh, wanted, margin);
        comparer.addFigures();
        return new Comparison(
                comparer.method,
                margin,
                runs(base, soundBase),
                runs(fresh, soundFresh),
                Differences.between(soundBase, soundFresh),
                List.copyOf(comparer.figures),
                comparer.sharedPercent());
    }

    private @Nullable Double sharedPercent() {
        if (method != Method.PAIRS && method != Method.SEQUENCE) {
            return null;
        }
        double share = Repeats.sharedByPairs(
                base.stream().mapToDouble(ComparedRun::tpmC).toArray(),
                fresh.stream().mapToDouble(ComparedRun::tpmC).toArray());
        return Double.isNaN(share) ? null : share * 100;
    }

    private static void requireSameScale(List<ComparedRun> base, List<ComparedRun> fresh) {
        int scale = scale(base.get(0));
        for (ComparedRun run : Stream.concat(base.stream(), fresh.stream()).toList()) {
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

    private static List<Run> runs(List<ComparedRun> all, List<ComparedRun> counted) {
        return all.stream()
                .map(run -> {
                    Window window = run.summary().run().window();
                    return new Run(
                            run.directory().root().toString(),
                            run.summary().run().setup().runId(),
                            window.startEpochMillis(),
                            window.windowSeconds(),
                            run.tpmC(),
                            run.verdict(),
                            counted.contains(run));
                })
                .toList();
    }

    private void addFigures() {
        List<ComparedRun> all = Stream.concat(base.stream(), fresh.stream()).toList();
        BlockedSide old = new BlockedSide(base, all);
        BlockedSide now = new BlockedSide(fresh, all);
        List<TransactionType> newOrder = List.of(TransactionType.NEW_ORDER);
        List<TransactionType> foreground = Arrays.stream(TransactionType.values())
                .filter(TransactionType::isForeground)
                .toList();
        add("tpmC", true, ComparedRun::tpmC, old.rate(newOrder), now.rate(newOrder));
        add("tpmTotal", true, run -> run.summary().figures().tpmTotal(), old.rate(foreground), now.rate(foreground));
        for (TransactionType type : TransactionType.values()) {
            ComparedRun.PERCENTILES.forEach((percent, field) -> add(
                    ComparedRun.key(type, percent),
                    false,
                    run -> run.responseMs(type, field),
                    old.percentile(type, percent),
                    now.percentile(type, percent)));
        }
        add("failedPercent", false, ComparedRun::failedPercent, null, null);
        add("driverCpuMsPerNewOrder", false, ComparedRun::driverCpuMs, null, null);
        add(Figure.CANARY, false, ComparedRun::canaryMicros, null, null);
        base.get(0)
                .perNewOrder()
                .keySet()
                .forEach(name -> add(
                        Figure.PER_NEW_ORDER + name,
                        false,
                        run -> run.perNewOrder().getOrDefault(name, Double.NaN),
                        null,
                        null));
        base.get(0)
                .hosts()
                .forEach(host -> add(
                        "hostCpuPercentPer1000TpmC" + (host.isEmpty() ? "" : "." + host),
                        false,
                        run -> run.hostCpuPercentPer1000TpmC(host),
                        null,
                        null));
    }

    /** @param baseBlocks null where a figure has no seconds to draw from */
    private void add(
            String key,
            boolean isHigherBetter,
            ToDoubleFunction<ComparedRun> value,
            @Nullable Blocks baseBlocks,
            @Nullable Blocks newBlocks) {
        double[] before = base.stream().mapToDouble(value).toArray();
        double[] after = fresh.stream().mapToDouble(value).toArray();
        if (Arrays.stream(before).allMatch(Double::isNaN)
                && Arrays.stream(after).allMatch(Double::isNaN)) {
            return;
        }
        RatioInterval interval = areZero(before) && areZero(after)
                ? RatioInterval.EQUAL
                : switch (method) {
                    case REPEATS -> RatioInterval.ofRepeats(before, after);
                    case PAIRS -> RatioInterval.ofPairs(before, after);
                    case SEQUENCE -> RatioInterval.ofSequence(before, after);
                    case BLOCKS ->
                        baseBlocks == null || newBlocks == null || Math.min(baseBlocks.count(), newBlocks.count()) < 2
                                ? RatioInterval.NONE
                                : RatioInterval.ofBlocks(baseBlocks, newBlocks, new RandomStream(SEED));
                };
        int repeats = method == Method.REPEATS ? RatioInterval.repeatsNeeded(before, after, margin) : 0;
        double old = middle(before);
        double now = middle(after);
        boolean isPlain = Double.isNaN(interval.ratio()) && old > 0 && now > 0;
        RatioInterval known = isPlain ? new RatioInterval(now / old, Double.NaN, Double.NaN) : interval;
        figures.add(Figure.of(key, isHigherBetter, old, now, known, margin, repeats));
    }

    private static boolean areZero(double[] values) {
        return Arrays.stream(values).allMatch(value -> value == 0);
    }

    /** The geometric mean, which the ratio is of; the arithmetic one where a figure is 0. */
    private static double middle(double[] values) {
        return Arrays.stream(values).allMatch(value -> value > 0)
                ? Math.exp(Arrays.stream(values).map(Math::log).average().orElse(0))
                : Arrays.stream(values).average().orElse(Double.NaN);
    }
}
