package io.bmsql.conformance;

import io.bmsql.db.ParallelWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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

    private record Turn(Session session, ParallelWork work) {}

    /** Begins; a session that is refused is rolled back at once, so that the others continue. */
    void begin(Session session, Action action) {
        turns.add(new Turn(
                session, ParallelWork.start("conformance-" + (turns.size() + 1), () -> attempt(session, action))));
    }

    private static void attempt(Session session, Action action) throws SQLException {
        try {
            action.run();
        } catch (SQLException e) {
            try {
                session.rollback();
            } catch (SQLException unusable) {
                e.addSuppressed(unusable);
            }
            throw e;
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
                try {
                    turn.work().join(TimeUnit.SECONDS.toMillis(limitSeconds));
                } catch (SQLException refusal) {
                    refusals.add(refusal);
                }
            }
            return refusals;
        } catch (InterruptedException | TimeoutException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a session of the test failed in an unexpected way", e);
        } finally {
            for (Turn turn : turns) {
                if (!turn.work().isDone()) {
                    turn.session().cut();
                }
            }
        }
    }
}
