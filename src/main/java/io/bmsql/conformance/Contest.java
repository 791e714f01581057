package io.bmsql.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Two or more sessions at the same time, each in a thread of its own, with a limit. */
final class Contest {
    private final List<Turn> turns = new ArrayList<>();
    private final long limitSeconds;

    Contest(long limitSeconds) {
        this.limitSeconds = limitSeconds;
    }

    /** What a session does. */
    interface Action {
        void run() throws SQLException;
    }

    private record Turn(Session session, FutureTask<@Nullable SQLException> result) {}

    /** Begins; a session that is refused is rolled back at once, so that the others go on. */
    void begin(Session session, Action action) {
        FutureTask<@Nullable SQLException> result = new FutureTask<>(() -> refusal(session, action));
        turns.add(new Turn(session, result));
        Thread thread = new Thread(result, "conformance-" + turns.size());
        thread.setDaemon(true);
        thread.start();
    }

    private static @Nullable SQLException refusal(Session session, Action action) {
        try {
            action.run();
            return null;
        } catch (SQLException e) {
            try {
                session.rollback();
            } catch (SQLException unusable) {
                e.addSuppressed(unusable);
            }
            return e;
        }
    }

    /**
     * Waits for all.
     *
     * @return what the server refused them with, in the order in which they began
     * @throws TimeoutException when one of them still waits at the limit; it is cut off
     */
    List<SQLException> end() throws SQLException, InterruptedException, TimeoutException {
        List<SQLException> refusals = new ArrayList<>();
        try {
            for (Turn turn : turns) {
                SQLException refusal = turn.result().get(limitSeconds, TimeUnit.SECONDS);
                if (refusal != null) {
                    refusals.add(refusal);
                }
            }
            return refusals;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a session of the test failed in an unexpected way", e);
        } finally {
            for (Turn turn : turns) {
                if (!turn.result().isDone()) {
                    turn.session().cut();
                }
            }
        }
    }
}
