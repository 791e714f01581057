package io.bmsql.load;

import java.io.IOException;
import java.sql.SQLException;

/** Opens the targets of all workers of one load. Safe for use by several threads. */
interface LoadTargets extends AutoCloseable {
    /** A target for a worker. */
    LoadTarget open() throws IOException, SQLException;

    /** Another way to write the same rows, for when the first unit shows that this one does not work here. */
    default LoadTargets fallback() {
        return this;
    }

    /** In a sentence's place: how rows are written. */
    String title();

    /** What a user should do after a failure, a sentence. */
    String mend();

    /** Tells workers that wait for each other to give up. */
    void stop();

    @Override
    void close() throws IOException;
}
