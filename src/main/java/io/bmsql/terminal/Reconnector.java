package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Brings a lost connection back: tries, when the gate lets it, until it succeeds, the run is over or the server has been
 * away for too long. Belongs to one worker.
 */
final class Reconnector {
    /** A worker whose connections break at once must not open more than one in this time, however the server answers. */
    private static final long BETWEEN_CONNECTIONS_NANOS = 1_000_000_000;

    private final WorkerSession session;
    private final RunContext run;
    private final RandomStream random;
    private @Nullable SQLException lastError;
    private long nextNanos;

    Reconnector(WorkerSession session, RunContext run, RandomStream random) {
        this.session = session;
        this.run = run;
        this.random = random;
        this.nextNanos = run.clock().nanoTime();
    }

    /** The connection broke: closes it, so that {@link #reconnect} is to be called. */
    void lost(SQLException error) {
        lastError = error;
        session.close();
        run.gate().lost(session, error, random);
    }

    /**
     * Returns when the session is open or nothing more is to be done.
     *
     * @return true when it is open
     * @throws ServerAwayException when the outage lasts longer than the policy allows
     * @throws InterruptedException when the thread is interrupted while it pauses
     */
    boolean reconnect() throws ServerAwayException, InterruptedException {
        run.stop().pauseUntil(run.untilEnd(nextNanos));
        while (run.gate().pass(session, random)) {
            try {
                session.open();
            } catch (SQLException e) {
                lastError = e;
                run.gate().lost(session, e, random);
                continue;
            }
            run.gate().connected(session);
            nextNanos = run.clock().nanoTime() + BETWEEN_CONNECTIONS_NANOS;
            return true;
        }
        return false;
    }

    /** Why the connection was lost or could not be opened the last time, null when neither happened. */
    @Nullable
    SQLException lastError() {
        return lastError;
    }
}
