package io.bmsql.report;

import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.Stall;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.chart.Series;
import io.bmsql.result.Outage;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds stalls. What is usual is the median or the mean of the slots with transactions, whichever is more. A stall is a slot with less than
 * half of it, and with less than chance and the ups and downs of this window explain. A slot that usually holds many transactions and has
 * none is always one. Where there are few transactions, several seconds make a slot; where that leaves few slots, nothing is said.
 *
 * <p>To each stall belongs what the sessions of the run waited for then, and the series of host, load generator and database that were
 * furthest from their own median.
 *
 * @param sessions what they were sampled to do, those behind others' locks marked so
 */
record Stalls(RunSeconds counts, List<Series> series, List<SessionSample> sessions, List<Outage> outages, Words words) {
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

    private static final int MAX_STALLS = 20;
    private static final int MAX_EVENTS = 5;

    /** How far from its median a series must be, in its usual deviations. */
    private static final double FAR = 5;

    private static final int MAX_WAITS = 2;

    /** So many more sessions than usual that wait for the same are a cause. */
    private static final double MANY_SESSIONS = 0.5;

    /** What a session waits for. */
    private record Wait(String waitClass, String waitEvent, boolean isForStranger) {
        static Wait of(SessionSample row) {
            return new Wait(row.waitClass(), row.waitEvent(), row.blocker().equals(SessionSample.STRANGER));
        }
    }

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

