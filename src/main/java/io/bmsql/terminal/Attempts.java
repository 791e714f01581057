package io.bmsql.terminal;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.random.RandomStream;
import io.bmsql.spec.ErrorClass;
import io.bmsql.spec.Outcome;
import io.bmsql.spec.TransactionType;
import io.bmsql.workload.CommitOutcomeUnknownException;
import io.bmsql.workload.MissingRowException;
import io.bmsql.workload.TransactionInput;
import java.sql.SQLException;

/**
 * Runs one transaction to its outcome: the same input again after errors that allow it, never again after a commit whose
 * outcome is unknown. Every attempt that failed is reported. Belongs to one worker.
 *
 * <pre>
 * an attempt ends in          the connection        then
 * --------------------------  --------------------  -----------------------------------------
 * commit or planned rollback  stays                 COMMITTED, ROLLED_BACK
 * error during the commit     is gone               UNKNOWN, whatever the limit of retries
 * missing row                 stays                 FAILED
 * error, retry makes sense    stays, or new one     pause and again, FAILED at the limit
 * error, retry makes none     stays, or new one     FAILED
 * </pre>
 */
final class Attempts {
    private static final String NO_SQL_STATE = "-";

    private final WorkerSession session;
    private final RunContext run;
    private final SqlErrors errors;
    private final RetryPolicy policy;
    private final RandomStream random;
    private final Reconnector reconnector;
    private int count;
    /** Transactions in a row that failed. */
    private int failures;

    Attempts(
            WorkerSession session,
            RunContext run,
            SqlErrors errors,
            RetryPolicy policy,
            RandomStream random,
            Reconnector reconnector) {
        this.session = session;
        this.run = run;
        this.errors = errors;
        this.policy = policy;
        this.random = random;
        this.reconnector = reconnector;
    }

    /** Attempts of the last transaction, 1 or more. */
    int count() {
        return count;
    }

    /** Runs the transaction; the session must be open, and may be closed afterwards. */
    Outcome run(TransactionInput input) throws ServerAwayException, InterruptedException {
        count = 0;
        while (true) {
            count++;
            int losses = run.gate().losses();
            try {
                Outcome outcome =
                        session.transactions().execute(input, run.clock().epochMillis());
                if (outcome == Outcome.COMMITTED) {
                    run.gate().committed(input.type, losses);
                }
                return outcome;
            } catch (CommitOutcomeUnknownException e) {
                report(input.type, ErrorClass.CONNECTION, e.error(), true);
                reconnector.lost(e.error());
                return Outcome.UNKNOWN;
            } catch (MissingRowException e) {
                report(input.type, ErrorClass.MISSING_ROW, NO_SQL_STATE, 0, e, true);
                return Outcome.FAILED;
            } catch (SQLException e) {
                if (!mayTryAgain(input.type, e)) {
                    return Outcome.FAILED;
                }
            }
        }
    }

    /**
     * Waits a little after a transaction that failed, longer from one to the next, so that a full disk is not asked in a fast
     * loop. A lost connection has pauses of its own.
     */
    void pauseAfter(Outcome outcome) throws InterruptedException {
        if (outcome != Outcome.FAILED) {
            failures = 0;
        } else if (session.isOpen()) {
            failures++;
            run.stop().pauseUntil(run.untilEnd(run.clock().nanoTime() + policy.retryNanos(failures, random)));
        }
    }

    private boolean mayTryAgain(TransactionType type, SQLException e) throws ServerAwayException, InterruptedException {
        ErrorClass errorClass = classify(e);
        boolean again = errorClass.isRetryable() && count <= policy.maxRetries();
        report(type, errorClass, e, !again);
        if (errorClass == ErrorClass.CONNECTION || !isUsable(errorClass)) {
            reconnector.lost(e);
        }
        if (!again) {
            return false;
        }
        run.stop().pauseUntil(run.clock().nanoTime() + policy.retryNanos(count, random));
        return session.isOpen() || reconnected(type);
    }

    /** An unclear error on a connection that no longer works counts as a lost connection. */
    private ErrorClass classify(SQLException e) {
        ErrorClass errorClass = errors.classify(e);
        boolean isVague = errorClass == ErrorClass.OTHER || errorClass == ErrorClass.TIMEOUT;
        return isVague && !session.isUsable() ? ErrorClass.CONNECTION : errorClass;
    }

    private boolean isUsable(ErrorClass errorClass) {
        return errorClass == ErrorClass.OTHER || errorClass == ErrorClass.TIMEOUT || session.isUsable();
    }

    private boolean reconnected(TransactionType type) throws ServerAwayException, InterruptedException {
        boolean open = false;
        try {
            open = reconnector.reconnect();
        } finally {
            if (!open) {
                reportNoConnection(type);
            }
        }
        return open;
    }

    /** The transaction ends here, so one error of it must say that it was given up. */
    private void reportNoConnection(TransactionType type) {
        SQLException last = reconnector.lastError();
        if (last == null) {
            last = new SQLException("the run was over before the connection came back");
        }
        report(type, ErrorClass.CONNECTION, last, true);
    }

    private void report(TransactionType type, ErrorClass errorClass, SQLException e, boolean gaveUp) {
        report(type, errorClass, SqlErrors.sqlState(e), SqlErrors.vendorCode(e), e, gaveUp);
    }

    private void report(
            TransactionType type, ErrorClass errorClass, String sqlState, int vendorCode, Exception e, boolean gaveUp) {
        String message = String.valueOf(e.getMessage());
        run.measurement()
                .error(
                        type,
                        errorClass,
                        sqlState,
                        vendorCode,
                        message,
                        gaveUp,
                        run.clock().nanoTime());
    }
}
