package io.bmsql.collector;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads what a collecting process prints, until its end, and writes it down. */
interface Feed {
    /**
     * Reads to the end of the text.
     *
     * @param heard learns when a sample was written: its moment on the driver's clock
     * @throws IOException when it cannot be read, or is not what it should be; the message says what
     */
    void read(BufferedReader lines, LongConsumer heard) throws IOException;

    /** What of the settings could not be had, whole sentences; asked for after the reading. */
    default List<String> remarks() {
        return List.of();
    }
}
