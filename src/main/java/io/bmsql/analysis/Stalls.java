package io.bmsql.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds stalls. What is usual is the median or the mean of the slots with transactions, whichever is more. A stall is a slot with less than
 * half of it, and with less than chance and the ups and downs of this window explain. A slot that usually holds many transactions and has
 * none is always one. Where there are few transactions, several seconds make a slot; where that leaves few slots, nothing is said.
 *
 * @param all in the order of time
 * @param slotSeconds of the intervals that are held against the bound
 * @param standstillSeconds after so long without a transaction there is a stall, wherever it began
 * @param usualRate transactions a second
 * @param boundRate transactions a second that chance and spread do not go below; 0 leaves all to chance
 */
public record Stalls(List<Stall> all, int slotSeconds, int standstillSeconds, double usualRate, double boundRate) {
    private static final double FAR_BELOW = 0.5;

    /** Chance takes a count this many of its standard deviations below the usual one less than once in ten thousand slots. */
    private static final double DEVIATIONS = 4;

    /** A steady window leaves its level by so many of its usual deviations in fewer than one of a hundred cases: found by drawing. */
    private static final double SPREADS = 4.8;

    /** Divided by the number of slots and squared, what is added to {@link #SPREADS}: found by drawing, too. */
    private static final double MORE_OF_FEW = 15;

    /** From a mean deviation from the median to a standard deviation. */
    private static final double NORMAL = 1.2533;

    /** Of fewer slots it is not known which belong to a stall: their lowest fifth is left out. */
    private static final int MANY_SLOTS = 30;

    private static final double NORMAL_OF_FEW = 1.45;

    /** Of fewer slots the spread is hardly known: only what is lower still is a stall. */
    private static final int FEW_SLOTS = 10;

    private static final double FAR_BELOW_OF_FEW = 0.25;

    /** No spread explains that a slot which usually holds so many has none; of fewer, two in a row. */
    private static final double MANY = 80;

    /** Where single slots vary so much that only less than this share would be a stall, longer ones are looked at. */
    private static final double LITTLE = 0.1;

    private static final int[] LONGER = {2, 5, 10};

    /** A slot should hold this many transactions. */
    private static final double ENOUGH = 40;

    /** A window of fewer slots would hide a stall in one of them. */
    private static final int MIN_SLOTS = 5;

    private static final int[] SLOTS = {1, 2, 5, 10, 30, 60};

    /** Stalls with no more slots than this between them are one. */
    private static final int NEIGHBOURS = 2;

    /**
     * One stall.
     *
     * @param fromSeconds from the start of the window, as is the other
     * @param lostTransactions that the usual rate would have completed more
     */
    public record Stall(
            double fromSeconds, double toSeconds, double lowestTransactionsPerMinute, long lostTransactions) {}

    /**
     * What the slots of a window do when nothing holds them up.
     *
     * @param busy level of the slots that are no part of a stall: those with more than half of what those above the mean have; of few, all but
     *     the lowest fifth
     * @param spread of these
     */
    private record Level(double usual, double busy, double spread, int slots) {
        /** @param rates transactions a second of each slot; NaN outside the window */
        static Level of(double[] rates) {
            double[] whole = Arrays.stream(rates).filter(rate -> rate >= 0).toArray();
            double[] some = Arrays.stream(whole).filter(rate -> rate > 0).toArray();
            double mean = Arrays.stream(some).average().orElse(0);
            double upper =
                    Arrays.stream(some).filter(rate -> rate >= mean).average().orElse(0);
            int left = whole.length < MANY_SLOTS ? some.length / MIN_SLOTS : 0;
            double least = whole.length < MANY_SLOTS ? 0 : FAR_BELOW * upper;
            double[] busy = Arrays.stream(some)
                    .sorted()
                    .skip(left)
                    .filter(rate -> rate > least)
                    .toArray();
            double level = Repeats.median(busy);
            double away = Arrays.stream(busy)
                    .map(rate -> Math.abs(rate - level))
                    .average()
                    .orElse(0);
            double normal = whole.length < MANY_SLOTS ? NORMAL_OF_FEW : NORMAL;
            // The median alone would be that of the waves in which a server stands still for most of the time.
            return new Level(Math.max(Repeats.median(some), mean), level, normal * away, whole.length);
        }

