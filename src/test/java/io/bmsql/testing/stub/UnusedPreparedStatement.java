package io.bmsql.testing.stub;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** Every method of PreparedStatement that the program does not use: calling one fails. */
abstract class UnusedPreparedStatement implements PreparedStatement {
    private static SQLException unused(String method) {
        return new SQLFeatureNotSupportedException("the stub driver has no " + method);
    }

    @Override
    public void addBatch() throws SQLException {
        throw unused("addBatch");
    }

    @Override
    public void addBatch(String p1) throws SQLException {
        throw unused("addBatch");
    }

    @Override
    public void cancel() throws SQLException {
        throw unused("cancel");
    }

    @Override
    public void clearBatch() throws SQLException {
        throw unused("clearBatch");
    }

    @Override
    public void clearParameters() throws SQLException {
        throw unused("clearParameters");
    }

    @Override
    public void clearWarnings() throws SQLException {
        throw unused("clearWarnings");
    }

    @Override
    public void close() throws SQLException {
        throw unused("close");
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        throw unused("closeOnCompletion");
    }

    @Override
    public boolean execute() throws SQLException {
        throw unused("execute");
    }

    @Override
    public boolean execute(String p1) throws SQLException {
        throw unused("execute");
    }

    @Override
    public boolean execute(String p1, int p2) throws SQLException {
        throw unused("execute");
    }

    @Override
    public boolean execute(String p1, int[] p2) throws SQLException {
        throw unused("execute");
    }

    @Override
    public boolean execute(String p1, String[] p2) throws SQLException {
        throw unused("execute");
    }

    @Override
    public int[] executeBatch() throws SQLException {
        throw unused("executeBatch");
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        throw unused("executeQuery");
    }

    @Override
    public ResultSet executeQuery(String p1) throws SQLException {
        throw unused("executeQuery");
    }

    @Override
    public int executeUpdate() throws SQLException {
        throw unused("executeUpdate");
    }

    @Override
    public int executeUpdate(String p1) throws SQLException {
        throw unused("executeUpdate");
    }

    @Override
    public int executeUpdate(String p1, int p2) throws SQLException {
        throw unused("executeUpdate");
    }

    @Override
    public int executeUpdate(String p1, int[] p2) throws SQLException {
        throw unused("executeUpdate");
    }

    @Override
    public int executeUpdate(String p1, String[] p2) throws SQLException {
        throw unused("executeUpdate");
    }

    @Override
    public Connection getConnection() throws SQLException {
        throw unused("getConnection");
    }

    @Override
    public int getFetchDirection() throws SQLException {
        throw unused("getFetchDirection");
    }

    @Override
    public int getFetchSize() throws SQLException {
        throw unused("getFetchSize");
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        throw unused("getGeneratedKeys");
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        throw unused("getMaxFieldSize");
    }

    @Override
    public int getMaxRows() throws SQLException {
        throw unused("getMaxRows");
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        throw unused("getMetaData");
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        throw unused("getMoreResults");
    }

    @Override
    public boolean getMoreResults(int p1) throws SQLException {
        throw unused("getMoreResults");
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        throw unused("getParameterMetaData");
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        throw unused("getQueryTimeout");
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        throw unused("getResultSet");
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        throw unused("getResultSetConcurrency");
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        throw unused("getResultSetHoldability");
    }

    @Override
    public int getResultSetType() throws SQLException {
        throw unused("getResultSetType");
    }

    @Override
    public int getUpdateCount() throws SQLException {
        throw unused("getUpdateCount");
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        throw unused("getWarnings");
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        throw unused("isCloseOnCompletion");
    }

    @Override
    public boolean isClosed() throws SQLException {
        throw unused("isClosed");
    }

    @Override
    public boolean isPoolable() throws SQLException {
        throw unused("isPoolable");
    }

    @Override
    public boolean isWrapperFor(Class<?> p1) throws SQLException {
        throw unused("isWrapperFor");
    }

    @Override
    public void setArray(int p1, Array p2) throws SQLException {
        throw unused("setArray");
    }

    @Override
    public void setAsciiStream(int p1, InputStream p2) throws SQLException {
        throw unused("setAsciiStream");
    }

    @Override
    public void setAsciiStream(int p1, InputStream p2, int p3) throws SQLException {
        throw unused("setAsciiStream");
    }

    @Override
    public void setAsciiStream(int p1, InputStream p2, long p3) throws SQLException {
        throw unused("setAsciiStream");
    }

    @Override
    public void setBigDecimal(int p1, BigDecimal p2) throws SQLException {
        throw unused("setBigDecimal");
    }

    @Override
    public void setBinaryStream(int p1, InputStream p2) throws SQLException {
        throw unused("setBinaryStream");
    }

    @Override
    public void setBinaryStream(int p1, InputStream p2, int p3) throws SQLException {
        throw unused("setBinaryStream");
    }

    @Override
    public void setBinaryStream(int p1, InputStream p2, long p3) throws SQLException {
        throw unused("setBinaryStream");
    }

    @Override
    public void setBlob(int p1, InputStream p2) throws SQLException {
        throw unused("setBlob");
    }

    @Override
    public void setBlob(int p1, InputStream p2, long p3) throws SQLException {
        throw unused("setBlob");
    }

    @Override
    public void setBlob(int p1, Blob p2) throws SQLException {
        throw unused("setBlob");
    }

