package io.bmsql.load;

/**
 * Hears what a load does, as BenchmarkSQL's users know it: who begins and ends the items and each warehouse. Several workers
 * call it at once; worker numbers count from 0. What a listener does not care for it leaves out.
 */
public interface LoadListener {
    default void itemsBegin(int worker) {}

    default void itemsDone(int worker) {}

    /** The worker begins the first part of the warehouse; others may join in. */
    default void warehouseBegin(int worker, int warehouse) {}

    /** The last part of the warehouse is committed. */
    default void warehouseDone(int worker, int warehouse) {}

    /** The worker failed and the load stops; the exception that {@link Loader} throws says the same at length. */
    default void failed(int worker, String reason) {}

    /** Something worth knowing that does not stop the load, such as a bulk path that the server refuses. */
    default void note(String text) {}
}
