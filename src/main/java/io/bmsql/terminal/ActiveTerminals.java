package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import io.bmsql.config.LoadProfile;
import io.bmsql.tpcc.RandomStream;

/**
 * A pacing for some of the terminals at a time: at each moment the first ones, as many as the profile says, are at work. The
 * others wait in the queue for the moment at which they are, without cost. Before the measurement the profile's first level
 * counts. Whoever leaves ends the transaction that was due.
 *
 * @param measureFromNanos when the profile begins
 */
record ActiveTerminals(Pacing pacing, LoadProfile profile, long measureFromNanos) implements Pacing {
    @Override
    public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
        return pacing.firstDueNanos(terminal, earliestNanos, random);
    }

    @Override
    public long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next) {
        return pacing.nextDueNanos(previousDueNanos, endNanos, thinkNanos, next);
    }

    @Override
    public long thinkNanos(TransactionType done, RandomStream random) {
        return pacing.thinkNanos(done, random);
    }

    @Override
    public boolean waitsForDeferredPart() {
        return pacing.waitsForDeferredPart();
    }

    @Override
    public long awakeNanos(int terminal, long nanos) {
        // Half a terminal counts as one, so that a ramp has as many on average as it says.
        double needed = terminal + 0.5;
        long time = nanos - measureFromNanos;
        if (time >= CENTURY_NANOS || time < 0 && profile.steps().get(0).from() >= needed) {
            return nanos;
        }
        time = Math.max(0, time);
        for (int at = profile.stepAt(time); at < profile.steps().size(); at++) {
            LoadProfile.Step step = profile.steps().get(at);
            long from = Math.max(time, step.fromNanos());
            if (from < step.untilNanos() && step.level(from) >= needed) {
                return measureFromNanos + from;
            }
            if (step.to() >= needed && step.to() > step.from()) {
                double share = (needed - step.from()) / (step.to() - step.from());
                long crossing = step.fromNanos() + (long) Math.ceil(share * (step.untilNanos() - step.fromNanos()));
                if (crossing >= from) {
                    return measureFromNanos + crossing;
                }
            }
        }
        return measureFromNanos + CENTURY_NANOS;
    }
}
