package io.bmsql.terminal;

import io.bmsql.random.RandomStream;
import io.bmsql.spec.Scale;

/**
 * Which warehouse and district each terminal belongs to: unique random picks while there are enough pairs, and every pair
 * once more, in the same order, for each further round (clause 4.2.2 knows ten terminals a warehouse, users run more).
 */
final class Homes {
    private final int firstWarehouse;
    private final int[] places;

    /** Homes in firstWarehouse..lastWarehouse, picked from this stream. */
    Homes(int firstWarehouse, int lastWarehouse, RandomStream random) {
        this.firstWarehouse = firstWarehouse;
        this.places = new int[(lastWarehouse - firstWarehouse + 1) * Scale.DISTRICTS_PER_WAREHOUSE];
        random.permutation(places);
    }

    /** Home warehouse of a terminal; terminals count from 0. */
    int warehouse(int terminal) {
        return firstWarehouse + place(terminal) / Scale.DISTRICTS_PER_WAREHOUSE;
    }

    /** Home district of a terminal, 1..10. */
    int district(int terminal) {
        return 1 + place(terminal) % Scale.DISTRICTS_PER_WAREHOUSE;
    }

    private int place(int terminal) {
        return places[terminal % places.length] - 1;
    }
}
