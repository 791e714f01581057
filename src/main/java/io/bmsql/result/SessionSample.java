package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A row of {@code data/sessions.csv}: how many sessions did the same since the rows before, on average of its samples.
 *
 * @param elapsedSeconds from the start of the window, negative during ramp-up
 * @param type of transaction; empty where the statement does not tell, as a commit
 * @param statement its name in the folder, or a text that is none of the folder's
 * @param table the first that the statement names
 * @param waitClass one of those below
 * @param waitEvent as the server calls it
 * @param sessions on average; of {@link #within} seconds
 * @param blocker of a wait for a lock what the last of the chain of blockers did: a class of wait, {@link #STRANGER}, {@link #GONE}, or
 *     empty where the server does not tell
 * @param blockedTable what the one waited for that this last blocker blocks: the first table of its statement
 */
public record SessionSample(
        @JsonProperty("elapsed_s") double elapsedSeconds,
        String type,
        String statement,
        @JsonProperty("table_name") String table,
        @JsonProperty("wait_class") String waitClass,
        @JsonProperty("wait_event") String waitEvent,
        double sessions,
        String blocker,
        @JsonProperty("blocked_table") String blockedTable) {
    public static final CsvTable<SessionSample> CSV = new CsvTable<>("sessions.csv", SessionSample.class);

    /** On a processor, or ready for one. */
    public static final String PROCESSOR = "processor";

    /** For a lock of rows or tables. */
    public static final String LOCK = "lock";

    /** For the log, on its way to the disk. */
    public static final String LOG = "log";

    /** For a copy of the database that has to confirm a commit. */
    public static final String COPY = "copy";

    /** For data of the disk. */
    public static final String DISK = "disk";

    /** For a lock inside the server. */
    public static final String LATCH = "latch";

    /** Inside a transaction, for the load generator or the network. */
    public static final String CLIENT = "client";

    /** For something else in the server, such as {@code pg_sleep} in a trigger. */
    public static final String OTHER = "other";

    /** Begins the event of {@link #OTHER} where the server does not say what a session waits for, or whether it works. */
    public static final String NOT_TOLD = "not told";

    /** A blocker that is no session of this run. */
    public static final String STRANGER = "stranger";

    /** A blocker that was gone when it was looked for. */
    public static final String GONE = "gone";

    /** No blocker is the last one: sessions wait for each other, until the server ends one of them. */
    public static final String EACH_OTHER = "each other";

    /** A row of a second in which no session did anything; it keeps the seconds whole. */
    public static final String NONE = "none";

    /** A longer pause between rows is one of the sampling, times the usual one: the rows after it cover no more than usual. */
    private static final double LONGEST_PAUSE = 3;

    /** Means of samples are rounded; so few sessions are none. */
    private static final double FEW = 0.02;

    /** All classes, in the order of charts and tables. */
    public static final List<String> CLASSES = List.of(PROCESSOR, LOCK, LOG, COPY, DISK, LATCH, CLIENT, OTHER);

    public static final String CHART = "sessions by class of wait";

    /** Rows of an interval whose {@code sessions} are seconds of sessions, by the time since the rows before; and the seconds that they cover. */
    public record Within(List<SessionSample> rows, double seconds) {}

    /** The same wait behind another blocker. */
    public SessionSample behind(String other) {
        return new SessionSample(
                elapsedSeconds, type, statement, table, waitClass, waitEvent, sessions, other, blockedTable);
    }

    /** What sessions did after a second up to another one. */
    public static Within within(List<SessionSample> all, double fromSecond, double untilSecond) {
        double[] times = all.stream()
                .mapToDouble(row -> row.elapsedSeconds)
                .sorted()
                .distinct()
                .toArray();
        double usual = SampleTable.usualDistance(times);
        Map<Double, Double> seconds = new TreeMap<>();
        for (int i = 0; i < times.length; i++) {
            boolean isAfterPause = i == 0 || times[i] - times[i - 1] > LONGEST_PAUSE * usual;
            double length = isAfterPause ? usual : times[i] - times[i - 1];
            double covered = Math.min(times[i], untilSecond) - Math.max(times[i] - length, fromSecond);
            if (covered > 0) {
                seconds.put(times[i], covered);
            }
        }
        return new Within(
                all.stream()
                        .filter(row -> seconds.containsKey(row.elapsedSeconds) && !row.waitClass.equals(NONE))
                        .map(row -> row.with(row.sessions * seconds.getOrDefault(row.elapsedSeconds, 0.0)))
                        .toList(),
                seconds.values().stream().mapToDouble(value -> value).sum());
    }

    public SessionSample with(double number) {
        return new SessionSample(
                elapsedSeconds, type, statement, table, waitClass, waitEvent, number, blocker, blockedTable);
    }

    /** The sessions of rows that have something in common, added up. */
    public static <K> Map<K, Double> sums(List<SessionSample> rows, Function<SessionSample, K> key) {
        return rows.stream()
                .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.summingDouble(row -> row.sessions)));
    }

    /**
     * While all connections of the run wait for locks, who holds them is none of them, whatever its login is and also where the server
     * does not tell who blocks: these rows are then behind {@link #STRANGER}. Not where some wait for each other.
     */
    public static List<SessionSample> withStrangers(List<SessionSample> rows, double connections) {
        List<SessionSample> locks = rows.stream()
                .filter(row -> row.waitClass.equals(LOCK) && !row.blocker.equals(EACH_OTHER))
                .toList();
        Map<Double, Double> waiting = sums(locks, SessionSample::elapsedSeconds);
        return rows.stream()
                .map(row ->
                        row.waitClass.equals(LOCK) && waiting.getOrDefault(row.elapsedSeconds, 0.0) >= connections - FEW
                                ? row.behind(STRANGER)
                                : row)
                .toList();
    }

    /** The sessions of each class over time; classes without any are left out. */
    public static List<MetricSeries> byClass(List<SessionSample> rows) {
        Map<String, List<SessionSample>> classes = rows.stream().collect(Collectors.groupingBy(row -> row.waitClass));
        return CLASSES.stream()
                .filter(classes::containsKey)
                .map(name -> {
                    Map<Double, Double> sums =
                            new TreeMap<>(sums(classes.getOrDefault(name, List.of()), SessionSample::elapsedSeconds));
                    return new MetricSeries(CHART, name, "sessions", array(sums.keySet()), array(sums.values()));
                })
                .toList();
    }

    private static double[] array(Collection<Double> numbers) {
        return numbers.stream().mapToDouble(number -> number).toArray();
    }
}
