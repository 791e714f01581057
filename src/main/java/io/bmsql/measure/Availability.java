package io.bmsql.measure;

import io.bmsql.result.RunSummary.Outage;
import io.bmsql.spec.TransactionType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outages of a run as its client saw them. An outage is a stretch of more than a second without a commit while
 * connections broke or could not be opened, in which at least five commits were to be expected; without connection errors it
 * is a stall, and shows in the response times alone.
 *
 * <p>Fed by the sampling thread, reading by reading; the ends of an outage are exact to the millisecond, the rates are those
 * of the readings.
 */
final class Availability implements IntervalSampler.Sink {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SECOND_NANOS = 1_000_000_000;
    /** The rate before is that of the readings of so many seconds, or fewer after an outage before. */
    private static final long RATE_NANOS = 30 * SECOND_NANOS;
    /** The rate is there again when so many readings together show it. */
    private static final int READINGS_FOR_RECOVERY = 3;

    private static final double RECOVERED_SHARE = 0.95;
    private static final double EXPECTED_COMMITS = 5;
    /** More than the seconds of a rate; what stands still for longer was looked at when it began. */
    private static final int MAX_READINGS = 64;
    /** A guard for runs of weeks against a server that flaps. */
    private static final int MAX_OUTAGES = 1_000;

    private final RunWindow window;
    private final CommitGaps gaps;
    private final List<Reading> readings = new ArrayList<>();
    private final List<Found> outages = new ArrayList<>();
    private @Nullable Found open;
    private Reading now;

    /** Sums of the whole run at a moment, counted from the start of the window. */
    private record Reading(long nanos, long commits, long failed, long unknown, long connectionErrors) {
        /** The same sums at another moment. */
        Reading at(long otherNanos) {
            return new Reading(otherNanos, commits, failed, unknown, connectionErrors);
        }

        double rateSince(Reading earlier) {
            long passed = nanos - earlier.nanos;
            return passed <= 0 ? 0 : (commits - earlier.commits) * NANOS_PER_SECOND / passed;
        }
    }

    /** An outage while its end or its recovery is awaited. */
    private static final class Found {
        private final long fromNanos;
        private final double rateBefore;
        private final Reading before;
        private @Nullable Long untilNanos;
        private @Nullable Reading after;
        private @Nullable Long recoveredNanos;

        Found(long fromNanos, double rateBefore, Reading before) {
            this.fromNanos = fromNanos;
            this.rateBefore = rateBefore;
            this.before = before;
        }

        boolean wasExpectedToCommit(long untilNanos) {
            return rateBefore == 0 || rateBefore * (untilNanos - fromNanos) / NANOS_PER_SECOND >= EXPECTED_COMMITS;
        }
    }

    Availability(RunWindow window, CommitGaps gaps) {
        this.window = window;
        this.gaps = gaps;
        this.now = new Reading(window.startNanos() - window.measureFromNanos(), 0, 0, 0, 0);
        readings.add(now);
    }

    @Override
    public void accept(PhaseInterval interval) {
        long commits = now.commits;
        long failed = now.failed;
        long unknown = now.unknown;
        for (TransactionType type : TransactionType.values()) {
            MeterReading meter = interval.reading(type);
            commits += type == TransactionType.DELIVERY ? 0 : meter.completed();
            failed += meter.counts().failed();
            unknown += meter.counts().unknown();
        }
        now = new Reading(
                Math.max(now.nanos, interval.untilNanos()), commits, failed, unknown, gaps.connectionErrors());
    }

    @Override
    public void flush() {
        readings.add(now);
        if (readings.size() > MAX_READINGS) {
            readings.remove(0);
        }
        for (CommitGaps.Gap gap : gaps.takeClosed()) {
            Found found =
                    open != null && open.fromNanos == gap.fromNanos() ? open : found(gap.fromNanos(), gap.untilNanos());
            open = null;
            if (found.wasExpectedToCommit(gap.untilNanos()) && outages.size() < MAX_OUTAGES) {
                found.untilNanos = gap.untilNanos();
                endPrevious(found);
                outages.add(found);
            }
        }
        if (!gaps.isOpen(now.nanos)) {
            open = null;
        } else if (open == null) {
            open = found(gaps.lastCommitNanos(), now.nanos);
        }
        if (!outages.isEmpty()) {
            follow(outages.get(outages.size() - 1));
        }
    }

