package io.bmsql.load;

import io.bmsql.datagen.Population;
import java.time.ZoneId;

/**
 * All that the rows of a load follow from, so that an interrupted one can be resumed with the same rows.
 *
 * @param seed of every value
 * @param warehouses scale
 * @param epochMillis the load's one moment, which all time stamps show
 * @param zone in which moments are written as local time
 */
record LoadOrigin(long seed, int warehouses, long epochMillis, ZoneId zone) {
    /** A population of these rows; each thread needs its own. */
    Population population() {
        return new Population(seed, warehouses, epochMillis);
    }
}
