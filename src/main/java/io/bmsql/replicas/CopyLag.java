package io.bmsql.replicas;

import io.bmsql.common.RunClock;
import io.bmsql.measure.RunWindow;
import io.bmsql.result.Latency;
import io.bmsql.result.ReplicaRow;
import io.bmsql.result.ReplicaSummary;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** How far a copy of the database is behind, by the looks at it that were answered and by those that are not yet. For any thread. */
final class CopyLag {
    static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int SIGNIFICANT_DIGITS = 3;

    private final int copy;
    private final AcknowledgedOrders orders;
    private final RunWindow window;
    private final RunClock clock;
    private final Consumer<ReplicaRow> rows;

    // All below is guarded by this object.
    private final Histogram microsBehind = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram commitsBehind = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram ownMicrosBehind = new Histogram(SIGNIFICANT_DIGITS);
    private double ownMillisBehind = -1;
    private long looks;
    private long failed;
    private double unansweredSeconds;
    private @Nullable String problem;
    /** The counters of the last look that was answered. */
    private int[] shown;
    /** By district: the counter at which the copy was found behind, and when the order of that number was acknowledged. */
    private final int[] missing;

    private final long[] missingSinceNanos;
    private boolean isAsking;
    private long askedNanos;
    /** Up to here is known how far the copy was behind. */
    private long notedNanos;

    private boolean isOver;

    CopyLag(int copy, AcknowledgedOrders orders, RunWindow window, RunClock clock, Consumer<ReplicaRow> rows) {
        this.copy = copy;
        this.orders = orders;
        this.window = window;
        this.clock = clock;
        this.rows = rows;
        this.shown = new int[orders.districts()];
        this.missing = new int[orders.districts()];
        this.missingSinceNanos = new long[orders.districts()];
    }

    /** The run begins; the copy shows these counters. */
    synchronized void begin(int[] counters) {
        shown = counters;
        notedNanos = clock.nanoTime();
    }

    /** What comes later is no figure of the run. */
    synchronized void end() {
        isOver = true;
    }

    synchronized void asked(long nanos) {
        isAsking = true;
        askedNanos = nanos;
    }

    synchronized void answered() {
        isAsking = false;
        notedNanos = clock.nanoTime();
    }

    /** A look that began then has shown these counters; true when the copy has all orders below those that were wanted. */
    synchronized boolean answered(long beginNanos, int[] wanted, int[] counters) {
        // Of a look that took long, the lag meanwhile is noted already.
        boolean isNoted = notedNanos - beginNanos > 0;
        shown = counters;
        answered();
        looks += counts(beginNanos) ? 1 : 0;
        return note(beginNanos, wanted, isNoted ? -1 : notedNanos - beginNanos, true) == 0;
    }

    /** The copy itself says that it is so far behind. */
    synchronized void said(long nanos, double millis) {
        ownMillisBehind = millis;
        if (counts(nanos)) {
            ownMicrosBehind.recordValue(Math.round(millis * 1_000));
        }
    }

    synchronized void failed(String why) {
        isAsking = false;
        if (!isOver) {
            failed++;
            problem = problem == null ? why : problem;
            noteUnanswered(clock.nanoTime());
        }
    }

    /** A look that lasts: whoever asks the copy meanwhile sees no more than the last answer showed. */
    synchronized void watch() {
        long nowNanos = clock.nanoTime();
        if (isAsking && nowNanos - Math.max(askedNanos, notedNanos) >= LOOK_EVERY_NANOS) {
            noteUnanswered(nowNanos);
        }
    }

    private void noteUnanswered(long nowNanos) {
        unansweredSeconds += counts(nowNanos) ? (nowNanos - notedNanos) / 1e9 : 0;
        notedNanos = nowNanos;
        note(nowNanos, orders.next(), nowNanos - askedNanos, false);
    }

    /** Before the end of the run and in the window. */
    private boolean counts(long nanos) {
        return !isOver && nanos - window.measureFromNanos() >= 0;
    }

    /**
     * Commits behind.
     *
     * @param lookNanos negative when there is to be no row of it
     */
    private long note(long momentNanos, int[] wanted, long lookNanos, boolean isAnswered) {
        long behind = 0;
        long nanosBehind = 0;
        for (int district = 0; district < wanted.length; district++) {
            if (wanted[district] > shown[district]) {
                behind += wanted[district] - shown[district];
                nanosBehind = Math.max(nanosBehind, momentNanos - missingSinceNanos(district, momentNanos));
            }
        }
        if (counts(momentNanos)) {
            microsBehind.recordValue(nanosBehind / 1_000);
            commitsBehind.recordValue(behind);
        }
        if (lookNanos >= 0) {
            double elapsedSeconds = (momentNanos - window.measureFromNanos()) / 1e9;
            int answered = isAnswered ? 1 : 0;
            rows.accept(new ReplicaRow(
                    elapsedSeconds, copy, behind, nanosBehind / 1e6, lookNanos / 1e6, answered, ownMillisBehind));
            ownMillisBehind = -1;
        }
        return behind;
    }

    /** Kept while the counter stands still: the moment itself may be too long ago to be known any more. */
    private long missingSinceNanos(int district, long momentNanos) {
        if (missing[district] != shown[district]) {
            long age = orders.nanosSince(
                    district, shown[district], Integer.MAX_VALUE, AcknowledgedOrders.ANY_CUSTOMER, momentNanos);
            if (age < 0) {
                return momentNanos;
            }
            missing[district] = shown[district];
            missingSinceNanos[district] = momentNanos - age;
        }
        return missingSinceNanos[district];
    }

    /** @param allDistricts of those that the run writes, some are looked at */
    synchronized ReplicaSummary.Looked looked(int allDistricts) {
        return new ReplicaSummary.Looked(looks, failed, unansweredSeconds, orders.districts(), allDistricts, problem);
    }

    synchronized ReplicaSummary.Lag figures(double resolutionMillis, @Nullable Double caughtUpSeconds) {
        return new ReplicaSummary.Lag(
                Latency.of(microsBehind),
                new ReplicaSummary.Commits(
                        commitsBehind.getMean(),
                        commitsBehind.getValueAtPercentile(50),
                        commitsBehind.getValueAtPercentile(99),
                        commitsBehind.getMaxValue()),
                ownMicrosBehind.getTotalCount() == 0 ? null : Latency.of(ownMicrosBehind),
                resolutionMillis,
                caughtUpSeconds);
    }
}
