package io.bmsql.result;

import java.util.Collections;
import java.util.List;

/**
 * How fast the load generator's host was over a window, by the CPU speed probe's piece of work. Medians, since now and then another thread gets
 * in between.
 *
 * @param fastestMicros that it ever took
 * @param halvesPercent how much faster the host was in the second half of the window; negative when it was slower
 * @param drifted true when it did not keep its speed: by a test for a change of level, by its halves where the window is short, and
 *     wherever these differ much and not by chance
 * @param changeAtSeconds where its speed changed the most, from the start of the window
 * @param changePercent how much faster it was from there on
 * @param waitHalvesMicros that the work waited for a processor in each half of the window; empty in older files
 */
public record HostSpeed(
        double medianMicros,
        double fastestMicros,
        double halvesPercent,
        boolean drifted,
        double changeAtSeconds,
        double changePercent,
        List<Double> waitHalvesMicros) {
    /** The second column: how late the work began, since no processor was free. */
    public static final String WAIT_COLUMN = "wait_micros";

    /** Half a window whose waits are longer than the other's by this factor, and than this, is not the same. */
    private static final double MUCH_LONGER = 3;

    private static final double LONG_WAIT_MICROS = 1_000;

    /** The column of {@code data/cpu_speed_probe.csv}. */
    public static final String COLUMN = "micros";

    /** What a page says in one word. */
    public enum Judgement {
        SAME,
        DRIFTED,
        /** The speed is the same, but not what other programs left of the processors. */
        TAKEN,
        /** It was not the same, but chance explains that, or the window is too short to tell. */
        VARIED
    }

    public Judgement judgement() {
        double mostPercent = Math.max(Math.abs(halvesPercent), Math.abs(changePercent));
        return drifted
                ? Judgement.DRIFTED
                : waitsDiffer()
                        ? Judgement.TAKEN
                        : mostPercent <= Steadiness.MARGIN * 100 ? Judgement.SAME : Judgement.VARIED;
    }

    /** The change that goes with {@link #judgement}: of the halves, unless another one speaks against them. */
    public double judgedPercent() {
        boolean isLarger = Math.abs(changePercent) > Math.abs(halvesPercent);
        return drifted || judgement() == Judgement.VARIED && isLarger ? changePercent : halvesPercent;
    }

    /** True when threads waited much longer for a processor in one half of the window: somebody else took it. */
    public boolean waitsDiffer() {
        if (waitHalvesMicros.isEmpty()) {
            return false;
        }
        double shorter = Collections.min(waitHalvesMicros);
        double longer = Collections.max(waitHalvesMicros);
        return longer > LONG_WAIT_MICROS && longer > MUCH_LONGER * shorter;
    }
}
