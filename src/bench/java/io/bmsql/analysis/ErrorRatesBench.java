package io.bmsql.analysis;

import io.bmsql.result.HostSpeed;
import io.bmsql.result.SampleTable;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** How often each judge of noisy figures errs, and what it finds: made-up figures whose truth is known. Seeded, so that it repeats. */
public final class ErrorRatesBench {
    private static final double MARGIN = 0.02;

    private final Random random = new Random(20_261_126);
    private final int experiments;

    private ErrorRatesBench(int experiments) {
        this.experiments = experiments;
    }

    /** @param args how many experiments for each line, 40,000 by default */
    public static void main(String[] args) {
        ErrorRatesBench bench = new ErrorRatesBench(args.length > 0 ? Integer.parseInt(args[0]) : 40_000);
        bench.sequences();
        bench.repeats();
        bench.changes();
        bench.probes();
        bench.knees();
    }

    private void say(String what, int of, BooleanSupplier experiment) {
        int hits = 0;
        for (int i = 0; i < of; i++) {
            hits += experiment.getAsBoolean() ? 1 : 0;
        }
        double share = (double) hits / of;
        System.out.printf(
                Locale.ROOT, "%-78s %6.2f%% +- %.2f%n", what, share * 100, 196 * Math.sqrt(share * (1 - share) / of));
    }

    private static boolean isClaim(RatioInterval interval) {
        ChangeClaim change = interval.change(MARGIN, true);
        return change == ChangeClaim.BETTER || change == ChangeClaim.WORSE;
    }

    private void sequences() {
        for (int planned : new int[] {6, 7, 8, 10, 12, 16, 20, 30, 40, 60, 100}) {
            PairLooks looks = new PairLooks(planned);
            say("ab, " + planned + " rounds: false alarm", experiments, () -> excludes(looks, planned, 1, 0));
            say(
                    "ab, " + planned + " rounds: false alarm on a machine that drifts evenly",
                    experiments / 4,
                    () -> excludes(looks, planned, 1, 0.02));
            double slower = 0.1 / Math.sqrt(planned);
            say(
                    String.format(
                            Locale.ROOT,
                            "ab, %d rounds: %.1f%% slower found, runs spread by 2%%",
                            planned,
                            100 * slower),
                    experiments / 2,
                    () -> excludes(looks, planned, 1 - slower, 0));
        }
    }

    /** Whether any look excludes no change. */
    private boolean excludes(PairLooks looks, int planned, double factor, double drift) {
        PairPlan plan = new PairPlan(planned, 1 + random.nextInt(Integer.MAX_VALUE - 1));
        double[] base = new double[planned];
        double[] fresh = new double[planned];
        for (int i = 0; i < planned; i++) {
            boolean isBaseFirst = plan.isBaseFirst(i);
            base[i] = Math.exp(0.02 * random.nextGaussian() + (isBaseFirst ? 0 : drift * (1 + 0.2 * i)));
            fresh[i] = factor * Math.exp(0.02 * random.nextGaussian() + (isBaseFirst ? drift * (1 + 0.2 * i) : 0));
            if (i + 1 >= PairLooks.FIRST) {
                RatioInterval seen =
                        RatioInterval.ofSequence(looks, plan, Arrays.copyOf(base, i + 1), Arrays.copyOf(fresh, i + 1));
                if (seen.low() > 1 || seen.high() < 1) {
                    return true;
                }
            }
        }
        return false;
    }

    private double[] runs(int count, double spread) {
        double[] runs = new double[count];
        Arrays.setAll(runs, i -> 10_000 * Math.exp(spread * random.nextGaussian()));
        return runs;
    }

