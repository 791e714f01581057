package io.bmsql.tpcc;

/**
 * A part of one table that can be generated alone; the warehouse is 0 for tables that have none. First and last, from
 * 1, are items (item, stock) or districts (all other tables below a warehouse).
 */
public record Slice(Table table, int warehouse, int first, int last) {
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