    StallFindings find() {
        // Of those with transactions at all: where most of the window stood still, the rest is what was usual.
        int slot = SLOTS[SLOTS.length - 1];
        for (int i = SLOTS.length - 1; i >= 0; i--) {
            slot = SLOTS[i] * Level.of(rates(SLOTS[i])).busy() >= ENOUGH ? SLOTS[i] : slot;
        }
        double[] rates = rates(slot);
        Level level = Level.of(rates);
        double usual = level.usual();
        boolean isKnown = slot * MIN_SLOTS <= counts.size() && usual * slot > DEVIATIONS * DEVIATIONS;
        double own = level.bound(slot);
        int silent = own > 0 || usual * slot >= MANY ? 1 : 2;
        double bound = own;
        int length = 1;
        double[] longer = rates;
        for (int times : LONGER) {
            double[] together = rates(times * slot);
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
        List<Stall> all = merge(rates, low, slot, length, usual);
        List<Stall> shown = all.stream()
                .sorted(Comparator.comparingDouble(Stall::lostTransactions).reversed())
                .limit(MAX_STALLS)
                .sorted(Comparator.comparingDouble(Stall::fromSeconds))
                .toList();
        return new StallFindings(
                all.size(), length * slot, (silent + 1) * slot, usual * 60, isKnown ? bound * 60 : 0, explained(shown));
    }

    /** Transactions a second in each whole slot of the window; NaN outside. */
    private double[] rates(int slot) {
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
    private List<Stall> merge(double[] rates, boolean[] low, int slot, int length, double usual) {
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
            stalls.add(stall(rates, i, last, slot, usual));
            i = last + 1;
        }
        return stalls;
    }

    private Stall stall(double[] rates, int first, int last, int slot, double usual) {
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
        return new Stall(from, to, lowest * 60, Math.round(lost), List.of());
    }

    /** Adds what stood furthest from its median then, if further than it usually does and than anybody would notice. */
    private List<Stall> explained(List<Stall> stalls) {
        // By how unusual each is; what is as unusual as another stands in the order of the series.
        List<Map<String, Double>> happened = new ArrayList<>();
        stalls.forEach(stall -> happened.add(new LinkedHashMap<>()));
        Map<Wait, Double> usualWaits = usualWaits();
        List<List<String>> waits =
                stalls.stream().map(stall -> waits(stall, usualWaits)).toList();
        for (Series one : series) {
            double median = Repeats.median(one.y());
            double[] away = Arrays.stream(one.y())
                    .map(value -> Math.abs(value - median))
                    .toArray();
            double usual = 1.4826 * Repeats.median(away) + 0.05 * Math.abs(median) + least(one.unit());
            double interval = one.interval();
            for (int i = 0; i < stalls.size(); i++) {
                double furthest = furthest(one, interval, median, stalls.get(i));
                double score = Math.abs(furthest - median) / usual;
                if (score >= FAR) {
                    String value = NumberText.withUnit(furthest, one.unit());
                    String usually = NumberText.withUnit(median, one.unit());
                    happened.get(i).putIfAbsent(words.text("stall.event", one.name(), value, usually), score);
                }
            }
        }
        return IntStream.range(0, stalls.size())
                .mapToObj(i -> new Stall(
                        stalls.get(i).fromSeconds(),
                        stalls.get(i).toSeconds(),
                        stalls.get(i).lowestTransactionsPerMinute(),
                        stalls.get(i).lostTransactions(),
                        Stream.concat(
                                        Stream.concat(away(stalls.get(i)), waits.get(i).stream()),
                                        happened.get(i).entrySet().stream()
                                                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                                                .map(Map.Entry::getKey))
                                .limit(MAX_EVENTS)
                                .toList()))
                .toList();
    }

    /** When the server gave no service in a stall, which explains all else. */
    private Stream<String> away(Stall stall) {
        return outages.stream()
                .filter(outage -> outage.lastCommitSeconds() < stall.toSeconds()
                        && outage.lastCommitSeconds() + outage.outageSeconds() > stall.fromSeconds())
                .map(outage -> words.text("stall.outage", NumberText.trimmed(outage.outageSeconds(), 1)));
    }

    /** What more of the sessions than usual waited for or did in a stall, others' locks first: on average of its seconds. */
    private List<String> waits(Stall stall, Map<Wait, Double> usually) {
        SessionSample.Within then = SessionSample.within(sessions, stall.fromSeconds(), stall.toSeconds());
        Map<Wait, Double> numbers = SessionSample.sums(then.rows(), Wait::of);
        numbers.replaceAll((wait, sum) -> sum / then.seconds());
        ToDoubleFunction<Map.Entry<Wait, Double>> more =
                entry -> entry.getValue() - usually.getOrDefault(entry.getKey(), 0.0);
        return numbers.entrySet().stream()
                .filter(entry -> more.applyAsDouble(entry) >= Math.max(MANY_SESSIONS, FAR_BELOW * entry.getValue()))
                .sorted(Comparator.comparing((Map.Entry<Wait, Double> entry) -> !entry.getKey().isForStranger)
                        .thenComparing(Comparator.comparingDouble(more).reversed()))
                .limit(MAX_WAITS)
                .map(entry -> sentence(entry.getKey(), entry.getValue(), usually.getOrDefault(entry.getKey(), 0.0)))
                .toList();
    }

    /** Sessions in each wait, of the median sample. */
    private Map<Wait, Double> usualWaits() {
        long samples =
                sessions.stream().map(SessionSample::elapsedSeconds).distinct().count();
        Map<Wait, Double> usually = new HashMap<>();
        sessions.stream().collect(Collectors.groupingBy(Wait::of)).forEach((wait, rows) -> {
            double[] numbers = new double[Math.toIntExact(samples)];
            int i = 0;
            for (double number :
                    SessionSample.sums(rows, SessionSample::elapsedSeconds).values()) {
                numbers[i++] = number;
            }
            usually.put(wait, Repeats.median(numbers));
        });
        return usually;
    }

    private String sentence(Wait wait, double number, double usual) {
        String did = words.textOr("wait." + wait.waitClass, words.text("wait.other"));
        return words.text(
                wait.isForStranger ? "stall.stranger" : "stall.sessions",
                wait.waitEvent.isEmpty() ? did : did + " (" + wait.waitEvent + ")",
                NumberText.trimmed(number, 1),
                NumberText.trimmed(usual, 1));
    }

    /** The value furthest from the median; NaN without one. */
    private static double furthest(Series one, double interval, double median, Stall stall) {
        double[] seconds = one.x();
        // A sample covers the interval before it.
        return IntStream.range(0, seconds.length)
                .filter(i -> seconds[i] > stall.fromSeconds() && seconds[i] - interval < stall.toSeconds())
                .mapToDouble(i -> one.y()[i])
                .filter(value -> !Double.isNaN(value))
                .reduce((a, b) -> Math.abs(b - median) > Math.abs(a - median) ? b : a)
                .orElse(Double.NaN);
    }

    /** Changes below this are nothing in the unit, whatever the series usually does. */
    private static double least(String unit) {
        return switch (unit) {
            case "%" -> 2;
            case "ms", "ms/s" -> 2;
            case "MiB/s", "MiB" -> 0.5;
            case "kB/s", "kB" -> 500;
            case "B/s", "B", "bytes", "bytes/s" -> 500_000;
            case "/s", "1/s" -> 5;
            case "GiB" -> 0.05;
            default -> 0.2;
        };
    }
}
