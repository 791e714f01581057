package io.bmsql.schema;

/** The load, handed in by the composition root. */
@FunctionalInterface
public interface LoadAction<E extends Exception> {
    void load() throws E, InterruptedException;
}
