package io.bmsql.load;

import io.bmsql.datagen.Slice;
import java.util.List;

/**
 * What a worker takes, writes and commits at once.
 *
 * @param part what it belongs to
 * @param warehouse of {@link Part#WAREHOUSE}, otherwise 0
 * @param slices in the order of writing
 */
record LoadUnit(Part part, int warehouse, List<Slice> slices) {
    /** What a user hears about. */
    enum Part {
        /** The warehouse and district rows of the whole load: small, and first. */
        PLACES,
        ITEMS,
        /** A part of one warehouse's stock, customers or orders. */
        WAREHOUSE
    }

    LoadUnit {
        slices = List.copyOf(slices);
    }
}
