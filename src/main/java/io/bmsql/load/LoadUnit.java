package io.bmsql.load;

import io.bmsql.datagen.Slice;
import io.bmsql.db.ProgressJournal;
import java.util.List;

/**
 * What a worker takes, writes and commits at once.
 *
 * @param number in the plan, from 0
 * @param part what it belongs to
 * @param warehouse of {@link Part#WAREHOUSE}, otherwise 0
 * @param slices in the order of writing
 */
record LoadUnit(int number, Part part, int warehouse, List<Slice> slices) {
    /** The name of the last unit in the journal. */
    static final String LAST_NAME = "loaded";

    /** What a user hears about. */
    enum Part {
        /** The warehouse and district rows of the whole load: small, and first. */
        PLACES,
        ITEMS,
        /** A part of one warehouse's stock, customers or orders. */
        WAREHOUSE,
        /** The config rows, after all others. */
        LAST
    }

    LoadUnit {
        slices = List.copyOf(slices);
    }

    /** Its name in the journal. */
    String name() {
        return part == Part.LAST ? LAST_NAME : ProgressJournal.UNIT + number;
    }

    /** What it holds, for people who look into the journal. */
    String title() {
        return switch (part) {
            case PLACES -> "warehouses and districts";
            case ITEMS -> "items";
            case WAREHOUSE -> "a part of warehouse " + warehouse;
            case LAST -> "config";
        };
    }
}
