package io.bmsql.data;

import io.bmsql.common.NumberText;
import io.bmsql.data.LoadPlan.LoadUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** How far a load is. Workers add to it, anybody reads it while the load runs. */
public final class LoadProgress {
    private final LoadPlan plan;
    private final LongAdder rows = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder rowsBefore = new LongAdder();
    private final LongAdder repeats = new LongAdder();
    private final AtomicReference<String> firstError = new AtomicReference<>("");
    private final AtomicInteger warehousesDone = new AtomicInteger();
    private final AtomicIntegerArray unitsDone;

    public LoadProgress(LoadPlan plan) {
        this.plan = plan;
        this.unitsDone = new AtomicIntegerArray(plan.warehouses() + 1);
    }

    /** Rows handed on by this load so far, committed or not. */
    public long rows() {
        return rows.sum();
    }

    /** Rows of an interrupted load that this one resumes; within about a thousandth. */
    public long rowsBefore() {
        return rowsBefore.sum();
    }

    public LoadPlan plan() {
        return plan;
    }

    public long bytes() {
        return bytes.sum();
    }

    /** Warehouses whose every row is committed. */
    public int warehousesDone() {
        return warehousesDone.get();
    }

    void add(long moreRows, long moreBytes) {
        rows.add(moreRows);
        bytes.add(moreBytes);
    }

    /** A part met an error that passes, and is loaded again. */
    void repeated(String error) {
        repeats.increment();
        firstError.compareAndSet("", error.lines().findFirst().orElse(""));
    }

    /** How many parts were loaded again, and why the first one was; empty when none was. */
    public String repeats() {
        return repeats.sum() == 0
                ? ""
                : NumberText.counted(repeats.sum(), "part") + " loaded again, the first after: " + firstError.get();
    }

    void addBefore(LoadUnit unit) {
        rowsBefore.add(plan.expectedRows(unit));
        if (unit.warehouse() > 0) {
            unitDone(unit.warehouse());
        }
    }

    /** Counts a unit of a warehouse as done; true when it was the last one. */
    boolean unitDone(int warehouse) {
        boolean last = unitsDone.incrementAndGet(warehouse) == LoadPlan.UNITS_PER_WAREHOUSE;
        if (last) {
            warehousesDone.incrementAndGet();
        }
        return last;
    }
}
