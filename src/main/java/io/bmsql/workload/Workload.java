package io.bmsql.workload;

import io.bmsql.common.TransactionType;
import io.bmsql.common.TransactionTypes;
import io.bmsql.config.AgentShare;
import io.bmsql.config.RunConfig;
import io.bmsql.db.WorkerConnection;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.tpcc.Outcome;
import io.bmsql.tpcc.RandomStream;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.IntStream;

/** What terminals ask for and how a worker does it; for any thread, what it gives for one at a time. */
public interface Workload {
    TransactionTypes types();

    /** How many of a hundred transactions are of each type, background included. */
    Map<TransactionType, Double> percents();

    /** No type that is run changes anything. */
    static boolean onlyReads(Map<TransactionType, Double> percents) {
        return percents.entrySet().stream().noneMatch(type -> type.getKey().isWriting() && type.getValue() > 0);
    }

    /** The numbers, in order, of the terminals that this agent has; they count from 0 through those of all agents. */
    default int[] terminals(AgentShare share, int terminals) {
        int begin = share.before(terminals);
        return IntStream.range(begin, begin + share.of(terminals)).toArray();
    }

    /** What inputs are drawn from, of all agents, with the home warehouses of this agent's terminals where they have any. */
    default RunConfig.Inputs inputs(AgentShare share, RunConfig.Inputs all) {
        return all;
    }

    Requests terminal(int number);

    /** A request for work that terminals left behind; one for each worker. */
    default Deferred deferred() {
        return Deferred.NONE;
    }

    /** Prepares what a connection needs; a new connection is opened again. */
    Transactions open(WorkerConnection connection) throws SQLException;

    /** What one terminal asks for. */
    interface Requests {
        /** The next one, drawn from this stream: the same object each time, so that the hot path allocates nothing. */
        Request next(RandomStream random);
    }

    /** One transaction with all that it needs, in use by the queue or by one worker. */
    interface Request {
        TransactionType type();

        /** Whether it may be sent again after an error of this class. */
        default boolean isRetried(ErrorClass error) {
            return error.isRetryable();
        }

        /** Sets what is recorded of this benchmark's transactions alone; allocates nothing. */
        default void describe(EndedTransaction ended) {
            // Nothing beside what all have.
        }

        /** The work that is left when the terminal has asked for it, where its type {@link TransactionType#isQueued}. */
        default long left() {
            throw new IllegalStateException(type() + " leaves no work");
        }
    }

    /** Work that a terminal asked for and does not wait for. */
    interface Deferred extends Request {
        /** Is never run: the terminals of its benchmark wait for everything. */
        Deferred NONE = () -> {
            throw new IllegalStateException("no work is left");
        };

        /** Becomes the request for this work, which {@link Request#left} gave. */
        default void take(long left) {
            throw new IllegalStateException("no work is left");
        }
    }

    /** The transactions on one worker's connection. */
    interface Transactions {
        /**
         * One attempt with its end; further attempts get the request as it is, and must do the same work. After an exception it
         * is rolled back, or the connection is gone; only a {@link CommitOutcomeUnknownException} leaves open whether it took
         * place.
         */
        Outcome execute(Request request, long epochMillis)
                throws SQLException, MissingRowException, CommitOutcomeUnknownException, InterruptedException;
    }
}
