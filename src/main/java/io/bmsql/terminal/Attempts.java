package io.bmsql.terminal;

import io.bmsql.common.StatementTimes;
import io.bmsql.common.TransactionType;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.measure.Measurement.Failure;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.CommitOutcomeUnknownException;
import io.bmsql.workload.MissingRowException;
import io.bmsql.workload.Workload;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

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
    private static final long MILLI_NANOS = 1_000_000;
    private static final int MAX_DOUBLINGS = 20;
    /** A worker whose connections break at once must not open more than one in this time, however the server answers. */
    private static final long BETWEEN_CONNECTIONS_NANOS = 1_000_000_000;

    private final WorkerSession session;
    private final RunContext run;
    private final ReconnectGate gate;
    private final RandomStream random;
    private @Nullable SQLException lastError;
    private long nextConnectNanos;
    /** When the connection is old enough to be renewed. */
    private long renewNanos;

    private int count;
    /** Transactions in a row that failed. */
    private int failures;

    /** @param gate of the server that the session leads to */
    Attempts(WorkerSession session, RunContext run, ReconnectGate gate, RandomStream random) {
        this.session = session;
        this.run = run;
        this.gate = gate;
        this.random = random;
        this.nextConnectNanos = run.clock().nanoTime();
        drawAge(nextConnectNanos);
    }

    /** Counts the attempts of the last transaction, 1 or more. */
    int count() {
        return count;
    }

    /**
     * Opens the connection for one transaction, with its time counted apart; also when the run is over, as long as the server is
     * there. False when there is none, which is reported.
     */
    boolean connect(TransactionType type) throws ServerUnreachableException, InterruptedException {
        count = 0;
        if (gate.isUp()) {
            try {
                open();
                return true;
            } catch (SQLException e) {
                report(type, classify(e), e, "connect", false);
                lost(e);
            }
        }
        return reconnected(type);
    }

    private void open() throws SQLException {
        long from = run.clock().nanoTime();
        session.open(() -> {
            long now = run.clock().nanoTime();
            run.measurement().connected(now - from, now);
            drawAge(now);
        });
    }

    /** Between three quarters and the whole of the age, so that connections do not grow old together. */
    private void drawAge(long nowNanos) {
        long age = run.connections().maxAgeNanos();
        renewNanos = age == 0 ? 0 : nowNanos + age - (long) (random.nextDouble() * age / 4);
    }

    /** Between transactions: an old connection makes way for a new one, unless another worker renews its own. No failure counts. */
    void renewWhenOld() {
        if (run.clock().nanoTime() - renewNanos < 0 || !session.isOpen() || !gate.beginRenewal()) {
            return;
        }
        try {
            open();
        } catch (SQLException e) {
            gate.couldNotRenew(e);
            drawAge(run.clock().nanoTime());
        } finally {
            gate.endRenewal();
        }
    }

    /** Runs the transaction; the session may be closed afterwards. */
    Outcome run(Workload.Request request) throws ServerUnreachableException, InterruptedException {
        count = 0;
        // Only of a copy: nobody waits until it is back.
        if (!session.isOpen() && !reconnected(request.type())) {
            return Outcome.FAILED;
        }
        while (true) {
            count++;
            int losses = gate.losses();
            try {
                Outcome outcome = attempt(request);
                if (outcome == Outcome.COMMITTED) {
                    gate.committed(request.type(), losses);
                }
                run.hopeless().works(request.type());
                return outcome;
            } catch (CommitOutcomeUnknownException e) {
                report(
                        request.type(),
                        ErrorClass.CONNECTION,
                        e.error(),
                        session.timer().sentLast(),
                        true);
                lost(e.error());
                return Outcome.UNKNOWN;
            } catch (MissingRowException e) {
                run.hopeless().works(request.type());
                report(request.type(), ErrorClass.MISSING_ROW, e, "", true);
                return Outcome.FAILED;
            } catch (SQLException e) {
                String sent = session.timer().sentLast();
                if (!prepareRetry(request, e, sent)) {
                    run.hopeless()
                            .failed(
                                    request.type(),
                                    SqlErrors.sqlState(e),
                                    message(sent, e),
                                    run.clock().nanoTime());
                    return Outcome.FAILED;
                }
            }
        }
    }

    private Outcome attempt(Workload.Request request)
            throws SQLException, MissingRowException, CommitOutcomeUnknownException, InterruptedException {
        StatementTimes.Timer timer = session.timer();
        timer.begin(run.times(), request.type());
        try {
            return session.transactions().execute(request, run.clock().epochMillis());
        } finally {
            timer.end();
        }
    }

    /**
     * Waits after a transaction that failed, longer each time in a row: a full disk is not asked in a fast loop. Closes the
     * connection that was opened for it.
     */
    void pauseAfter(Outcome outcome) throws InterruptedException {
        pauseIfFailed(outcome);
        if (run.connections().perTransaction() && outcome.isCompleted()) {
            session.end();
        } else if (run.connections().perTransaction()) {
            session.close();
        }
    }

    private void pauseIfFailed(Outcome outcome) throws InterruptedException {
        if (outcome != Outcome.FAILED) {
            failures = 0;
        } else if (session.isOpen() || !gate.isWaitedAt()) {
            failures++;
            long until = run.clock().nanoTime() + retryNanos(failures, random);
            run.stop().pauseUntil(run.window().untilEnd(until));
        }
    }

    private boolean prepareRetry(Workload.Request request, SQLException e, String sent)
            throws ServerUnreachableException, InterruptedException {
        ErrorClass errorClass = classify(e);
        boolean again = request.isRetried(errorClass) && count <= run.maxRetries();
        report(request.type(), errorClass, e, sent, !again);
        if (errorClass == ErrorClass.CONNECTION || !isUsable(errorClass)) {
            lost(e);
        }
        if (!again) {
            return false;
        }
        run.stop().pauseUntil(run.clock().nanoTime() + retryNanos(count, random));
        return session.isOpen() || reconnected(request.type());
    }

    /** An unclear error on a connection that no longer works counts as a lost connection. */
    private ErrorClass classify(SQLException e) {
        ErrorClass errorClass = run.errors().classify(e);
        boolean isVague = errorClass == ErrorClass.OTHER || errorClass == ErrorClass.TIMEOUT;
        return isVague && !session.isUsable() ? ErrorClass.CONNECTION : errorClass;
    }

    private boolean isUsable(ErrorClass errorClass) {
        return errorClass == ErrorClass.OTHER || errorClass == ErrorClass.TIMEOUT || session.isUsable();
    }

    private boolean reconnected(TransactionType type) throws ServerUnreachableException, InterruptedException {
        boolean open = false;
        try {
            open = reconnect();
        } finally {
            if (!open) {
                // The transaction ends here, so one error of it must say that it was given up.
                SQLException last = lastError != null
                        ? lastError
                        : new SQLException("the run was over before the connection came back");
                report(type, ErrorClass.CONNECTION, last, "", true);
            }
        }
        return open;
    }

    /** The connection broke: closes it, so that {@link #reconnect} is to be called. */
    private void lost(SQLException error) {
        lastError = error;
        session.close();
        gate.lost(session, error, random);
    }

    /** Connects first where there is no connection; false when the run is over. */
    boolean isConnected() throws ServerUnreachableException, InterruptedException {
        return session.isOpen() || reconnect();
    }

    void close() {
        session.close();
    }

    /** Tries, when the gate lets it, until the session is open; false when the run is over. */
    private boolean reconnect() throws ServerUnreachableException, InterruptedException {
        run.stop().pauseUntil(run.window().untilEnd(nextConnectNanos));
        while (gate.pass(session, random)) {
            try {
                open();
            } catch (SQLException e) {
                lost(e);
                continue;
            }
            gate.connected(session);
            nextConnectNanos = run.clock().nanoTime() + BETWEEN_CONNECTIONS_NANOS;
            return true;
        }
        return false;
    }

    /** Names also what was sent last. */
    private static String message(String sent, Exception e) {
        return (sent.isEmpty() ? "" : sent + ": ") + e.getMessage();
    }

    private void report(TransactionType type, ErrorClass errorClass, Exception e, String sent, boolean gaveUp) {
        String sqlState = e instanceof SQLException sql ? SqlErrors.sqlState(sql) : "-";
        int vendorCode = e instanceof SQLException sql ? SqlErrors.vendorCode(sql) : 0;
        long now = run.clock().nanoTime();
        // The end of the run cut it off: that is no outage of the server.
        ErrorClass counted = session.wasCut() ? ErrorClass.TIMEOUT : errorClass;
        run.measurement().error(new Failure(type, counted, sqlState, vendorCode, message(sent, e), gaveUp, now));
    }

    /** How long to wait before a transaction is tried again: up to 5 ms, doubling to 200 ms. */
    static long retryNanos(int attempts, RandomStream random) {
        return jittered(5 * MILLI_NANOS, 200 * MILLI_NANOS, attempts, random);
    }

    /** How long to wait before the next try to connect: up to 100 ms, doubling to 1 s. */
    static long reconnectNanos(int failures, RandomStream random) {
        return jittered(100 * MILLI_NANOS, 1_000 * MILLI_NANOS, failures, random);
    }

    /** Between half and the whole of that, so that those who collided do not collide again. */
    private static long jittered(long first, long max, int tries, RandomStream random) {
        long longest = Math.min(first << Math.min(tries - 1, MAX_DOUBLINGS), max);
        return longest / 2 + (long) (random.nextDouble() * longest / 2);
    }
}
