package io.bmsql.datagen;

import io.bmsql.spec.Scale;
import io.bmsql.spec.Table;

/**
 * A part of one table that can be generated alone.
 *
 * @param table whose rows
 * @param warehouse the warehouse of the rows, 0 for the tables that have none ({@link Table#CONFIG}, {@link Table#ITEM})
 * @param first first item (item, stock) or district (all other tables below a warehouse), from 1
 * @param last last item or district, included
 */
public record Slice(Table table, int warehouse, int first, int last) {
    public Slice {
        if (first < 1 || last < first) {
            throw new IllegalArgumentException(table + " has no rows " + first + ".." + last);
        }
    }

    /** Everything that the table holds for the warehouse; the warehouse is 0 for tables that have none. */
    public static Slice whole(Table table, int warehouse) {
        return new Slice(table, warehouse, 1, positions(table));
    }

    /** The number of positions that slices of a table can be cut at: items, districts, or one. */
    public static int positions(Table table) {
        return switch (table) {
            case CONFIG, WAREHOUSE -> 1;
            case ITEM, STOCK -> Scale.ITEMS;
            default -> Scale.DISTRICTS_PER_WAREHOUSE;
        };
    }
}
