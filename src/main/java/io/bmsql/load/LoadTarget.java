package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import java.io.IOException;
import java.sql.SQLException;

/** One worker's way out: a connection of its own, or the shared files. Used by one thread. */
interface LoadTarget extends AutoCloseable {
    /**
     * Begins a unit; its slices and {@link #commit} follow.
     *
     * @return false when the unit turns out to be there already: then nothing follows
     */
    boolean begin(LoadUnit unit) throws SQLException;

    /** Writes the rows of a slice; they need not be permanent yet. */
    void write(Population population, Slice slice) throws IOException, SQLException;

    /** Makes everything written permanent. */
    void commit() throws IOException, SQLException;

    /** Gives back the connection; what is not committed is rolled back. Never throws. */
    @Override
    void close();
}
