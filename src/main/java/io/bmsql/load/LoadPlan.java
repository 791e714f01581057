package io.bmsql.load;

import io.bmsql.schema.LoadProgress;
import io.bmsql.schema.ProgressJournal;
import io.bmsql.tpcc.Scale;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * All units of a load, in the order in which workers take them. Units are computed when asked for: a plan for 100,000
 * warehouses takes no memory.
 *
 * <ul>
 *   <li>Unit 0 holds all warehouse and district rows. It is done alone, before the others: it finds out whether the bulk
 *       path works, and a load interrupted later is recognised by its rows.
 *   <li>Then come the items; without warehouses they are the only unit, as with BenchmarkSQL.
 *   <li>Then each warehouse in {@value #UNITS_PER_WAREHOUSE} units of 6 to 8 MB, the bigger kind first: two districts' customers
 *       and orders, then a fifth of the stock, in turn. So even one warehouse keeps several workers busy, neighbours write to
 *       different tables, and all workers end within the time of one small unit.
 * </ul>
 *
 * The order does not depend on the number of workers, so that CSV files always hold the same bytes.
 */
public record LoadPlan(int warehouses) {
    private static final int ITEM_UNIT = 1;
    private static final int FIRST_WAREHOUSE_UNIT = 2;
    private static final int PARTS = 5;
    private static final int UNITS_PER_WAREHOUSE = 2 * PARTS;
    private static final int DISTRICTS_PER_PART = Scale.DISTRICTS_PER_WAREHOUSE / PARTS;
    private static final int ITEMS_PER_PART = Scale.ITEMS / PARTS;

    /** Parents before children, so that foreign keys inside the district hold at every moment. */
    private static final List<Table> DISTRICT_TABLES =
            List.of(Table.CUSTOMER, Table.HISTORY, Table.ORDER, Table.NEW_ORDER, Table.ORDER_LINE);

    private static final long MEAN_ORDER_LINES = 10;

    private static final int STEP_OF_SHIFT = 1_009;

    LoadProgress progress() {
        return new LoadProgress(warehouses, UNITS_PER_WAREHOUSE, expectedRows());
    }

    int unitCount() {
        return warehouses == 0 ? 1 : FIRST_WAREHOUSE_UNIT + Math.multiplyExact(warehouses, UNITS_PER_WAREHOUSE);
    }

    /** The rows that the load will write, the config table aside; order lines are counted with their mean. */
    public long expectedRows() {
        long ofWarehouse = Stream.of(Table.values())
                .filter(table -> table != Table.ITEM)
                .mapToLong(table -> expectedRows(Slice.whole(table, 1)))
                .sum();
        return Scale.ITEMS + warehouses * ofWarehouse;
    }

    LoadUnit unit(int index) {
        if (index == ITEM_UNIT || warehouses == 0) {
            return new LoadUnit(index, 0, List.of(Slice.whole(Table.ITEM, 0)));
        }
        if (index == 0) {
            return places();
        }
        int warehouse = (index - FIRST_WAREHOUSE_UNIT) / UNITS_PER_WAREHOUSE + 1;
        int number = (index - FIRST_WAREHOUSE_UNIT) % UNITS_PER_WAREHOUSE;
        int part = number / 2;
        int firstItem = part * ITEMS_PER_PART + 1;
        List<Slice> slices = number % 2 == 0
                ? districts(warehouse, part)
                : List.of(new Slice(Table.STOCK, warehouse, firstItem, firstItem + ITEMS_PER_PART - 1));
        return new LoadUnit(index, warehouse, slices);
    }

    /**
     * All units in another order, by position: the places first, the items last, and between them the warehouses in steps of a
     * length that is found, as the first one and where in a warehouse it begins, from this number.
     */
    IntUnaryOperator orderFrom(long number) {
        if (warehouses == 0) {
            return position -> position;
        }
        int first = Math.floorMod(number, warehouses);
        int step = 1 + Math.floorMod(number / warehouses, warehouses);
        while (BigInteger.valueOf(step).gcd(BigInteger.valueOf(warehouses)).intValue() != 1) {
            step++;
        }
        long steps = step;
        int shift = Math.floorMod(number / STEP_OF_SHIFT, UNITS_PER_WAREHOUSE);
        int last = unitCount() - 1;
        return position -> {
            if (position == 0) {
                return 0;
            }
            if (position == last) {
                return ITEM_UNIT;
            }
            int ofWarehouses = position - 1;
            long warehouse = (first + ofWarehouses / UNITS_PER_WAREHOUSE * steps) % warehouses;
            int ofWarehouse = (ofWarehouses + shift) % UNITS_PER_WAREHOUSE;
            return (int) (FIRST_WAREHOUSE_UNIT + warehouse * UNITS_PER_WAREHOUSE + ofWarehouse);
        };
    }

    /** What is written when all units are done: the config rows, so that an interrupted load has none. */
    LoadUnit last() {
        return new LoadUnit(unitCount(), 0, List.of(Slice.whole(Table.CONFIG, 0)));
    }

    long expectedRows(LoadUnit unit) {
        return unit.slices().stream().mapToLong(LoadPlan::expectedRows).sum();
    }

    private static long expectedRows(Slice slice) {
        long positions = slice.last() - slice.first() + 1L;
        return switch (slice.table()) {
            case CONFIG -> 0;
            case ITEM, WAREHOUSE, STOCK, DISTRICT -> positions;
            case CUSTOMER, HISTORY -> positions * Scale.CUSTOMERS_PER_DISTRICT;
            case ORDER -> positions * Scale.ORDERS_PER_DISTRICT;
            case ORDER_LINE -> positions * Scale.ORDERS_PER_DISTRICT * MEAN_ORDER_LINES;
            case NEW_ORDER -> positions * Scale.NEW_ORDERS_PER_DISTRICT;
        };
    }

    /** The place of a slice among all slices of its table, from 0, in the order of units. */
    int sequence(Slice slice) {
        return switch (slice.table()) {
            case CONFIG, ITEM -> 0;
            case WAREHOUSE, DISTRICT -> slice.warehouse() - 1;
            case STOCK -> (slice.warehouse() - 1) * PARTS + (slice.first() - 1) / ITEMS_PER_PART;
            default -> (slice.warehouse() - 1) * PARTS + (slice.first() - 1) / DISTRICTS_PER_PART;
        };
    }

    private LoadUnit places() {
        List<Slice> slices = new ArrayList<>();
        for (Table table : List.of(Table.WAREHOUSE, Table.DISTRICT)) {
            for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
                slices.add(Slice.whole(table, warehouse));
            }
        }
        return new LoadUnit(0, 0, slices);
    }

    private static List<Slice> districts(int warehouse, int part) {
        int first = part * DISTRICTS_PER_PART + 1;
        int last = first + DISTRICTS_PER_PART - 1;
        return DISTRICT_TABLES.stream()
                .map(table -> new Slice(table, warehouse, first, last))
                .toList();
    }

    /** What a worker takes, writes slice by slice and commits at once. The warehouse is 0 for units of all of them. */
    record LoadUnit(int number, int warehouse, List<Slice> slices) {
        /** Gives the table of its first rows. */
        Table table() {
            return slices.get(0).table();
        }

        boolean isFirstOfWarehouse() {
            return warehouse > 0 && (number - FIRST_WAREHOUSE_UNIT) % UNITS_PER_WAREHOUSE == 0;
        }

        String name() {
            return table() == Table.CONFIG ? "loaded" : ProgressJournal.UNIT + number;
        }

        /** What it holds, for people who look into the journal. */
        String title() {
            return switch (table()) {
                case WAREHOUSE -> "warehouses and districts";
                case ITEM -> "items";
                case CONFIG -> "config";
                default -> "a part of warehouse " + warehouse;
            };
        }
    }
}
