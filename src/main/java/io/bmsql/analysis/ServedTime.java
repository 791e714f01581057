package io.bmsql.analysis;

import io.bmsql.config.PropertyKey;
import io.bmsql.result.CollectedFigures;
import io.bmsql.result.LimitedBy.Cause;
import io.bmsql.result.Outage;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunSummary;
import io.bmsql.result.SampleTable;
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
import org.jspecify.annotations.Nullable;

/**
 * The time of a window in which the server was there, and what the run's sessions did in it. Shares are of the time of all
 * connections that the run had.
 */
final class ServedTime {
    /** A session of the run that holds what others wait for is seen to do something for more of the time than this. */
    private static final double MIN_HOLDERS = 0.3;

    /** When fewer of the waits for locks have a known holder, it is not known well enough. */
    private static final double MIN_KNOWN = 0.2;

    /** What samples do not see of waits, percent of session time: a few points. */
    private static final double NEAR_PERCENT = 5;

    private final double connections;

    /** The parts of the window without an outage, each from and until a second of the run; the last has a second more for late samples. */
    final List<double[]> parts = new ArrayList<>();

    /** Seconds of outages in the window. */
    final double awaySeconds;

    final double seconds;

    private final SessionSample.Within sessions;

    /** Seconds of sessions in which analytic queries beside the terminals worked, or waited for no lock. */
    final double analyticSeconds;

    /** Seconds of sessions in each class of wait. */
    final Map<String, Double> classes;

    /** Seconds of sessions by what they waited for in the end, keys of {@link Cause#WAITED_FOR}, at each moment of a sample. */
    private final Map<String, Map<Double, Double>> waits = new HashMap<>();

    /** The one of {@link #waits} with the most of them. */
    final String longest;

    /** Adds up what was sampled; the window begins at second {@code from} of the run. */
    ServedTime(CollectedFigures collected, RunSummary summary, double from) {
        this.connections = GeneratorLoad.connections(summary.run());
        this.awaySeconds = findAway(summary, from);
        this.seconds = summary.windowSeconds() - awaySeconds;
        this.sessions = within(ofTerminals(collected, summary.run()));
        this.analyticSeconds = within(collected.database().sessions()).rows().stream()
                .filter(row ->
                        isAnalytic(summary.run(), row) && !row.waitClass().equals(SessionSample.LOCK))
                .mapToDouble(SessionSample::sessions)
                .sum();
        this.classes = new TreeMap<>(SessionSample.sums(sessions.rows(), SessionSample::waitClass));
        chargeWaits();
        this.longest = longestOf(wait -> true);
    }

    /** What was sampled of terminals, and the moments at which nothing but analytic queries was; those behind locks of others are so. */
    static List<SessionSample> ofTerminals(CollectedFigures collected, RunFacts run) {
        List<SessionSample> rows = collected.database().sessions().stream()
                .map(row -> isAnalytic(run, row)
                        ? new SessionSample(row.elapsedSeconds(), "", "", "", SessionSample.NONE, "", 0, "", "")
                        : row)
                .toList();
        return SessionSample.withStrangers(rows, GeneratorLoad.connections(run));
    }

    /** Terminals send statements of the folder, which have types, and commits, which have no table. */
    private static boolean isAnalytic(RunFacts run, SessionSample row) {
        return row.type().isEmpty()
                && !row.table().isEmpty()
                && SampleTable.number(run.setting(PropertyKey.ANALYTIC_STREAMS)) > 0;
    }

