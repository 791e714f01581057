package io.bmsql.load;

/**
 * Hears what a load does, as BenchmarkSQL's users know it: who begins and ends the items and each warehouse. Several workers
 * call it at once; worker numbers count from 0.
 */
public interface LoadListener {
    void itemsBegin(int worker);

    void itemsDone(int worker);

    /** The worker begins the first part of the warehouse; others may join in. */
    void warehouseBegin(int worker, int warehouse);

    /** The last part of the warehouse is committed. */
    void warehouseDone(int worker, int warehouse);

    /** The worker failed and the load stops; the exception that {@link Loader#load} throws says the same at length. */
    void failed(int worker, String reason);

    /** Something worth knowing that does not stop the load, such as a bulk path that the server refuses. */
    void note(String text);
}
