package io.bmsql.db;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens connections straight from a driver object: DriverManager would not see drivers of another class loader. */
final class DriverDataSource implements DataSource {
    /** The pool waits this long, when it is closed, for its own thread that opens connections. */
    private static final int CLOSING_SECONDS = 5;

    private final Driver driver;
    private final String url;
    private final Properties properties;

    DriverDataSource(Driver driver, String url, Properties properties) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
        // Some drivers write into the properties that they are given.
        Connection connection = driver.connect(url, (Properties) properties.clone());
        if (connection == null) {
            throw new SQLException("the driver " + driver.getClass().getName() + " does not take a URL like "
                    + ConnectionUrl.shown(url));
        }
        return connection;
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        throw new SQLFeatureNotSupportedException("log writers are not used");
    }

    /** Taken note of nowhere: the limit belongs to the pool, and DriverManager's is global. */
    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return CLOSING_SECONDS;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("java.util.logging is not used");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("nothing to unwrap");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
