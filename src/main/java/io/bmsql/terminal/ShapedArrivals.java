package io.bmsql.terminal;

import io.bmsql.config.LoadProfile;
import java.util.List;

/**
 * Arrivals at a rate that follows a profile. Slot n is due when the integral of the rate from the start of the run passes n,
 * so that what arrives in any time is the integral over it, less than one slot apart: nothing drifts. The ramp-up runs at
 * the profile's first level. Allocates nothing once it is made.
 *
 * <pre>
 * in a step from rate a to rate b that takes L, after the time t:  slots = a t + (b - a) t² / 2L
 * so after m slots:                                                   t = 2m / (a + √(a² + 2m (b - a) / L))
 * </pre>
 */
final class ShapedArrivals implements Arrivals {
    private static final double MINUTE_NANOS = 60e9;

    private final long startNanos;
    private final int terminals;
    /** When a step begins, from the start of the run; the last one has no end. */
    private final long[] fromNanos;
    /** Slots before it. */
    private final double[] slots;
    /** Slots a nanosecond at its begin and at its end. */
    private final double[] fromRate;

    private final double[] toRate;

    /** @param measureFromNanos when the profile begins, not before the start */
    ShapedArrivals(long startNanos, long measureFromNanos, LoadProfile profile, int terminals) {
        this.startNanos = startNanos;
        this.terminals = terminals;
        List<LoadProfile.Step> steps = profile.steps();
        long rampupNanos = measureFromNanos - startNanos;
        int count = steps.size() + 2;
        fromNanos = new long[count];
        slots = new double[count];
        fromRate = new double[count];
        toRate = new double[count];
        fromRate[0] = toRate[0] = steps.get(0).from() / MINUTE_NANOS;
        slots[1] = steps.get(0).from() * rampupNanos / MINUTE_NANOS;
        for (int i = 0; i < steps.size(); i++) {
            LoadProfile.Step step = steps.get(i);
            fromNanos[i + 1] = rampupNanos + step.fromNanos();
            fromRate[i + 1] = step.from() / MINUTE_NANOS;
            toRate[i + 1] = step.to() / MINUTE_NANOS;
            fromNanos[i + 2] = rampupNanos + step.untilNanos();
            slots[i + 2] = slots[i + 1] + step.mean() * (step.untilNanos() - step.fromNanos()) / MINUTE_NANOS;
        }
        // Nobody sees what is due after the end; it needs a moment anyway.
        fromRate[count - 1] = toRate[count - 1] = toRate[count - 2];
    }

    @Override
    public int terminals() {
        return terminals;
    }

    @Override
    public long dueNanos(long slot) {
        int at = slots.length - 1;
        // The last step that begins with at most so many slots: a level of 0 ends before its slot comes.
        while (slots[at] > slot) {
            at--;
        }
        double rate = fromRate[at];
        double more = slot - slots[at];
        double length = at == slots.length - 1 ? CENTURY_NANOS : fromNanos[at + 1] - fromNanos[at];
        double after = more <= 0
                ? 0
                : 2 * more / (rate + Math.sqrt(Math.max(0, rate * rate + 2 * more * (toRate[at] - rate) / length)));
        boolean never = at == slots.length - 1 && rate == 0;
        return startNanos
                + (never
                        ? CENTURY_NANOS
                        : Math.min(CENTURY_NANOS, fromNanos[at] + Math.round(Math.min(after, length))));
    }

    @Override
    public long slotsBefore(long nanos) {
        long offset = Math.max(0, nanos - startNanos);
        int at = fromNanos.length - 1;
        while (fromNanos[at] > offset) {
            at--;
        }
        double time = offset - fromNanos[at];
        double change =
                at == fromNanos.length - 1 ? 0 : (toRate[at] - fromRate[at]) / (fromNanos[at + 1] - fromNanos[at]);
        long before = (long) Math.ceil(slots[at] + fromRate[at] * time + change * time * time / 2);
        // The rounding of doubles may miss by one; the moments of the slots decide.
        while (before > 0 && dueNanos(before - 1) - nanos >= 0) {
            before--;
        }
        while (dueNanos(before) - nanos < 0) {
            before++;
        }
        return before;
    }
}
