package io.bmsql.measure;

import io.bmsql.result.Outage;
import io.bmsql.tpcc.TransactionType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Adds up, second by second, what several drivers of one run read from their meters: counts are summed, histograms merged. A
 * second is shown when all drivers have sent it, or {@value #PATIENCE_SECONDS} seconds after it was over. For any thread.
 */
public final class AgentsSum {
    private static final int PATIENCE_SECONDS = 2;

    private final LiveSeconds live;
    private final long[] newest;
    private final TreeMap<Long, Second> pending = new TreeMap<>();
    private long shown = Long.MIN_VALUE;
    private Consumer<LiveSecond> watcher = second -> {};

    /** What has come of one second of one phase. */
    private static final class Second {
        private final PhaseInterval first;
        private final TransactionMeter.Totals[] totals;
        private long fromNanos = Long.MAX_VALUE;
        private long lengthsNanos;
        private int parts;

        Second(PhaseInterval first) {
            this.first = first;
            this.totals = Arrays.stream(TransactionType.values())
                    .map(type -> new TransactionMeter.Totals())
                    .toArray(TransactionMeter.Totals[]::new);
        }

        void add(PhaseInterval part) {
            for (TransactionType type : TransactionType.values()) {
                totals[type.ordinal()].add(part.reading(type));
            }
            fromNanos = Math.min(fromNanos, part.fromNanos());
            lengthsNanos += part.untilNanos() - part.fromNanos();
            parts += part.isStragglers() ? 0 : 1;
        }

        /**
         * The mean length: a driver whose reading came late covers several seconds, the others do not. What comes for a second
         * that was shown has none, or the second would be twice as long and its rate half.
         */
        PhaseInterval interval(boolean wasShown) {
            long lengthNanos = wasShown || parts == 0 ? 0 : lengthsNanos / parts;
            return new PhaseInterval(first.phase(), first.second(), fromNanos, fromNanos + lengthNanos, totals);
        }
    }

    /**
     * @param window of the run, on the clock of whoever asks for a {@link #view}
     * @param drivers that are waited for, numbered from 0 here
     * @param errors failed attempts of all of them so far
     * @param outages so far
     */
    public AgentsSum(RunWindow window, int drivers, LongSupplier errors, Supplier<List<Outage>> outages) {
        live = new LiveSeconds(window, errors, outages);
        newest = new long[drivers];
        Arrays.fill(newest, Long.MIN_VALUE);
    }

    /** Who gets each second, quickly and one at a time; the first one must not have come yet. */
    public synchronized void watch(Consumer<LiveSecond> to) {
        watcher = to;
    }

    public LiveView view(long nowNanos) {
        return live.view(nowNanos);
    }

    /** Takes one reading of one driver; an {@link IOException} when it is none. */
    public synchronized void accept(int driver, byte[] reading) throws IOException {
        PhaseInterval part = PhaseInterval.of(reading);
        long key = key(part.phase().ordinal(), part.second());
        pending.computeIfAbsent(key, any -> new Second(part)).add(part);
        newest[driver] = Math.max(newest[driver], key);
        show();
    }

    /** Nothing more comes from this driver. */
    public synchronized void ended(int driver) {
        newest[driver] = Long.MAX_VALUE;
        show();
    }

    private static long key(int phase, int second) {
        return ((long) phase << 40) + second;
    }

    private void show() {
        long complete = Arrays.stream(newest).min().orElse(Long.MAX_VALUE);
        List<PhaseInterval> due = new ArrayList<>();
        while (!pending.isEmpty()) {
            long first = pending.firstKey();
            // What comes for a second that was shown already is added to the figures at once.
            if (first > complete && first > shown && first > pending.lastKey() - PATIENCE_SECONDS) {
                break;
            }
            due.add(pending.pollFirstEntry().getValue().interval(first <= shown));
            shown = Math.max(shown, first);
        }
        for (PhaseInterval interval : due) {
            live.accept(interval);
            live.flush();
            watcher.accept(LiveSecond.of(interval));
        }
    }
}
