package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import io.bmsql.config.LoadProfile;
import io.bmsql.config.RunConfig;
import io.bmsql.measure.RunWindow;
import io.bmsql.tpcc.RandomStream;
import java.util.Map;

/** When a terminal's next transaction is due: a pure function, for any thread, in nanoseconds of the run's clock. */
sealed interface Pacing permits Pacing.ClosedLoop, Pacing.RateCap, ThinkTime, Arrivals, Pacing.ActiveTerminals {
    /** Later than any run, for what is never due, and far from an overflow. */
    long CENTURY_NANOS = 100L * 365 * 24 * 3600 * 1_000_000_000;

    /** When the first transaction is due of a terminal, counted from 0, that starts at this moment. */
    long firstDueNanos(int terminal, long earliestNanos, RandomStream random);

    /** When the next one, of this type, is due after one due and ended at these moments, with this think time. */
    long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next);

    /** Draws how long a terminal thinks after a transaction of this type; negative where terminals do not think. */
    default long thinkNanos(TransactionType done, RandomStream random) {
        return -1;
    }

    /** The first moment from this one on at which the terminal is at work; much later than any run when there is none. */
    default long awakeNanos(int terminal, long nanos) {
        return nanos;
    }

    /**
     * True when a terminal that queued a Delivery continues only after its deferred part, which then delays nobody else: as in
     * BenchmarkSQL 5.x, and only where terminals do not follow an own schedule.
     */
    default boolean waitsForDeferredPart() {
        return false;
    }

    static Pacing of(RunConfig run, Map<TransactionType, Double> percents, RunWindow window) {
        RunConfig.Pace pace = run.pace();
        long startNanos = window.startNanos();
        LoadProfile profile = pace.profile();
        if (profile != null && profile.unit() == LoadProfile.Unit.RATE) {
            return new ShapedArrivals(startNanos, window.measureFromNanos(), profile, run.terminals());
        }
        Pacing paced =
                switch (pace.mode()) {
                    case RATE -> new RateCap(new ArrivalSchedule(startNanos, pace.limitTxnsPerMin(), run.terminals()));
                    case ARRIVAL_RATE -> new ArrivalSchedule(startNanos, pace.arrivalRate(), run.terminals());
                    case THINK_TIME -> new ThinkTime(pace.keyingTimeMultiplier(), pace.thinkTimeMultiplier(), percents);
                    case CLOSED_LOOP -> new ClosedLoop();
                };
        return profile == null ? paced : new ActiveTerminals(paced, profile, window.measureFromNanos());
    }

    /** A closed loop without think times, BenchmarkSQL 5's default: the next transaction is due when the last one ends. */
    record ClosedLoop() implements Pacing {
        @Override
        public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
            return earliestNanos;
        }

        @Override
        public long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next) {
            return endNanos;
        }

        @Override
        public boolean waitsForDeferredPart() {
            return true;
        }
    }

    /**
     * A cap on the rate of all terminals together, as BenchmarkSQL 5.x has it: each terminal has slots of the same length. The
     * next transaction is due at the end of the slot or at the end of the one before, whichever is later, and that moment begins
     * the next slot. So a late terminal never catches up, and a wait for the slot's end is in no latency.
     *
     * @param slots a schedule at the rate of the cap; it spreads the first transactions of the terminals
     */
    record RateCap(ArrivalSchedule slots) implements Pacing {
        @Override
        public long firstDueNanos(int terminal, long earliestNanos, RandomStream random) {
            return slots.firstDueNanos(terminal, earliestNanos, random);
        }

        @Override
        public long nextDueNanos(long previousDueNanos, long endNanos, long thinkNanos, TransactionType next) {
            return Math.max(previousDueNanos + slots.roundNanos(), endNanos);
        }

        @Override
        public boolean waitsForDeferredPart() {
            return true;
        }
    }

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
}
