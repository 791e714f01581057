package io.bmsql.measure;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.result.Outage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outages of a run as its client saw them. An outage is a time of more than a second without a commit while
 * connections broke or could not be opened, in which at least five commits were to be expected; without connection errors it
 * is a stall, and shows in the response times alone.
 *
 * <p>Fed by the sampling thread, reading by reading; the ends of an outage and what was lost in it are exact to the
 * millisecond, the rates are those of the readings. What failed in the second before an outage or after it counts as its
 * own; what is between two outages belongs to the nearer one.
 */
final class Availability implements IntervalSampler.Sink {
    /** No shorter gap is an outage. */
    private static final long SHORTEST_NANOS = 1_000_000_000;

    /**
     * Connections may break so long before the last commit that others still finish, and others may learn so long after the
     * first one that theirs broke.
     */
    private static final long MARGIN_NANOS = 1_000_000_000;
    /** The rate before is that of the readings of so many seconds, or fewer after an outage before. */
    private static final long RATE_NANOS = 30 * RunWindow.SECOND_NANOS;
    /** The rate is there again when so many readings together show it. */
    private static final int READINGS_FOR_RECOVERY = 3;

    private static final double RECOVERED_SHARE = 0.95;
    private static final double EXPECTED_COMMITS = 5;
    /** The first outage that can begin now begins with the last commit, and workers enter what they lost a little later. */
    private static final long SETTLED_NANOS = 3 * MARGIN_NANOS;
    /** More than the seconds of a rate; a longer standstill was handled when it began. */
    private static final int MAX_READINGS = 64;
    /** A guard for runs of weeks against a server that flaps. */
    private static final int MAX_OUTAGES = 1_000;

    private final RunWindow window;
    private final TransactionTypes types;
    /** What failed lately: since {@link #MARGIN_NANOS} before the last commit, or longer. */
    private final CommitGaps.FailureTimes failureTimes = new CommitGaps.FailureTimes();

    private final Commits start;
    private final List<Commits> readings = new ArrayList<>();
    private final List<Found> outages = new ArrayList<>();
    private @Nullable Found open;
    private Commits now;
    private long lastCommitNanos;

    /** Commits of the whole run until a moment, counted from the origin of the run's window. */
    private record Commits(long nanos, long count) {
        Commits at(long otherNanos) {
            return new Commits(otherNanos, count);
        }

        double rateSince(Commits earlier) {
            long passed = nanos - earlier.nanos;
            return passed <= 0 ? 0 : (count - earlier.count) * (double) RunWindow.SECOND_NANOS / passed;
        }
    }

    /** An outage while its end or its recovery is awaited. */
    private static final class Found {
        private final long fromNanos;
        private final double rateBefore;
        /** What failed from here on was lost by it: a margin before the last commit, or half the way to the outage before. */
        private final long failuresFromNanos;

        private @Nullable Long untilNanos;
        private Outage.@Nullable Failures failures;
        private @Nullable Long recoveredNanos;

        Found(long fromNanos, double rateBefore, long failuresFromNanos) {
            this.fromNanos = fromNanos;
            this.rateBefore = rateBefore;
            this.failuresFromNanos = failuresFromNanos;
        }

        /** When nothing more can have been lost by it, as far as is known; the next outage may make it earlier. */
        long failuresUntilNanos() {
            return untilNanos == null ? Long.MAX_VALUE : untilNanos + MARGIN_NANOS;
        }

        boolean wasExpectedToCommit(long untilNanos) {
            return rateBefore == 0
                    || rateBefore * (untilNanos - fromNanos) / RunWindow.SECOND_NANOS >= EXPECTED_COMMITS;
        }
    }

    Availability(RunWindow window, TransactionTypes types) {
        this.window = window;
        this.types = types;
        this.start = new Commits(window.startNanos() - window.originNanos(), 0);
        this.now = start;
        this.lastCommitNanos = now.nanos;
        readings.add(now);
    }

    @Override
    public void take(Reading reading) {
        for (PhaseInterval interval : reading.intervals()) {
            long commits = now.count;
            for (TransactionType type : types) {
                commits += type.isQueued() ? 0 : interval.reading(type).completed();
            }
            now = new Commits(Math.max(now.nanos, interval.untilNanos() + window.shiftNanos()), commits);
        }
        readings.add(now);
        if (readings.size() > MAX_READINGS) {
            readings.remove(0);
        }
        failureTimes.add(reading.failures());
        for (CommitGaps.Span time : reading.commits()) {
            if (time.fromNanos() - lastCommitNanos > SHORTEST_NANOS
                    && hasErrors(lastCommitNanos, time.fromNanos() + CommitGaps.GRAIN_NANOS)) {
                end(lastCommitNanos, time.fromNanos());
            }
            lastCommitNanos = Math.max(lastCommitNanos, time.untilNanos());
        }
        if (now.nanos - lastCommitNanos <= SHORTEST_NANOS || !hasErrors(lastCommitNanos, Long.MAX_VALUE)) {
            open = null;
        } else if (open == null) {
            open = found(lastCommitNanos, now.nanos);
        }
        follow();
        forget(lastCommitNanos - SETTLED_NANOS);
    }

    private boolean hasErrors(long fromNanos, long untilNanos) {
        return failureTimes.between(fromNanos - MARGIN_NANOS, untilNanos).connectionErrors() > 0;
    }

    /** A gap with connection errors has ended. */
    private void end(long fromNanos, long untilNanos) {
        Found found = open != null && open.fromNanos == fromNanos ? open : found(fromNanos, untilNanos);
        open = null;
        if (found.wasExpectedToCommit(untilNanos) && outages.size() < MAX_OUTAGES) {
            found.untilNanos = untilNanos;
            settleLast(found.failuresFromNanos);
            outages.add(found);
        }
    }

