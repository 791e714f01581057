package io.bmsql.terminal;

import io.bmsql.random.RandomStream;

/**
 * The second part of the addresses of this room's random streams; rows of tables use small numbers, see {@link
 * io.bmsql.spec.Table}. Each has a stream of its own, so that another pacing or another number of retries leaves the
 * inputs of a seed as they are.
 */
enum StreamPlace {
    /** By terminal and transaction. */
    INPUT(1_001),
    /** By terminal and transaction. */
    PACING(1_002),
    HOMES(1_003),
    /** By worker: pauses before retries and reconnects. */
    PAUSE(1_004);

    private final int number;

    StreamPlace(int number) {
        this.number = number;
    }

    /** Moves a stream to this place. */
    RandomStream seek(RandomStream random, long seed, long owner, long turn) {
        return random.seek(seed, number, owner, 0, turn);
    }
}
