package io.bmsql.load;

import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A statement whose {@code LOAD DATA LOCAL} reads a stream. Connector/J, MariaDB's driver and those made from them name the
 * method alike, but share no type. It is looked up by its name, so that no vendor's jar is needed to compile or to run, and a
 * driver from {@code lib/}, which has a class loader of its own, is as good as one in the class path. One thread.
 */
final class LocalInfile {
    private static final String SETTER = "setLocalInfileInputStream";

    private final Statement statement;
    private final Method setter;

    /** Takes the driver's own statement, no pool's wrapper; closes it when the driver cannot do this. */
    LocalInfile(Statement statement) throws SQLException {
        this.statement = statement;
        try {
            this.setter = statement.getClass().getMethod(SETTER, InputStream.class);
        } catch (NoSuchMethodException e) {
            statement.close();
            throw new SQLException(
                    "the driver has no " + SETTER + " (" + statement.getClass().getName() + ")", e);
        }
    }

    /** Runs the command over the text; returns the rows that the server says it took. */
    long execute(String command, InputStream text) throws SQLException {
        try {
            setter.invoke(statement, text);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new SQLException("the driver's " + SETTER + " failed: " + e, e);
        }
        return statement.executeUpdate(command);
    }

    /** What the server warned of in the last command, null for nothing. */
    @Nullable
    SQLWarning warnings() throws SQLException {
        return statement.getWarnings();
    }

    /** Never throws. */
    void close() {
        try {
            statement.close();
        } catch (SQLException e) {
            LoggerFactory.getLogger(LocalInfile.class)
                    .debug("the statement of a load did not close: {}", e.getMessage());
        }
    }
}