    private @Nullable Found last() {
        return outages.isEmpty() ? null : outages.get(outages.size() - 1);
    }

    /** Counts what the last outage cost, when nothing can be added any more. */
    private void settleLast(long untilNanos) {
        Found last = last();
        if (last != null && last.failures == null) {
            last.failures = failures(last, untilNanos);
        }
    }

    private Outage.Failures failures(Found found, long untilNanos) {
        return failureTimes.between(found.failuresFromNanos, Math.min(untilNanos, found.failuresUntilNanos()));
    }

    /** Drops the failures that no later outage can have. */
    private void forget(long settledNanos) {
        Found last = last();
        if (last != null && last.failures == null) {
            if (last.failuresUntilNanos() > settledNanos) {
                return;
            }
            settleLast(Long.MAX_VALUE);
        }
        failureTimes.forgetBefore(settledNanos);
    }

    private Found found(long fromNanos, long untilNanos) {
        // Nothing is committed in a gap, so that a reading inside has the sum of its beginning and of its end.
        Commits inside = firstFrom(fromNanos);
        Commits end = inside.nanos <= untilNanos ? inside.at(fromNanos) : lastUntil(fromNanos);
        return new Found(fromNanos, end.rateSince(beginOfRate(fromNanos - RATE_NANOS)), failuresFromNanos(fromNanos));
    }

    private long failuresFromNanos(long fromNanos) {
        Found previous = last();
        long earliest = fromNanos - MARGIN_NANOS;
        return previous == null || previous.untilNanos == null
                ? earliest
                : Math.max(earliest, previous.untilNanos + (fromNanos - previous.untilNanos) / 2);
    }

    /** Not before the end of the last outage. */
    private Commits beginOfRate(long sinceNanos) {
        Found previous = last();
        if (previous == null || previous.untilNanos == null || previous.untilNanos < sinceNanos) {
            return firstFrom(sinceNanos);
        }
        Commits inside = lastUntil(previous.untilNanos);
        return inside.nanos >= previous.fromNanos ? inside.at(previous.untilNanos) : firstFrom(previous.untilNanos);
    }

    private Commits lastUntil(long nanos) {
        for (int i = readings.size() - 1; i > 0; i--) {
            if (readings.get(i).nanos <= nanos) {
                return readings.get(i);
            }
        }
        return readings.get(0);
    }

    private Commits firstFrom(long nanos) {
        return readings.stream()
                .filter(reading -> reading.nanos >= nanos)
                .findFirst()
                .orElse(now);
    }

    private void follow() {
        Found last = last();
        Long until = last == null ? null : last.untilNanos;
        if (last == null || until == null || now.nanos < until) {
            return;
        }
        int start = readings.size() - 1 - READINGS_FOR_RECOVERY;
        if (last.recoveredNanos == null && open == null && start >= 0 && readings.get(start).nanos >= until) {
            boolean isBack = now.rateSince(readings.get(start)) >= RECOVERED_SHARE * last.rateBefore;
            last.recoveredNanos = isBack ? Long.valueOf(readings.get(start).nanos) : null;
        }
    }

    /** All outages so far; the last one may not have ended. */
    List<Outage> outages() {
        Found lasting = isLasting() ? open : null;
        long next = lasting == null ? Long.MAX_VALUE : lasting.failuresFromNanos;
        List<Outage> all = new ArrayList<>();
        for (Found found : outages) {
            if (!isUsual(found)) {
                all.add(outage(found, found.failures == null ? failures(found, next) : found.failures));
            }
        }
        if (lasting != null && !isUsual(lasting)) {
            all.add(outage(lasting, failures(lasting, Long.MAX_VALUE)));
        }
        return all;
    }

    /** False too when the run was over before the open gap was long enough to be an outage. */
    private boolean isLasting() {
        return open != null && endNanos() - open.fromNanos > SHORTEST_NANOS && open.wasExpectedToCommit(endNanos());
    }

    /**
     * True when nothing was committed before it, and the rest of the run, other outages aside, has so few commits that a gap like this one
     * is as usual: a connection that the server ended because it was idle is no outage.
     */
    private boolean isUsual(Found found) {
        if (found.rateBefore > 0 || now.count == 0) {
            return false;
        }
        long restNanos = now.nanos
                - start.nanos
                - outages.stream().mapToLong(this::lengthNanos).sum()
                - (open == null ? 0 : lengthNanos(open));
        return now.count * (double) lengthNanos(found) < EXPECTED_COMMITS * Math.max(restNanos, 1);
    }

    private long lengthNanos(Found found) {
        return (found.untilNanos == null ? endNanos() : found.untilNanos) - found.fromNanos;
    }

    private long endNanos() {
        return Math.min(now.nanos, window.endSinceOriginNanos());
    }

    private Outage outage(Found found, Outage.Failures failures) {
        Long until = found.untilNanos;
        Long recovered = found.recoveredNanos;
        return new Outage(
                sinceWindow(found.fromNanos),
                epochMillis(found.fromNanos),
                until == null ? null : sinceWindow(until),
                until == null ? null : epochMillis(until),
                seconds(lengthNanos(found)),
                found.rateBefore,
                recovered == null ? null : seconds(recovered - found.fromNanos),
                failures);
    }

    private long epochMillis(long nanos) {
        return window.epochMillis(window.originNanos() + nanos);
    }

    private double sinceWindow(long nanos) {
        return seconds(nanos - window.shiftNanos());
    }

    /** To the millisecond: more was not measured. */
    private static double seconds(long nanos) {
        return Math.round(nanos / 1e6) / 1e3;
    }
}
