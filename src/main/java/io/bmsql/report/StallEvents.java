package io.bmsql.report;

import io.bmsql.analysis.Repeats;
import io.bmsql.analysis.Stalls;
import io.bmsql.analysis.Stalls.Stall;
import io.bmsql.common.NumberText;
import io.bmsql.report.ReportModel.ExplainedStall;
import io.bmsql.report.ReportModel.StallFindings;
import io.bmsql.report.chart.Series;
import io.bmsql.result.Outage;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says what happened in a stall: what the sessions of the run waited for then, and the series of host, load generator and database that were
 * furthest from their own median.
 *
 * @param sessions what they were sampled to do, those behind others' locks marked so
 */
record StallEvents(List<Series> series, List<SessionSample> sessions, List<Outage> outages, Words words) {
    private static final int MAX_STALLS = 20;
    private static final int MAX_EVENTS = 5;

    /** How far from its median a series must be, in its usual deviations. */
    private static final double FAR = 5;

    private static final int MAX_WAITS = 2;

    /** So many more sessions than usual that wait for the same are a cause. */
    private static final double MANY_SESSIONS = 0.5;

    /** And they are so large a share of those that wait for it then. */
    private static final double MANY_SHARE = 0.5;

    private record Wait(String waitClass, String waitEvent, boolean isForStranger) {
        static Wait of(SessionSample row) {
            return new Wait(row.waitClass(), row.waitEvent(), row.blocker().equals(SessionSample.STRANGER));
        }
    }

    /** The worst stalls, in the order of time, each with what happened then. */
    StallFindings explained(Stalls found) {
        List<Stall> worst = found.all().stream()
                .sorted(Comparator.comparingDouble(Stall::lostTransactions).reversed())
                .limit(MAX_STALLS)
                .sorted(Comparator.comparingDouble(Stall::fromSeconds))
                .toList();
        return new StallFindings(
                found.all().size(),
                found.slotSeconds(),
                found.standstillSeconds(),
                found.usualRate() * 60,
                found.boundRate() * 60,
                explained(worst));
    }

    /** Adds what stood furthest from its median then, if further than it usually does and than anybody would notice. */
    private List<ExplainedStall> explained(List<Stall> stalls) {
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
                .mapToObj(i -> new ExplainedStall(
                        stalls.get(i),
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
                .filter(entry -> more.applyAsDouble(entry) >= Math.max(MANY_SESSIONS, MANY_SHARE * entry.getValue()))
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
