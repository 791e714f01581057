package io.bmsql.report;

import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.Stall;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.chart.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds where throughput fell far below its median: less than half of it, and further below than chance
 * takes it. Of slow runs, several seconds are taken together until a slot holds enough transactions. To each stall
 * belong the series of host, load generator and database that then stood furthest from their own median.
 */
record Stalls(RunSeconds counts, List<Series> series, Words words) {
    private static final double FAR_BELOW = 0.5;

    /** Chance takes a count this many of its standard deviations below the median less than once in ten thousand slots. */
    private static final double DEVIATIONS = 4;

    /** A slot should hold this many transactions. */
    private static final double ENOUGH = 40;

    private static final int[] SLOTS = {1, 2, 5, 10, 30, 60};

    /** Stalls with no more slots than this between them are one. */
    private static final int NEIGHBOURS = 2;

    private static final int MAX_STALLS = 20;
    private static final int MAX_EVENTS = 5;

    /** How far from its median a series must be, in its usual deviations. */
    private static final double FAR = 5;

    StallFindings find() {
        double median = Repeats.median(rates(1));
        int slot = SLOTS[SLOTS.length - 1];
        for (int i = SLOTS.length - 1; i >= 0; i--) {
            slot = SLOTS[i] * median >= ENOUGH ? SLOTS[i] : slot;
        }
        double[] rates = rates(slot);
        median = Repeats.median(rates);
        // Below this rate a slot is part of a stall; at 0 or less chance explains every slot.
        double inSlot = median * slot;
        double bound = Math.min(FAR_BELOW * inSlot, inSlot - DEVIATIONS * Math.sqrt(inSlot)) / slot;
        List<Stall> all = bound <= 0 ? List.of() : merge(rates, slot, median, bound);
        List<Stall> shown = all.stream()
                .sorted(Comparator.comparingDouble(Stall::lostTransactions).reversed())
                .limit(MAX_STALLS)
                .sorted(Comparator.comparingDouble(Stall::fromSeconds))
                .toList();
        return new StallFindings(all.size(), slot, median * 60, bound * 60, explained(shown));
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

    private List<Stall> merge(double[] rates, int slot, double median, double bound) {
        List<Stall> stalls = new ArrayList<>();
        int i = 0;
        while (i < rates.length) {
            if (!(rates[i] < bound)) {
                i++;
                continue;
            }
            int last = i;
            for (int next = i + 1; next < rates.length && next - last <= NEIGHBOURS + 1; next++) {
                last = rates[next] < bound ? next : last;
            }
            stalls.add(stall(rates, i, last, slot, median));
            i = last + 1;
        }
        return stalls;
    }

    private Stall stall(double[] rates, int first, int last, int slot, double median) {
        double lost = 0;
        double lowest = Double.MAX_VALUE;
        for (int i = first; i <= last; i++) {
            if (!Double.isNaN(rates[i])) {
                lost += Math.max(0, median - rates[i]) * slot;
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
                        happened.get(i).entrySet().stream()
                                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                                .limit(MAX_EVENTS)
                                .map(Map.Entry::getKey)
                                .toList()))
                .toList();
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
