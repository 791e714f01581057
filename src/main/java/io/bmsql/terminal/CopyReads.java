package io.bmsql.terminal;

import io.bmsql.common.TransactionType;
import io.bmsql.tpcc.RandomStream;
import io.bmsql.tpcc.TpccTransaction;
import java.util.List;

/**
 * A worker's connections to copies of the database, and which reads go there: that is a function of seed, terminal number and transaction
 * number, and so the same in each run. Belongs to one worker; allocates nothing.
 */
final class CopyReads {
    private final List<WorkerSession> sessions;
    private final List<Attempts> attempts;
    private final double percent;
    private final long seed;
    private final RandomStream random;

    /**
     * @param attempts on these sessions, one each
     * @param percent of Order-Status and Stock-Level
     */
    CopyReads(List<WorkerSession> sessions, List<Attempts> attempts, double percent, long seed) {
        this.sessions = sessions;
        this.attempts = attempts;
        this.percent = percent;
        this.seed = seed;
        this.random = new RandomStream(seed);
    }

    /** The copy that this terminal's transaction goes to, from 1 on; 0 for the database itself. */
    int choose(Terminal terminal) {
        TransactionType type = terminal.request.type();
        if (sessions.isEmpty() || type != TpccTransaction.ORDER_STATUS && type != TpccTransaction.STOCK_LEVEL) {
            return 0;
        }
        random.seek(seed, Terminal.COPY_STREAM, terminal.number, 0, terminal.transactionNumber);
        return random.percent(percent) ? random.uniform(1, sessions.size()) : 0;
    }

    Attempts attempts(int copy) {
        return attempts.get(copy - 1);
    }

    void close() {
        sessions.forEach(WorkerSession::close);
    }
}
