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

    /** How rows are written, as part of a message. */
    String title();

    /** What a user should do after a failure. */
    String advice();

    /** Makes workers that wait for each other give up. */
    void stop();

    @Override
    void close() throws IOException;
}
