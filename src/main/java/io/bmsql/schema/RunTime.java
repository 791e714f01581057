package io.bmsql.schema;

import io.bmsql.common.NumberText;
import io.bmsql.common.RunClock;
import io.bmsql.db.Database;
import io.bmsql.db.PlainSql;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.StatementId;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * When a run changed the rows, by the server's clock. Each run has a row in {@code bmsql_config} while it works, and keeps it
 * afterwards when another worked at the same time; agents of one run are no others.
 *
 * @param id the first word of the run's mark
 * @param group of the agents; empty for a run of one program
 * @param beginSeconds since 1970
 * @param endSeconds infinite while it works, or when it was killed
 */
public record RunTime(String id, String group, double beginSeconds, double endSeconds) {
    private static final String ROW = "run ";
    private static final String UNDER_WAY = "-";
    /** The last digit that is written. */
    private static final double STEP_SECONDS = 0.0001;
    /** Rows of others in this table may begin with the same word. */
    private static final Pattern VALUE = Pattern.compile("\\d+(\\.\\d+)?( (-|\\d+(\\.\\d+)?)( \\w*)?)?");

    /** By the server's clock, in seconds since 1970; by the program's where the server does not say it. For no transaction under way. */
    public static double now(WorkerConnection connection, RunClock clock) throws SQLException {
        double seconds = PlainSql.clockSeconds(connection.connection(), connection.dialect())
                .orElse(clock.epochMillis() / 1e3);
        connection.rollback();
        return seconds;
    }

    public static void begin(WorkerConnection connection, RunClock clock, String id, String group) throws SQLException {
        double now = laterThanAll(connection, now(connection, clock));
        new RunTime(id, group, now, Double.POSITIVE_INFINITY).write(connection);
        connection.commit();
    }

    /** This moment, and later than what is known to have been before it: after a clock was set back runs would not seem to overlap. */
    private static double laterThanAll(WorkerConnection connection, double nowSeconds) throws SQLException {
        double last = all(connection).stream()
                .flatMapToDouble(run -> DoubleStream.of(run.beginSeconds, run.endSeconds))
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return Math.max(nowSeconds, last + STEP_SECONDS);
    }

    /**
     * Notes that a run ended, and gives how many others worked meanwhile. Its row stays only when one did. One that began earlier and has no
     * end counts while somebody has the lock: otherwise it was killed, and nobody knows when.
     */
    public static int end(Database database, RunClock clock, String id) throws SQLException {
        // A server that answers no more must not keep the results of the run from being written.
        try (WorkerConnection connection = database.runWorker()) {
            boolean isSomebodyAtWork = DatabaseLock.holder(connection, clock).isPresent();
            double begunSeconds = all(connection).stream()
                    .filter(run -> run.id.equals(id))
                    .mapToDouble(RunTime::beginSeconds)
                    .min()
                    .orElse(0);
            int others = (int) besides(connection, Set.of(id)).stream()
                    .filter(run -> run.endSeconds < Double.POSITIVE_INFINITY
                            || run.beginSeconds >= begunSeconds
                            || isSomebodyAtWork)
                    .count();
            end(connection, now(connection, clock), run -> run.id.equals(id));
            connection.commit();
            return others;
        }
    }

    /** Notes, for who is alone now, that all runs have ended: the processes of those under way are dead. */
    static void endAll(WorkerConnection connection, double nowSeconds) throws SQLException {
        end(connection, nowSeconds, run -> run.endSeconds == Double.POSITIVE_INFINITY);
    }

    private static void end(WorkerConnection connection, double nowSeconds, Predicate<RunTime> which)
            throws SQLException {
        double endSeconds = laterThanAll(connection, nowSeconds);
        for (RunTime run : all(connection)) {
            if (which.test(run)) {
                if (besides(connection, Set.of(run.id)).isEmpty()) {
                    DataState.delete(connection, ROW + run.id);
                } else {
                    new RunTime(run.id, run.group, run.beginSeconds, endSeconds).write(connection);
                }
            }
        }
    }

    /** Their ledgers say nothing of the rows that are now there. */
    static void forgetEnded(WorkerConnection connection) throws SQLException {
        for (RunTime run : all(connection)) {
            if (run.endSeconds < Double.POSITIVE_INFINITY) {
                DataState.delete(connection, ROW + run.id);
            }
        }
    }

    /** The runs that worked at the same time as one of these, and are none of them; a run under way has no end yet. */
    public static List<RunTime> besides(WorkerConnection connection, Set<String> ids) throws SQLException {
        List<RunTime> all = all(connection);
        List<RunTime> own = all.stream().filter(run -> ids.contains(run.id)).toList();
        return all.stream()
                .filter(run -> !ids.contains(run.id) && own.stream().anyMatch(run::isBeside))
                .toList();
    }

    private boolean isBeside(RunTime other) {
        boolean isSameRun = !group.isEmpty() && group.equals(other.group);
        return !isSameRun && beginSeconds < other.endSeconds && other.beginSeconds < endSeconds;
    }

    private void write(WorkerConnection connection) throws SQLException {
        String end = endSeconds == Double.POSITIVE_INFINITY ? UNDER_WAY : NumberText.format("%.4f", endSeconds);
        DataState.put(connection, ROW + id, NumberText.format("%.4f %s %s", beginSeconds, end, group));
    }

    private static List<RunTime> all(WorkerConnection connection) throws SQLException {
        return DataState.of(DataState.read(connection, StatementId.CONFIG_ALL), ROW).entrySet().stream()
                .filter(row -> VALUE.matcher(row.getValue()).matches())
                .map(row -> {
                    String[] words = row.getValue().split(" ", -1);
                    return new RunTime(
                            row.getKey(),
                            words.length > 2 ? words[2] : "",
                            Double.parseDouble(words[0]),
                            words.length < 2 || words[1].equals(UNDER_WAY)
                                    ? Double.POSITIVE_INFINITY
                                    : Double.parseDouble(words[1]));
                })
                .toList();
    }
}
