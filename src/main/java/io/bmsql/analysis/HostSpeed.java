package io.bmsql.analysis;

import io.bmsql.result.SampleTable;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How fast the driver's host was over a window, by the canary's piece of work. Medians, since now and then another thread gets
 * in between.
 *
 * @param medianMicros that the work took
 * @param fastestMicros that it ever took
 * @param halvesPercent how much faster the host was in the second half of the window; negative when it was slower
 * @param drifted true when it did not keep its speed: by {@link ChangePoint}, or by its halves where the window is short
 * @param changeAtSeconds where its speed changed the most, from the start of the window
 * @param changePercent how much faster it was from there on
 * @param minuteMedianMicros of each minute of the window
 * @param waitHalvesMicros that the work waited for a processor in each half of the window; empty in older files
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record HostSpeed(
        double medianMicros,
        double fastestMicros,
        double halvesPercent,
        boolean drifted,
        double changeAtSeconds,
        double changePercent,
        List<Double> minuteMedianMicros,
        List<Double> waitHalvesMicros) {
    /** The second column: how late the work began, since no processor was free. */
    public static final String WAIT_COLUMN = "wait_micros";

    /** Half a window whose waits are longer than the other's by this factor, and than this, is not the same. */
    private static final double MUCH_LONGER = 3;

    private static final double LONG_WAIT_MICROS = 1_000;

    /** The column of {@code data/canary.csv}. */
    public static final String COLUMN = "micros";

    /** Fewer have no halves. */
    private static final int LEAST_SAMPLES = 2;

    /** With fewer, nothing is said of a drift. */
    private static final int LEAST_FOR_DRIFT = 30;

    private static final int SECONDS_A_MINUTE = 60;

    /** So many samples have one median: about as many seconds belong together when a neighbour works. */
    private static final int SMOOTHED = 5;

    /** True when threads waited much longer for a processor in one half of the window: somebody else took it. */
    public boolean waitsDiffer() {
        if (waitHalvesMicros.isEmpty()) {
            return false;
        }
        double shorter = Collections.min(waitHalvesMicros);
        double longer = Collections.max(waitHalvesMicros);
        return longer > LONG_WAIT_MICROS && longer > MUCH_LONGER * shorter;
    }

    /** Of a window; null where there is too little to say anything. */
    public static @Nullable HostSpeed of(@Nullable SampleTable canary, double fromSecond, double untilSecond) {
        double[] all = canary == null ? null : canary.column(COLUMN);
        if (canary == null || all == null) {
            return null;
        }
        int[] inWindow = inWindow(canary.seconds(), all, fromSecond, untilSecond);
        if (inWindow.length < LEAST_SAMPLES) {
            return null;
        }
        double[] micros = Arrays.stream(inWindow).mapToDouble(i -> all[i]).toArray();
        double[] seconds = Arrays.stream(inWindow)
                .mapToDouble(i -> canary.seconds()[i] - fromSecond)
                .toArray();
        double[] waits = canary.column(WAIT_COLUMN);
        int half = inWindow.length / 2;
        double[] late = waits == null
                ? new double[0]
                : Arrays.stream(inWindow).mapToDouble(i -> waits[i]).toArray();
        List<Double> halves = late.length < LEAST_FOR_DRIFT
                ? List.of()
                : List.of(median(late, 0, half), median(late, half, late.length));
        return of(seconds, micros, untilSecond - fromSecond, halves);
    }

    private static int[] inWindow(double[] seconds, double[] micros, double fromSecond, double untilSecond) {
        return IntStream.range(0, micros.length)
                .filter(i -> seconds[i] > fromSecond && seconds[i] <= untilSecond && micros[i] > 0)
                .toArray();
    }

    /** The medians of a few samples each, so that hardly one depends on the next; empty without samples. */
    public static double[] medians(@Nullable SampleTable canary, double fromSecond, double untilSecond) {
        double[] all = canary == null ? null : canary.column(COLUMN);
        if (canary == null || all == null) {
            return new double[0];
        }
        double[] micros = Arrays.stream(inWindow(canary.seconds(), all, fromSecond, untilSecond))
                .mapToDouble(i -> all[i])
                .toArray();
        return Arrays.stream(speeds(micros, SMOOTHED)).map(speed -> 1e6 / speed).toArray();
    }

    private static HostSpeed of(double[] seconds, double[] micros, double windowSeconds, List<Double> waits) {
        int half = micros.length / 2;
        double halves = median(micros, 0, half) / median(micros, half, micros.length) - 1;
        double at = seconds[half];
        double change = halves;
        boolean hasDrifted;
        double[] smooth = speeds(micros, 1);
        if (smooth.length < ChangePoint.MANY_VALUES) {
            double[] speeds = speeds(micros, SMOOTHED);
            RatioInterval interval = RatioInterval.ofRepeats(
                    Arrays.copyOf(speeds, speeds.length / 2),
                    Arrays.copyOfRange(speeds, speeds.length / 2, speeds.length));
            hasDrifted = interval.low() > 1 || interval.high() < 1;
        } else {
            ChangePoint found = ChangePoint.of(smooth);
            at = seconds[Math.min(seconds.length - 1, found.index() + SMOOTHED / 2)];
            change = found.change();
            hasDrifted = found.isCertain();
        }
        List<Double> minutes = new ArrayList<>();
        for (int from = 0; from < windowSeconds; from += SECONDS_A_MINUTE) {
            int begin = from;
            double[] minute = IntStream.range(0, micros.length)
                    .filter(i -> seconds[i] > begin && seconds[i] <= begin + SECONDS_A_MINUTE)
                    .mapToDouble(i -> micros[i])
                    .toArray();
            if (minute.length > 0) {
                minutes.add(median(minute, 0, minute.length));
            }
        }
        return new HostSpeed(
                median(micros, 0, micros.length),
                Arrays.stream(micros).min().orElseThrow(),
                halves * 100,
                hasDrifted && micros.length >= LEAST_FOR_DRIFT && Math.abs(change) > Steadiness.MARGIN,
                at,
                change * 100,
                minutes,
                waits);
    }

    /** Pieces of work a second, each the median of a few samples; the next one begins so many samples later. */
    private static double[] speeds(double[] micros, int step) {
        return IntStream.iterate(0, from -> from + SMOOTHED <= micros.length, from -> from + step)
                .mapToDouble(from -> 1e6 / median(micros, from, from + SMOOTHED))
                .toArray();
    }

    static double median(double[] values, int from, int to) {
        return Repeats.median(Arrays.copyOfRange(values, from, to));
    }
}