    private void repeats() {
        for (int[] sides : new int[][] {{3, 3}, {5, 5}, {10, 10}, {3, 5}, {3, 10}, {3, 20}, {5, 20}, {10, 20}}) {
            for (double[] spreads : new double[][] {{0.02, 0.02}, {0.06, 0.02}, {0.02, 0.06}, {0.04, 0.02}}) {
                say(
                        "repeats, " + sides[0] + " and " + sides[1] + ", spread " + spreads[0] + " and " + spreads[1]
                                + ": false alarm",
                        experiments,
                        () -> isClaim(RatioInterval.ofRepeats(runs(sides[0], spreads[0]), runs(sides[1], spreads[1]))));
            }
        }
        for (int pairs : new int[] {3, 5, 10}) {
            say(
                    "pairs, " + pairs + ": false alarm",
                    experiments,
                    () -> isClaim(RatioInterval.ofPairs(runs(pairs, 0.02), runs(pairs, 0.02))));
        }
        for (int count : new int[] {3, 4, 5, 10}) {
            for (double spread : new double[] {0.02, 0.1, 0.2, 0.3}) {
                say("interval of " + count + " repeats, spread " + spread + ": misses the truth", experiments, () -> {
                    Repeats repeats = Repeats.of(runs(count, spread));
                    return repeats.low() > 10_000 || repeats.high() < 10_000;
                });
            }
        }
    }

    private double[] series(int length, double correlation, double spread, int step, double size) {
        double[] values = new double[length];
        double noise = random.nextGaussian();
        for (int i = 0; i < length; i++) {
            noise = correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            values[i] = 1000 * (1 + spread * noise) * (i < step ? 1 : size);
        }
        return values;
    }

    private void changes() {
        for (int length : new int[] {60, 90, 119, 120, 150, 180, 300, 600, 1800}) {
            for (double correlation : new double[] {0, 0.4, 0.6, 0.8, 0.9}) {
                String what = "change point, " + length + " s, correlation " + correlation + ": ";
                int of = Math.max(2000, Math.min(experiments / 4, experiments * 60 / length));
                say(what + "false alarm", of, () -> ChangePoint.of(series(length, correlation, 0.05, length, 1))
                        .isCertain());
                say(what + "called unsteady, spread 10%", of, () -> !WindowConditions.steadiness(
                                series(length, correlation, 0.1, length, 1))
                        .steady());
                say(
                        what + "15% less from a third on, spread 5%: called unsteady",
                        of / 4,
                        () -> !WindowConditions.steadiness(series(length, correlation, 0.05, length / 3, 0.85))
                                .steady());
                say(
                        what + "a level that came back, spread 10%: false alarm",
                        of,
                        () -> cameBack(series(length, correlation, 0.1, length, 1)));
                for (double size : new double[] {0.8, 0.7, 0.5}) {
                    say(
                            what + "middle third at " + size + ", spread 5%: found to come back",
                            of / 4,
                            () -> cameBack(withMiddle(series(length, correlation, 0.05, length, 1), size)));
                }
            }
        }
    }

    private static boolean cameBack(double[] values) {
        return WindowConditions.steadiness(values).backAtSeconds() != null;
    }

    private static double[] withMiddle(double[] values, double size) {
        for (int i = values.length / 3; i < values.length * 2 / 3; i++) {
            values[i] *= size;
        }
        return values;
    }

    private void probes() {
        for (int length : new int[] {30, 45, 60, 90, 119, 130, 300}) {
            for (double correlation : new double[] {0, 0.4, 0.8}) {
                String what = "CPU speed probe, " + length + " s, correlation " + correlation + ", spread 15%: ";
                say(what + "false drift", experiments / 10, () -> drifts(series(length, correlation, 0.15, length, 1)));
            }
        }
    }

    private static boolean drifts(double[] micros) {
        double[] seconds = new double[micros.length];
        Arrays.setAll(seconds, i -> i + 1);
        SampleTable table = new SampleTable("probe", seconds, Map.of(HostSpeed.COLUMN, micros));
        HostSpeed speed = WindowConditions.hostSpeed(table, 0, micros.length);
        return speed != null && speed.drifted();
    }

    private void knees() {
        for (int points : new int[] {4, 6, 8}) {
            for (double spread : new double[] {0.02, 0.05, 0.1}) {
                double[] x = new double[points];
                Arrays.setAll(x, i -> Math.pow(2, i));
                say(
                        "knee, " + points + " values of a level line, 3 repeats, spread " + spread + ": false knee",
                        experiments,
                        () -> {
                            double[] y = new double[points];
                            double most = 0;
                            for (int i = 0; i < points; i++) {
                                Repeats repeats = Repeats.of(runs(3, spread));
                                y[i] = repeats.mean();
                                most = Math.max(most, repeats.variation());
                            }
                            return Knee.of(x, y, most) >= 0;
                        });
            }
        }
    }
}
