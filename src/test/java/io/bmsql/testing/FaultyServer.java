package io.bmsql.testing;

import java.sql.Connection;
import java.sql.SQLException;

/** A server of a test's own, that a test may hurt and bring back on the same port with the same data. */
public interface FaultyServer extends AutoCloseable {
    /** Of its only database. */
    String url();

    int port();

    /** A plain connection of the administrator, auto-commit on. */
    Connection connect() throws SQLException;

    /** Ends all processes at once, without a farewell to anybody. Returns when they are gone. */
    void killDashNine() throws Exception;

    /** Tells the server to cut its clients off and stop. Returns when it has. */
    void stop() throws Exception;

    /** Starts it on what its end left behind. */
    void start() throws Exception;

    @Override
    void close() throws Exception;
}