        /** The rate that neither chance nor the spread goes below; 0 or less where they explain every slot. */
        double bound(int slot) {
            double chance = Math.sqrt(busy / slot);
            double more = Math.sqrt(Math.max(0, spread * spread - chance * chance));
            double spreads = SPREADS + Math.pow(MORE_OF_FEW / slots, 2);
            double far = slots < FEW_SLOTS ? FAR_BELOW_OF_FEW : FAR_BELOW;
            return Math.min(far * usual, busy - Math.hypot(DEVIATIONS * chance, spreads * more));
        }
    }

    /** Looks through the seconds of a window, of which there may be few. Pure. */
    public static Stalls find(SecondSums counts) {
        // Of those with transactions at all: where most of the window stood still, the rest is what was usual.
        int slot = SLOTS[SLOTS.length - 1];
        for (int i = SLOTS.length - 1; i >= 0; i--) {
            slot = SLOTS[i] * Level.of(rates(counts, SLOTS[i])).busy() >= ENOUGH ? SLOTS[i] : slot;
        }
        double[] rates = rates(counts, slot);
        Level level = Level.of(rates);
        double usual = level.usual();
        boolean isKnown = slot * MIN_SLOTS <= counts.size() && usual * slot > DEVIATIONS * DEVIATIONS;
        double own = level.bound(slot);
        int silent = own > 0 || usual * slot >= MANY ? 1 : 2;
        double bound = own;
        int length = 1;
        double[] longer = rates;
        for (int times : LONGER) {
            double[] together = rates(counts, times * slot);
            double higher = Level.of(together).bound(times * slot);
            if (bound < LITTLE * usual && higher >= LITTLE * usual && together.length > MANY_SLOTS) {
                length = times;
                longer = together;
                bound = higher;
            }
        }
        boolean[] low = new boolean[rates.length];
        int silentSoFar = 0;
        for (int i = 0; isKnown && i < low.length; i++) {
            silentSoFar = rates[i] == 0 ? silentSoFar + 1 : 0;
            low[i] = rates[i] < own || longer[i / length] < bound;
            if (silentSoFar >= silent) {
                Arrays.fill(low, i + 1 - silentSoFar, i + 1, true);
            }
        }
        // Below one transaction means none.
        length = bound > 0 ? length : silent;
        bound = bound > 0 ? bound : 1.0 / (silent * slot);
        return new Stalls(
                merge(counts, rates, low, slot, length, usual),
                length * slot,
                (silent + 1) * slot,
                usual,
                isKnown ? bound : 0);
    }

    /** Transactions a second in each whole slot of the window; NaN outside. */
    private static double[] rates(SecondSums counts, int slot) {
        double[] rates = new double[counts.size() / slot + 1];
        Arrays.setAll(rates, i -> {
            DoubleSummaryStatistics seconds = IntStream.range(i * slot, Math.min(counts.size(), (i + 1) * slot))
                    .filter(counts::counts)
                    .mapToDouble(counts::rate)
                    .summaryStatistics();
            return seconds.getCount() == slot ? seconds.getAverage() : Double.NaN;
        });
        return rates;
    }

    /** @param length slots in one of those that were looked at */
    private static List<Stall> merge(
            SecondSums counts, double[] rates, boolean[] low, int slot, int length, double usual) {
        List<Stall> stalls = new ArrayList<>();
        int i = 0;
        while (i < rates.length) {
            if (!low[i]) {
                i++;
                continue;
            }
            int last = i;
            for (int next = i + 1; next < rates.length && next - last <= NEIGHBOURS * length + 1; next++) {
                last = low[next] ? next : last;
            }
            stalls.add(stall(counts, rates, i, last, slot, usual));
            i = last + 1;
        }
        return stalls;
    }

    private static Stall stall(SecondSums counts, double[] rates, int first, int last, int slot, double usual) {
        double lost = 0;
        double lowest = Double.MAX_VALUE;
        for (int i = first; i <= last; i++) {
            if (!Double.isNaN(rates[i])) {
                lost += Math.max(0, usual - rates[i]) * slot;
                lowest = Math.min(lowest, rates[i]);
            }
        }
        double from = counts.second(first * slot);
        double to = counts.second(first * slot) + (last - first + 1.0) * slot;
        return new Stall(from, to, lowest * 60, Math.round(lost));
    }
}
