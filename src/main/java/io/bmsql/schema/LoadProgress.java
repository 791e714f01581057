package io.bmsql.schema;

import io.bmsql.common.NumberText;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** How far a load is. Workers add to it, anybody reads it while the load runs. */
public final class LoadProgress {
    private final int warehouses;
    private final int unitsPerWarehouse;
    private final long expectedRows;
    private final LongAdder rows = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder rowsBefore = new LongAdder();
    private final LongAdder repeats = new LongAdder();
    private final AtomicReference<String> firstError = new AtomicReference<>("");
    private final AtomicInteger warehousesDone = new AtomicInteger();
    private final AtomicIntegerArray unitsDone;

    /** Nothing is loaded yet of so many warehouses, each in so many units, with so many rows in all. */
    public LoadProgress(int warehouses, int unitsPerWarehouse, long expectedRows) {
        this.warehouses = warehouses;
        this.unitsPerWarehouse = unitsPerWarehouse;
        this.expectedRows = expectedRows;
        this.unitsDone = new AtomicIntegerArray(warehouses + 1);
    }

    /** Rows handed on by this load so far, committed or not. */
    public long rows() {
        return rows.sum();
    }

    /** Rows of an interrupted load that this one resumes; within about a thousandth. */
    public long rowsBefore() {
        return rowsBefore.sum();
    }

    public int warehouses() {
        return warehouses;
    }

    /** All rows that the load will write, within about a thousandth. */
    public long expectedRows() {
        return expectedRows;
    }

    public long bytes() {
        return bytes.sum();
    }

    /** Warehouses whose every row is committed. */
    public int warehousesDone() {
        return warehousesDone.get();
    }

    /** Rows were handed on, and their bytes as text. */
    public void add(long moreRows, long moreBytes) {
        rows.add(moreRows);
        bytes.add(moreBytes);
    }

    /** A part met an error that passes, and is loaded again. */
    public void repeated(String error) {
        repeats.increment();
        firstError.compareAndSet("", error.lines().findFirst().orElse(""));
    }

    /** How many parts were loaded again, and why the first one was; empty when none was. */
    public String repeats() {
        return repeats.sum() == 0
                ? ""
                : NumberText.counted(repeats.sum(), "part") + " loaded again, the first after: " + firstError.get();
    }

    /** A unit of this warehouse, 0 for none, and its rows were there before. */
    public void addBefore(int warehouse, long rowsOfUnit) {
        rowsBefore.add(rowsOfUnit);
        if (warehouse > 0) {
            unitDone(warehouse);
        }
    }

    /** Counts a unit of a warehouse as done; true when it was the last one. */
    public boolean unitDone(int warehouse) {
        boolean last = unitsDone.incrementAndGet(warehouse) == unitsPerWarehouse;
        if (last) {
            warehousesDone.incrementAndGet();
        }
        return last;
    }
}
