package io.bmsql.terminal;

import io.bmsql.tpcc.RandomStream;
import io.bmsql.workload.Workload;

/**
 * One emulated user. What it asks for is a function of (seed, terminal number, transaction number). Plain data, a few
 * hundred bytes; in use by the queue or by one worker, never by both.
 */
final class Terminal {
    // The second part of the addresses of the random streams of terminals, beside the tables'. So another pacing or
    // number of retries leaves the inputs of a seed as they are. The first two are by terminal and transaction; 1003 is
    // that of
    // the homes of TPC-C's terminals.
    private static final int INPUT_STREAM = 1_001;
    private static final int PACING_STREAM = 1_002;
    static final int PAUSE_STREAM = 1_004;
    static final int COPY_STREAM = 1_005;

    /** Counted from 0 through those of all agents. */
    final int number;

    private final long seed;
    private final Workload.Requests requests;
    private final RandomStream random;
    Workload.Request request;
    /** Transactions drawn before this one. */
    long transactionNumber;

    long dueNanos;
    /** How long the terminal will think after the transaction; negative when it does not. */
    long thinkNanos = -1;

    /** A terminal with its first transaction drawn, but not yet started. */
    Terminal(int number, long seed, Workload.Requests requests) {
        this.number = number;
        this.seed = seed;
        this.requests = requests;
        this.random = new RandomStream(seed);
        this.request = drawRequest();
    }

    /** Starts at this moment: decides when the first transaction is due. */
    Terminal start(Pacing pacing, long startNanos) {
        random.seek(seed, PACING_STREAM, number, 0, transactionNumber);
        dueNanos = pacing.firstDueNanos(number, startNanos, random);
        waitUntilAwake(pacing);
        drawThinkTime(pacing);
        return this;
    }

    /** Draws the next transaction after one that ended at this moment. */
    Terminal drawNext(Pacing pacing, long endNanos) {
        transactionNumber++;
        request = drawRequest();
        dueNanos = pacing.nextDueNanos(dueNanos, endNanos, thinkNanos, request.type());
        waitUntilAwake(pacing);
        drawThinkTime(pacing);
        return this;
    }

    /** A terminal that is not at work when its transaction would be due starts again, as at the start of the run, once it is. */
    private void waitUntilAwake(Pacing pacing) {
        long awakeNanos = pacing.awakeNanos(number, dueNanos);
        while (awakeNanos != dueNanos) {
            random.seek(seed, PACING_STREAM, number, 0, transactionNumber);
            dueNanos = pacing.firstDueNanos(number, awakeNanos, random);
            awakeNanos = pacing.awakeNanos(number, dueNanos);
        }
    }

    private void drawThinkTime(Pacing pacing) {
        random.seek(seed, PACING_STREAM, number, 0, transactionNumber + 1);
        thinkNanos = pacing.thinkNanos(request.type(), random);
    }

    private Workload.Request drawRequest() {
        return requests.next(random.seek(seed, INPUT_STREAM, number, 0, transactionNumber));
    }
}
