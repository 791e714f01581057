package io.bmsql.result;

import java.util.Collections;
import java.util.List;

/**
 * Says how fast the load generator's host was, by medians of a piece of work.
 *
 * @param halvesPercent how much faster the second half of the window was; negative when slower
 * @param drifted when it did not keep its speed
 * @param changeAtSeconds where its speed changed the most, from the start of the window
 * @param changePercent how much faster it was from there on
 * @param waitHalvesMicros waited for a processor in each half of the window; empty in older files
 */
public record HostSpeed(
        double medianMicros,
        double fastestMicros,
        double halvesPercent,
        boolean drifted,
        double changeAtSeconds,
        double changePercent,
        List<Double> waitHalvesMicros) {
    public static final String WAIT_COLUMN = "wait_micros";

    private static final double MUCH_LONGER = 3;

    private static final double LONG_WAIT_MICROS = 1_000;

    public static final String COLUMN = "micros";

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
