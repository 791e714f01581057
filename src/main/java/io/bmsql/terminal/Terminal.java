package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.workload.InputGenerator;
import io.bmsql.workload.TransactionInput;

/**
 * One emulated user: its home, its next transaction and when that is due. Plain data that owns its inputs, a few hundred
 * bytes; in use by the queue or by one worker, never by both.
 *
 * <p>What it asks for is a function of (seed, terminal number, transaction number) and of nothing else.
 */
final class Terminal {
    private final int number;
    private final int warehouseId;
    private final int districtId;
    private final long seed;
    private final TypeSource types;
    private final InputGenerator generator;
    private final RandomStream random;
    private final TransactionInput input = new TransactionInput();
    private long turn;
    private long dueNanos;
    private long thinkNanos = -1;

    /** A terminal with its first transaction drawn, but not yet started. */
    Terminal(int number, int warehouseId, int districtId, long seed, TypeSource types, InputGenerator generator) {
        this.number = number;
        this.warehouseId = warehouseId;
        this.districtId = districtId;
        this.seed = seed;
        this.types = types;
        this.generator = generator;
        this.random = new RandomStream(seed);
        drawInput();
    }

    /** Starts at this moment: decides when the first transaction is due. */
    Terminal start(Pacing pacing, long startNanos) {
        StreamPlace.PACING.seek(random, seed, number, turn);
        dueNanos = pacing.firstDueNanos(number, startNanos, random);
        drawThinkTime(pacing);
        return this;
    }

    /** Draws the next transaction after one that ended at this moment. */
    Terminal drawNext(Pacing pacing, long endNanos) {
        turn++;
        drawInput();
        dueNanos = pacing.nextDueNanos(dueNanos, endNanos, thinkNanos, input.type);
        drawThinkTime(pacing);
        return this;
    }

    private void drawThinkTime(Pacing pacing) {
        StreamPlace.PACING.seek(random, seed, number, turn + 1);
        thinkNanos = pacing.thinkNanos(input.type, random);
    }

    private void drawInput() {
        StreamPlace.INPUT.seek(random, seed, number, turn);
        generator.fill(input, types.next(random), warehouseId, districtId, random);
    }

    /** From 0. */
    int number() {
        return number;
    }

    /** The transaction that is due. */
    TransactionInput input() {
        return input;
    }

    /** Transactions drawn before this one. */
    long turn() {
        return turn;
    }

    /** How long the terminal will think after the transaction; negative when it does not. */
    long thinkNanos() {
        return thinkNanos;
    }

    /** When the transaction is due, on the run's clock. */
    long dueNanos() {
        return dueNanos;
    }
}
