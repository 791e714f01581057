package io.bmsql.testing.stub;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** Finds the {@link StubServer} that a URL names; loaded by its class name like any driver. */
public final class StubDriver implements Driver {
    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return acceptsURL(url) ? StubServer.at(url).connect() : null;
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(StubServer.URL_PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("no loggers");
    }
}
