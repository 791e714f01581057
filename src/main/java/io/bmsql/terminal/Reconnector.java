package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a lost connection back: tries until it succeeds, the run is over or the server has been away for too long.
 * Belongs to one worker.
 */
final class Reconnector {
    private final WorkerSession session;
    private final RunFloor floor;
    private final RetryPolicy policy;
    private final RandomStream random;
    private final Logger log = LoggerFactory.getLogger(Reconnector.class);
    private @Nullable SQLException lastError;

    Reconnector(WorkerSession session, RunFloor floor, RetryPolicy policy, RandomStream random) {
        this.session = session;
        this.floor = floor;
        this.policy = policy;
        this.random = random;
    }

    /**
     * Returns when the session is open or nothing more is to be done.
     *
     * @return true when it is open
     * @throws ServerAwayException when the outage lasts longer than the policy allows
     * @throws InterruptedException when the thread is interrupted while it pauses
     */
    boolean reconnect() throws ServerAwayException, InterruptedException {
        long lostNanos = floor.clock().nanoTime();
        int failures = 0;
        while (!floor.isOver()) {
            try {
                session.open();
                log.info("{} is connected again", Thread.currentThread().getName());
                return true;
            } catch (SQLException e) {
                lastError = e;
                failures++;
                log.debug("connect failed: {}", e.getMessage());
            }
            long now = floor.clock().nanoTime();
            if (now - lostNanos > policy.maxOutageNanos()) {
                throw new ServerAwayException(policy.maxOutageNanos(), lastError);
            }
            floor.stop().pauseUntil(wakeNanos(now + policy.reconnectNanos(failures, random)));
        }
        return false;
    }

    /** A pause never outlasts the run. */
    private long wakeNanos(long nanos) {
        long until = floor.window().measureUntilNanos();
        return floor.window().hasEnd() && until - nanos < 0 ? until : nanos;
    }

    /** Why the last connect failed, null when none did. */
    @Nullable
    SQLException lastError() {
        return lastError;
    }
}