    @Override
    public void setBoolean(int p1, boolean p2) throws SQLException {
        throw unused("setBoolean");
    }

    @Override
    public void setByte(int p1, byte p2) throws SQLException {
        throw unused("setByte");
    }

    @Override
    public void setBytes(int p1, byte[] p2) throws SQLException {
        throw unused("setBytes");
    }

    @Override
    public void setCharacterStream(int p1, Reader p2) throws SQLException {
        throw unused("setCharacterStream");
    }

    @Override
    public void setCharacterStream(int p1, Reader p2, int p3) throws SQLException {
        throw unused("setCharacterStream");
    }

    @Override
    public void setCharacterStream(int p1, Reader p2, long p3) throws SQLException {
        throw unused("setCharacterStream");
    }

    @Override
    public void setClob(int p1, Reader p2) throws SQLException {
        throw unused("setClob");
    }

    @Override
    public void setClob(int p1, Reader p2, long p3) throws SQLException {
        throw unused("setClob");
    }

    @Override
    public void setClob(int p1, Clob p2) throws SQLException {
        throw unused("setClob");
    }

    @Override
    public void setCursorName(String p1) throws SQLException {
        throw unused("setCursorName");
    }

    @Override
    public void setDate(int p1, Date p2) throws SQLException {
        throw unused("setDate");
    }

    @Override
    public void setDate(int p1, Date p2, Calendar p3) throws SQLException {
        throw unused("setDate");
    }

    @Override
    public void setDouble(int p1, double p2) throws SQLException {
        throw unused("setDouble");
    }

    @Override
    public void setEscapeProcessing(boolean p1) throws SQLException {
        throw unused("setEscapeProcessing");
    }

    @Override
    public void setFetchDirection(int p1) throws SQLException {
        throw unused("setFetchDirection");
    }

    @Override
    public void setFetchSize(int p1) throws SQLException {
        throw unused("setFetchSize");
    }

    @Override
    public void setFloat(int p1, float p2) throws SQLException {
        throw unused("setFloat");
    }

    @Override
    public void setInt(int p1, int p2) throws SQLException {
        throw unused("setInt");
    }

    @Override
    public void setLong(int p1, long p2) throws SQLException {
        throw unused("setLong");
    }

    @Override
    public void setMaxFieldSize(int p1) throws SQLException {
        throw unused("setMaxFieldSize");
    }

    @Override
    public void setMaxRows(int p1) throws SQLException {
        throw unused("setMaxRows");
    }

    @Override
    public void setNCharacterStream(int p1, Reader p2) throws SQLException {
        throw unused("setNCharacterStream");
    }

    @Override
    public void setNCharacterStream(int p1, Reader p2, long p3) throws SQLException {
        throw unused("setNCharacterStream");
    }

    @Override
    public void setNClob(int p1, Reader p2) throws SQLException {
        throw unused("setNClob");
    }

    @Override
    public void setNClob(int p1, Reader p2, long p3) throws SQLException {
        throw unused("setNClob");
    }

    @Override
    public void setNClob(int p1, NClob p2) throws SQLException {
        throw unused("setNClob");
    }

    @Override
    public void setNString(int p1, String p2) throws SQLException {
        throw unused("setNString");
    }

    @Override
    public void setNull(int p1, int p2) throws SQLException {
        throw unused("setNull");
    }

    @Override
    public void setNull(int p1, int p2, String p3) throws SQLException {
        throw unused("setNull");
    }

    @Override
    public void setObject(int p1, Object p2) throws SQLException {
        throw unused("setObject");
    }

    @Override
    public void setObject(int p1, Object p2, int p3) throws SQLException {
        throw unused("setObject");
    }

    @Override
    public void setObject(int p1, Object p2, int p3, int p4) throws SQLException {
        throw unused("setObject");
    }

    @Override
    public void setPoolable(boolean p1) throws SQLException {
        throw unused("setPoolable");
    }

    @Override
    public void setQueryTimeout(int p1) throws SQLException {
        throw unused("setQueryTimeout");
    }

    @Override
    public void setRef(int p1, Ref p2) throws SQLException {
        throw unused("setRef");
    }

    @Override
    public void setRowId(int p1, RowId p2) throws SQLException {
        throw unused("setRowId");
    }

    @Override
    public void setSQLXML(int p1, SQLXML p2) throws SQLException {
        throw unused("setSQLXML");
    }

    @Override
    public void setShort(int p1, short p2) throws SQLException {
        throw unused("setShort");
    }

    @Override
    public void setString(int p1, String p2) throws SQLException {
        throw unused("setString");
    }

    @Override
    public void setTime(int p1, Time p2) throws SQLException {
        throw unused("setTime");
    }

    @Override
    public void setTime(int p1, Time p2, Calendar p3) throws SQLException {
        throw unused("setTime");
    }

    @Override
    public void setTimestamp(int p1, Timestamp p2) throws SQLException {
        throw unused("setTimestamp");
    }

    @Override
    public void setTimestamp(int p1, Timestamp p2, Calendar p3) throws SQLException {
        throw unused("setTimestamp");
    }

    @Override
    public void setURL(int p1, URL p2) throws SQLException {
        throw unused("setURL");
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int p1, InputStream p2, int p3) throws SQLException {
        throw unused("setUnicodeStream");
    }

    @Override
    public <T> T unwrap(Class<T> p1) throws SQLException {
        throw unused("unwrap");
    }
}
