package io.bmsql.analysis;

import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.Outage;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SessionSample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The time of a window in which the server was there, and what the run's sessions did in it. Shares are of the time of all
 * connections that the run had.
 */
final class ServedTime {
    /** A session of the run that holds what others wait for is seen to do something for more of the time than this. */
    private static final double MIN_HOLDERS = 0.3;

    /** When fewer of the waits for locks have a known holder, it is not known well enough. */
    private static final double MIN_KNOWN = 0.2;

    private final double connections;

    /** The parts of the window without an outage, each from and until a second of the run; the last has a second more for late samples. */
    final List<double[]> parts = new ArrayList<>();

    /** Seconds of outages in the window. */
    final double awaySeconds;

    final double seconds;

    private final SessionSample.Within sessions;

    /** Seconds of sessions in each class of wait. */
    final Map<String, Double> classes;

    /** Seconds of sessions by what they waited for in the end, keys of {@link Cause#WAITED_FOR}. */
    private final Map<String, Double> waits = new HashMap<>();

    /** The one of {@link #waits} with the most of them. */
    final String longest;

    /** Adds up what was sampled; the window begins at second {@code from} of the run. */
    ServedTime(CollectedFigures collected, RunSummary summary, double from) {
        this.connections = GeneratorLoad.connections(summary.run());
        this.awaySeconds = findAway(summary, from);
        this.seconds = summary.windowSeconds() - awaySeconds;
        List<SessionSample> sampled =
                SessionSample.withStrangers(collected.database().sessions(), connections);
        List<SessionSample.Within> within = parts.stream()
                .map(part -> SessionSample.within(sampled, part[0], part[1]))
                .toList();
        this.sessions = new SessionSample.Within(
                within.stream().flatMap(part -> part.rows().stream()).toList(),
                within.stream().mapToDouble(SessionSample.Within::seconds).sum());
        this.classes = new TreeMap<>(SessionSample.sums(sessions.rows(), SessionSample::waitClass));
        chargeWaits();
        this.longest = Cause.WAITED_FOR.keySet().stream()
                .max(Comparator.comparingDouble(this::waited).thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Fills {@link #parts} and gives the seconds in between. */
    private double findAway(RunSummary summary, double from) {
        double end = from + summary.windowSeconds();
        double away = 0;
        double begin = from;
        for (Outage outage : summary.postRun().availability()) {
            double last = Math.max(begin, outage.lastCommitSeconds());
            double back = outage.lastCommitSeconds() + outage.outageSeconds();
            if (back > begin && last < end) {
                parts.add(new double[] {begin, last});
                away += Math.min(end, back) - last;
                begin = back;
            }
        }
        if (begin < end) {
            parts.add(new double[] {begin, end + 1});
        }
        return away;
    }

    /** Samples of what sessions did; none where they were not sampled. */
    List<SessionSample> sessions() {
        return sessions.rows();
    }

    /** Seconds that the samples stand for; 1 without any. */
    double sampledSeconds() {
        return sessions.rows().isEmpty() ? 1 : sessions.seconds();
    }

    double classPercent(String name) {
        return percent(classes.getOrDefault(name, 0.0));
    }

    /** Seconds of sessions that waited for this in the end. */
    double waited(String name) {
        return waits.getOrDefault(name, 0.0);
    }

    double waitPercent(String name) {
        return percent(waited(name));
    }

    /** Gives the share of the time of all connections that so many seconds of sessions are. */
    double percent(double sessionSeconds) {
        return 100 * sessionSeconds / sampledSeconds() / connections;
    }

    List<SessionSample> rows(Predicate<SessionSample> which) {
        return sessions.rows().stream().filter(which).toList();
    }

    /** Sessions that wait for locks whose holders work, or were not seen. */
    List<SessionSample> heldByWorking() {
        return rows(row -> row.waitClass().equals(SessionSample.LOCK)
                && (!isKnown(row) || behind(row.blocker()).equals(SessionSample.LOCK)));
    }

    /** The tables at the ends of chains of waits. */
    static Map<String, Double> tables(List<SessionSample> locks) {
        return SessionSample.sums(locks, row -> row.blockedTable().isEmpty() ? row.table() : row.blockedTable());
    }

    static double sum(Map<String, Double> sums) {
        return sums.values().stream().mapToDouble(value -> value).sum();
    }

    static boolean isKnown(SessionSample row) {
        return !row.blocker().isEmpty() && !row.blocker().equals(SessionSample.GONE);
    }

    /** Charges waits to what the last of the chain of blockers does; those whose last blocker was gone are as those of which it is known. */
    private void chargeWaits() {
        rows(row -> !row.waitClass().equals(SessionSample.LOCK))
                .forEach(row -> waits.merge(
                        row.waitEvent().startsWith(SessionSample.NOT_TOLD) ? SessionSample.NOT_TOLD : row.waitClass(),
                        row.sessions(),
                        Double::sum));
        List<SessionSample> locks = rows(row -> row.waitClass().equals(SessionSample.LOCK));
        Map<String, Double> known =
                SessionSample.sums(locks.stream().filter(ServedTime::isKnown).toList(), row -> behind(row.blocker()));
        double knownSum = sum(known);
        double all = locks.stream().mapToDouble(SessionSample::sessions).sum();
        if (all == 0) {
            return;
        }
        if (locks.stream().allMatch(row -> row.blocker().isEmpty())) {
            sessions.rows().stream()
                    .collect(Collectors.groupingBy(SessionSample::elapsedSeconds))
                    .values()
                    .forEach(this::chargeToOthers);
        } else if (knownSum < MIN_KNOWN * all) {
            waits.merge(SessionSample.GONE, all, Double::sum);
        } else {
            known.forEach((does, number) -> waits.merge(does, all * number / knownSum, Double::sum));
        }
    }

    /** Charges one of those that do something else in the same second, where the server does not tell who blocks. */
    private void chargeToOthers(List<SessionSample> rows) {
        Map<Boolean, List<SessionSample>> isLock = rows.stream()
                .collect(Collectors.partitioningBy(row -> row.waitClass().equals(SessionSample.LOCK)));
        Map<String, Double> working =
                SessionSample.sums(Objects.requireNonNull(isLock.get(false)), row -> behind(row.waitClass()));
        double waiting = Objects.requireNonNull(isLock.get(true)).stream()
                .mapToDouble(SessionSample::sessions)
                .sum();
        double holders = sum(working);
        if (holders < MIN_HOLDERS * Math.min(1, waiting)) {
            waits.merge(SessionSample.GONE, waiting, Double::sum);
        } else {
            working.forEach((does, number) -> waits.merge(does, waiting * number / holders, Double::sum));
        }
    }

    /** A blocker that works, sleeps in the server, or waits for its client's next statement, makes others wait for what it holds. */
    private static String behind(String blocker) {
        return Cause.WAITED_FOR.containsKey(blocker) && !blocker.equals(SessionSample.OTHER)
                ? blocker
                : SessionSample.LOCK;
    }
}
