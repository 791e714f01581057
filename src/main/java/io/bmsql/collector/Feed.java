package io.bmsql.collector;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;

/** Reads what a collecting process prints, until its end, and writes it down. */
interface Feed {
    /** Learns when a sample was written: its moment on the driver's clock. */
    @FunctionalInterface
    interface Heard {
        void at(long nanos);
    }

    /**
     * Reads to the end of the text.
     *
     * @throws IOException when it cannot be read, or is not what it should be; the message says what
     */
    void read(BufferedReader lines, Heard heard) throws IOException;

    /** What of the settings could not be had, whole sentences; asked for after the reading. */
    default List<String> remarks() {
        return List.of();
    }
}
