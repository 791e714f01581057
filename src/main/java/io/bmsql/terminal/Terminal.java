package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;
import io.bmsql.workload.InputGenerator;
import io.bmsql.workload.TransactionInput;

/**
 * One emulated user. What it asks for is a function of (seed, terminal number, transaction number). Plain data, a few
 * hundred bytes; in use by the queue or by one worker, never by both.
 */
final class Terminal {
    final int number;
    private final int warehouseId;
    private final int districtId;
    private final long seed;
    private final TypeSource types;
    private final InputGenerator generator;
    private final RandomStream random;
    final TransactionInput input = new TransactionInput();
    /** Transactions drawn before this one. */
    long turn;

    long dueNanos;
    /** How long the terminal will think after the transaction; negative when it does not. */
    long thinkNanos = -1;

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
        waitUntilAwake(pacing);
        drawThinkTime(pacing);
        return this;
    }

    /** Draws the next transaction after one that ended at this moment. */
    Terminal drawNext(Pacing pacing, long endNanos) {
        turn++;
        drawInput();
        dueNanos = pacing.nextDueNanos(dueNanos, endNanos, thinkNanos, input.type);
        waitUntilAwake(pacing);
        drawThinkTime(pacing);
        return this;
    }

    /** A terminal that is not at work when its transaction would be due starts again, as at the start of the run, once it is. */
    private void waitUntilAwake(Pacing pacing) {
        long awakeNanos = pacing.awakeNanos(number, dueNanos);
        while (awakeNanos != dueNanos) {
            StreamPlace.PACING.seek(random, seed, number, turn);
            dueNanos = pacing.firstDueNanos(number, awakeNanos, random);
            awakeNanos = pacing.awakeNanos(number, dueNanos);
        }
    }

    private void drawThinkTime(Pacing pacing) {
        StreamPlace.PACING.seek(random, seed, number, turn + 1);
        thinkNanos = pacing.thinkNanos(input.type, random);
    }

    private void drawInput() {
        StreamPlace.INPUT.seek(random, seed, number, turn);
        generator.fill(input, types.next(random), warehouseId, districtId, random);
    }

    /**
     * The second part of the addresses of this room's random streams, beside {@link io.bmsql.spec.Table}. Each is its
     * own, so that another pacing or number of retries leaves the inputs of a seed as they are.
     */
    enum StreamPlace {
        /** By terminal and transaction. */
        INPUT(1_001),
        /** By terminal and transaction. */
        PACING(1_002),
        HOMES(1_003),
        PAUSE(1_004);

        private final int number;

        StreamPlace(int number) {
            this.number = number;
        }

        RandomStream seek(RandomStream random, long seed, long owner, long turn) {
            return random.seek(seed, number, owner, 0, turn);
        }
    }

    /** Homes: unique random pairs of warehouse and district, and all of them once more for each further round. */
    static final class Homes {
        private final int firstWarehouse;
        private final int[] places;

        Homes(int firstWarehouse, int lastWarehouse, RandomStream random) {
            this.firstWarehouse = firstWarehouse;
            this.places = new int[(lastWarehouse - firstWarehouse + 1) * Scale.DISTRICTS_PER_WAREHOUSE];
            random.permutation(places);
        }

        int warehouse(int terminal) {
            return firstWarehouse + place(terminal) / Scale.DISTRICTS_PER_WAREHOUSE;
        }

        int district(int terminal) {
            return 1 + place(terminal) % Scale.DISTRICTS_PER_WAREHOUSE;
        }

        private int place(int terminal) {
            return places[terminal % places.length] - 1;
        }
    }
}
