package io.bmsql.workload;

import io.bmsql.config.StatementForm;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.StatementId;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.TpccTransaction;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.EnumMap;
import java.util.Map;
import org.apache.commons.lang3.function.FailableRunnable;

/** The transactions on one worker's connection, each statement prepared once; a new connection needs a new set. */
public final class TransactionSet implements Workload.Transactions {
    /** SQL standard: the server does not know either whether the statement, here the commit, took place. */
    private static final String STATEMENT_COMPLETION_UNKNOWN = "40003";

    private final WorkerConnection connection;
    private final SqlErrors errors;
    private final Map<TpccTransaction, Body> bodies;
    /** One for all statements; each attempt sets it again. */
    private final Timestamp now = new Timestamp(0);

    /**
     * Prepares the statements of the form, which the dialect must have. The errors decide what leaves a commit open.
     */
    public TransactionSet(WorkerConnection connection, SqlErrors errors, StatementForm form) throws SQLException {
        this.connection = connection;
        this.errors = errors;
        this.bodies = new EnumMap<>(bodies(connection, errors, form));
    }

    /** One transaction type in one form, its statements prepared on one connection. */
    interface Body {
        /** One attempt but its end; ROLLED_BACK asks for the planned rollback (clause 2.4.2.3). Dates are bound as now. */
        Outcome execute(TransactionInput input, Timestamp now) throws SQLException, MissingRowException;
    }

    private static Map<TpccTransaction, Body> bodies(WorkerConnection connection, SqlErrors errors, StatementForm form)
            throws SQLException {
        if (form == StatementForm.PROCEDURES) {
            connection.commitByCalls();
            return new ProcedureCalls(connection, errors).bodies();
        }
        boolean isBatched = form == StatementForm.BATCH;
        boolean paysAtOnce = isBatched && connection.dialect().has(StatementId.BATCH_PAY);
        return Map.of(
                TpccTransaction.NEW_ORDER, new NewOrder(connection, isBatched),
                TpccTransaction.PAYMENT, paysAtOnce ? new BatchPayment(connection) : new Payment(connection),
                TpccTransaction.ORDER_STATUS, new OrderStatus(connection, isBatched),
                TpccTransaction.DELIVERY_BG, new Delivery(connection, isBatched),
                TpccTransaction.STOCK_LEVEL, new StockLevel(connection, isBatched));
    }

    /** One attempt with its commit or planned rollback, of a {@link TransactionInput}. */
    @Override
    public Outcome execute(Workload.Request request, long epochMillis)
            throws SQLException, MissingRowException, CommitOutcomeUnknownException {
        TransactionInput input = (TransactionInput) request;
        now.setTime(epochMillis);
        boolean ended = false;
        try {
            Outcome outcome = begin(input, now);
            // What a call or the last statement has not ended already.
            if (!connection.isEnding() && outcome == Outcome.ROLLED_BACK) {
                connection.rollback();
            } else if (!connection.isEnding()) {
                connection.commit();
            }
            ended = true;
            return outcome;
        } catch (SQLException e) {
            // What only reads may be sent again.
            if (connection.isEnding() && input.type.isWriting() && leavesOutcomeOpen(e, errors, connection)) {
                ended = true;
                throw new CommitOutcomeUnknownException(e);
            }
            throw e;
        } finally {
            if (!ended) {
                endQuietly(connection::rollback, connection);
            }
        }
    }

    /** Everything of one attempt but its end, for a caller who ends it; ROLLED_BACK asks for the planned rollback. */
    public Outcome begin(TransactionInput input, Timestamp when) throws SQLException, MissingRowException {
        Body body = bodies.get(input.type);
        if (body == null) {
            throw new IllegalArgumentException("the terminal's part of a delivery sends nothing");
        }
        input.clearOutputs();
        return body.execute(input, when);
    }

    /**
     * A server that answers a commit with "deadlock" or "constraint" has rolled back, and one that is still there after
     * another error has refused. In all other cases the commit may have happened.
     */
    static boolean leavesOutcomeOpen(SQLException e, SqlErrors errors, WorkerConnection connection) {
        if (STATEMENT_COMPLETION_UNKNOWN.equals(SqlErrors.sqlState(e))) {
            return true;
        }
        ErrorClass errorClass = errors.classify(e);
        return switch (errorClass) {
            case DEADLOCK, SERIALIZATION, LOCK_TIMEOUT, CONSTRAINT, MISSING_ROW -> false;
            case CONNECTION -> !errors.is(SqlErrors.READS_ONLY, e);
            // A procedure that was interrupted may have committed before.
            case TIMEOUT ->
                connection.isEnding() && connection.dialect().properties().callsCommitInside()
                        || !connection.isUsable();
            case OTHER -> !connection.isUsable();
        };
    }

    /** The caller gets the first error; it says more than a rollback that fails on a broken connection. */
    static void endQuietly(FailableRunnable<SQLException> rollback, WorkerConnection connection) {
        try {
            rollback.run();
        } catch (SQLException e) {
            // The server rolls back by itself when the connection is gone; a connection that is still there but refuses
            // to roll back must not be used again.
            connection.close();
        }
    }
}
