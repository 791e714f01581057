package io.bmsql.terminal;

/**
 * Arrivals at a fixed rate: slot n is due at start + n minutes / rate.
 *
 * <p>Nothing overflows for rates and terminals up to 2^31 in a run of years.
 *
 * @param startNanos when slot 0 is due
 * @param perMinute slots a minute, all terminals together, at least 1
 * @param terminals how many share the slots, at least 1
 */
record ArrivalSchedule(long startNanos, int perMinute, int terminals) implements Arrivals {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long SECONDS = 60;
    private static final long MINUTE_NANOS = SECONDS * SECOND_NANOS;
    private static final long CENTURY_MINUTES = 100L * 365 * 24 * 60;

    @Override
    public long dueNanos(long slot) {
        return startNanos + offsetNanos(slot, 0);
    }

    /** From a slot of a terminal to its next one, rounded up: a cap must not be passed. */
    long roundNanos() {
        return offsetNanos(terminals, perMinute - 1);
    }

    /**
     * When a slot is due, exactly: seconds and a rest apart. Ends at a century; a carry of rate - 1 rounds up, 0 down.
     */
    private long offsetNanos(long slot, long carry) {
        if (slot / perMinute >= CENTURY_MINUTES) {
            return CENTURY_MINUTES * MINUTE_NANOS;
        }
        long secondsTimesRate = slot % perMinute * SECONDS;
        return slot / perMinute * MINUTE_NANOS
                + secondsTimesRate / perMinute * SECOND_NANOS
                + (secondsTimesRate % perMinute * SECOND_NANOS + carry) / perMinute;
    }

    @Override
    public long slotsBefore(long nanos) {
        long offset = Math.max(0, nanos - startNanos);
        long rest = offset % MINUTE_NANOS;
        // rest × rate / a minute, rounded up; seconds and the rest of a second apart.
        long ofSecond = rest % SECOND_NANOS * perMinute;
        long seconds = rest / SECOND_NANOS * perMinute + ofSecond / SECOND_NANOS;
        boolean isExact = seconds % SECONDS == 0 && ofSecond % SECOND_NANOS == 0;
        return offset / MINUTE_NANOS * perMinute + seconds / SECONDS + (isExact ? 0 : 1);
    }
}