    private SessionSample.Within within(List<SessionSample> sampled) {
        List<SessionSample.Within> within = parts.stream()
                .map(part -> SessionSample.within(sampled, part[0], part[1]))
                .toList();
        return new SessionSample.Within(
                within.stream().flatMap(part -> part.rows().stream()).toList(),
                within.stream().mapToDouble(SessionSample.Within::seconds).sum());
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

    private String longestOf(Predicate<String> which) {
        return Cause.WAITED_FOR.keySet().stream()
                .filter(which)
                .max(Comparator.comparingDouble(this::waited).thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** The other wait of which the samples cannot tell that it took less time than the {@link #longest}; null without one. */
    @Nullable
    String rival() {
        String second = longestOf(wait -> !wait.equals(longest));
        boolean isKnown = !longest.equals(SessionSample.GONE) && !second.equals(SessionSample.GONE);
        double first = waitPercent(longest);
        double other = waitPercent(second);
        return isKnown && 3 * other >= 2 * first && first - other <= unsurePercent(second) ? second : null;
    }

    /** So much of the difference is chance: two standard deviations, by how much each moment differs from the one before. */
    private double unsurePercent(String second) {
        Map<Double, Double> one = waits.getOrDefault(longest, Map.of());
        Map<Double, Double> other = waits.getOrDefault(second, Map.of());
        double[] differences = sessions.rows().stream()
                .map(SessionSample::elapsedSeconds)
                .distinct()
                .sorted()
                .mapToDouble(moment -> one.getOrDefault(moment, 0.0) - other.getOrDefault(moment, 0.0))
                .toArray();
        double squares = 0;
        for (int i = 1; i < differences.length; i++) {
            squares += Math.pow(differences[i] - differences[i - 1], 2);
        }
        return Math.max(NEAR_PERCENT, percent(Math.sqrt(2 * squares)));
    }

    /** Seconds of sessions that waited for this in the end. */
    double waited(String name) {
        return sum(waits.getOrDefault(name, Map.of()));
    }

    double waitPercent(String name) {
        return percent(waited(name));
    }

    /** Gives the share of the time of all connections that so many seconds of sessions are: no more than all, though others may have the run's login. */
    double percent(double sessionSeconds) {
        return Math.min(100, 100 * sessionSeconds / sampledSeconds() / connections);
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

    static double sum(Map<?, Double> sums) {
        return sums.values().stream().mapToDouble(value -> value).sum();
    }

    static boolean isKnown(SessionSample row) {
        return !row.blocker().isEmpty() && !row.blocker().equals(SessionSample.GONE);
    }

    private void charge(String does, double atSecond, double sessionSeconds) {
        waits.computeIfAbsent(does, first -> new HashMap<>()).merge(atSecond, sessionSeconds, Double::sum);
    }

    /** Charges waits to what the last of the chain of blockers does; those whose last blocker was gone are as those of which it is known. */
    private void chargeWaits() {
        rows(row -> !row.waitClass().equals(SessionSample.LOCK))
                .forEach(row -> charge(
                        row.waitEvent().startsWith(SessionSample.NOT_TOLD) ? SessionSample.NOT_TOLD : row.waitClass(),
                        row.elapsedSeconds(),
                        row.sessions()));
        List<SessionSample> locks = rows(row -> row.waitClass().equals(SessionSample.LOCK));
        Map<Boolean, Double> sums = SessionSample.sums(locks, ServedTime::isKnown);
        double all = sum(sums);
        double known = sums.getOrDefault(true, 0.0);
        if (locks.stream().allMatch(row -> row.blocker().isEmpty())) {
            sessions.rows().stream()
                    .collect(Collectors.groupingBy(SessionSample::elapsedSeconds))
                    .forEach(this::chargeToOthers);
        } else if (known < MIN_KNOWN * all) {
            locks.forEach(row -> charge(SessionSample.GONE, row.elapsedSeconds(), row.sessions()));
        } else {
            locks.stream()
                    .filter(ServedTime::isKnown)
                    .forEach(row -> charge(behind(row.blocker()), row.elapsedSeconds(), row.sessions() * all / known));
        }
    }

    /** Charges one of those that do something else in the same second, where the server does not tell who blocks. */
    private void chargeToOthers(double atSecond, List<SessionSample> rows) {
        Map<Boolean, List<SessionSample>> isLock = rows.stream()
                .collect(Collectors.partitioningBy(row -> row.waitClass().equals(SessionSample.LOCK)));
        Map<String, Double> working =
                SessionSample.sums(Objects.requireNonNull(isLock.get(false)), row -> behind(row.waitClass()));
        double waiting = Objects.requireNonNull(isLock.get(true)).stream()
                .mapToDouble(SessionSample::sessions)
                .sum();
        double holders = sum(working);
        if (holders <= MIN_HOLDERS * Math.min(1, waiting)) {
            charge(SessionSample.GONE, atSecond, waiting);
        } else {
            working.forEach((does, number) -> charge(does, atSecond, waiting * number / holders));
        }
    }

    /** A blocker that works, sleeps in the server, or waits for its client's next statement, makes others wait for what it holds. */
    private static String behind(String blocker) {
        return Cause.WAITED_FOR.containsKey(blocker) && !blocker.equals(SessionSample.OTHER)
                ? blocker
                : SessionSample.LOCK;
    }
}