    /** What was not seen of an outage when the next one comes is not to be seen any more. */
    private void endPrevious(Found next) {
        if (!outages.isEmpty()) {
            Found previous = outages.get(outages.size() - 1);
            previous.after = previous.after == null ? next.before : previous.after;
        }
    }

    private Found found(long fromNanos, long untilNanos) {
        Reading before = lastUntil(fromNanos);
        // Nothing is committed in a gap, so that a reading inside has the sum of its beginning and of its end.
        Reading inside = firstFrom(fromNanos);
        Reading end = inside.nanos <= untilNanos ? inside.at(fromNanos) : before;
        return new Found(fromNanos, end.rateSince(beginOfRate(fromNanos - RATE_NANOS)), before);
    }

    /** Not before the end of the last outage. */
    private Reading beginOfRate(long sinceNanos) {
        Found previous = outages.isEmpty() ? null : outages.get(outages.size() - 1);
        if (previous == null || previous.untilNanos == null || previous.untilNanos < sinceNanos) {
            return firstFrom(sinceNanos);
        }
        Reading inside = lastUntil(previous.untilNanos);
        return inside.nanos >= previous.fromNanos ? inside.at(previous.untilNanos) : firstFrom(previous.untilNanos);
    }

    private Reading lastUntil(long nanos) {
        for (int i = readings.size() - 1; i > 0; i--) {
            if (readings.get(i).nanos <= nanos) {
                return readings.get(i);
            }
        }
        return readings.get(0);
    }

    private Reading firstFrom(long nanos) {
        return readings.stream()
                .filter(reading -> reading.nanos >= nanos)
                .findFirst()
                .orElse(now);
    }

    private void follow(Found last) {
        Long until = last.untilNanos;
        if (until == null || now.nanos < until) {
            return;
        }
        if (last.after == null) {
            last.after = now;
        }
        int start = readings.size() - 1 - READINGS_FOR_RECOVERY;
        if (last.recoveredNanos == null && open == null && start >= 0 && readings.get(start).nanos >= until) {
            boolean isBack = now.rateSince(readings.get(start)) >= RECOVERED_SHARE * last.rateBefore;
            last.recoveredNanos = isBack ? Long.valueOf(readings.get(start).nanos) : null;
        }
    }

    /** All outages so far; the last one may not have ended. */
    List<Outage> outages() {
        List<Outage> all = new ArrayList<>();
        for (Found found : outages) {
            all.add(outage(found, found.after == null ? now : found.after));
        }
        lasting().ifPresent(found -> all.add(outage(found, now)));
        return all;
    }

    /** The outage in which the server still is, unless the run was over before it was long enough to be one. */
    private Optional<Found> lasting() {
        Found last = open;
        return last != null
                        && endNanos() - last.fromNanos > CommitGaps.SHORTEST_NANOS
                        && last.wasExpectedToCommit(endNanos())
                ? Optional.of(last)
                : Optional.empty();
    }

    private long endNanos() {
        return window.hasEnd()
                ? Math.min(now.nanos, window.measureUntilNanos() - window.measureFromNanos())
                : now.nanos;
    }

    private Outage outage(Found found, Reading after) {
        Long until = found.untilNanos;
        Long recovered = found.recoveredNanos;
        return new Outage(
                seconds(found.fromNanos),
                epochMillis(found.fromNanos),
                until == null ? null : seconds(until),
                until == null ? null : epochMillis(until),
                seconds((until == null ? endNanos() : until) - found.fromNanos),
                found.rateBefore,
                recovered == null ? null : seconds(recovered - found.fromNanos),
                after.failed - found.before.failed,
                after.unknown - found.before.unknown,
                after.connectionErrors - found.before.connectionErrors);
    }

    private long epochMillis(long nanos) {
        return window.epochMillis(window.measureFromNanos() + nanos);
    }

    /** To the millisecond: more was not measured. */
    private static double seconds(long nanos) {
        return Math.round(nanos / 1e6) / 1e3;
    }
}
