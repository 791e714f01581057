package io.bmsql.cli;

import io.bmsql.db.Database;
import io.bmsql.time.RunClock;
import java.sql.SQLException;

/** Waits for a server that a run lost shortly before its end, so that what the run did can still be checked. */
final class ServerWait {
    /** No check is worth more of a script's time. */
    private static final int LONGEST_SECONDS = 60;

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long BETWEEN_TRIES_NANOS = SECOND_NANOS / 2;

    private final Database database;
    private final RunClock clock;
    private final RunLog log;

    ServerWait(Database database, RunClock clock, RunLog log) {
        this.database = database;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Returns when a connection could be opened.
     *
     * @param maxOutageSeconds how long the user would have the run wait
     * @throws SQLException the last one, when none could be opened for so long
     * @throws InterruptedException when the thread is interrupted
     */
    void await(int maxOutageSeconds) throws SQLException, InterruptedException {
        int seconds = Math.min(maxOutageSeconds, LONGEST_SECONDS);
        long deadlineNanos = clock.nanoTime() + seconds * SECOND_NANOS;
        boolean told = false;
        while (true) {
            try {
                database.runWorker().close();
                return;
            } catch (SQLException e) {
                if (clock.nanoTime() + BETWEEN_TRIES_NANOS - deadlineNanos > 0) {
                    throw e;
                }
                if (!told) {
                    log.warn("the check waits up to " + seconds + " s for the server ("
                            + String.valueOf(e.getMessage())
                                    .strip()
                                    .lines()
                                    .findFirst()
                                    .orElse("-") + ")");
                    told = true;
                }
            }
            clock.parkUntil(clock.nanoTime() + BETWEEN_TRIES_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
