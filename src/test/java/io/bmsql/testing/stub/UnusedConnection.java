package io.bmsql.testing.stub;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;

/** Every method of Connection that the program does not use: calling one fails. */
abstract class UnusedConnection implements Connection {
    private static SQLException unused(String method) {
        return new SQLFeatureNotSupportedException("the stub driver has no " + method);
    }

    @Override
    public void abort(Executor p1) throws SQLException {
        throw unused("abort");
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
    public void commit() throws SQLException {
        throw unused("commit");
    }

    @Override
    public Array createArrayOf(String p1, Object[] p2) throws SQLException {
        throw unused("createArrayOf");
    }

    @Override
    public Blob createBlob() throws SQLException {
        throw unused("createBlob");
    }

    @Override
    public Clob createClob() throws SQLException {
        throw unused("createClob");
    }

    @Override
    public NClob createNClob() throws SQLException {
        throw unused("createNClob");
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        throw unused("createSQLXML");
    }

    @Override
    public Statement createStatement() throws SQLException {
        throw unused("createStatement");
    }

    @Override
    public Statement createStatement(int p1, int p2) throws SQLException {
        throw unused("createStatement");
    }

    @Override
    public Statement createStatement(int p1, int p2, int p3) throws SQLException {
        throw unused("createStatement");
    }

    @Override
    public Struct createStruct(String p1, Object[] p2) throws SQLException {
        throw unused("createStruct");
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        throw unused("getAutoCommit");
    }

    @Override
    public String getCatalog() throws SQLException {
        throw unused("getCatalog");
    }

    @Override
    public String getClientInfo(String p1) throws SQLException {
        throw unused("getClientInfo");
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        throw unused("getClientInfo");
    }

    @Override
    public int getHoldability() throws SQLException {
        throw unused("getHoldability");
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        throw unused("getMetaData");
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        throw unused("getNetworkTimeout");
    }

    @Override
    public String getSchema() throws SQLException {
        throw unused("getSchema");
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        throw unused("getTransactionIsolation");
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        throw unused("getTypeMap");
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        throw unused("getWarnings");
    }

    @Override
    public boolean isClosed() throws SQLException {
        throw unused("isClosed");
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        throw unused("isReadOnly");
    }

    @Override
    public boolean isValid(int p1) throws SQLException {
        throw unused("isValid");
    }

    @Override
    public boolean isWrapperFor(Class<?> p1) throws SQLException {
        throw unused("isWrapperFor");
    }

    @Override
    public String nativeSQL(String p1) throws SQLException {
        throw unused("nativeSQL");
    }

    @Override
    public CallableStatement prepareCall(String p1) throws SQLException {
        throw unused("prepareCall");
    }

    @Override
    public CallableStatement prepareCall(String p1, int p2, int p3) throws SQLException {
        throw unused("prepareCall");
    }

    @Override
    public CallableStatement prepareCall(String p1, int p2, int p3, int p4) throws SQLException {
        throw unused("prepareCall");
    }

    @Override
    public PreparedStatement prepareStatement(String p1) throws SQLException {
        throw unused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String p1, int p2) throws SQLException {
        throw unused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String p1, int p2, int p3) throws SQLException {
        throw unused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String p1, int p2, int p3, int p4) throws SQLException {
        throw unused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String p1, int[] p2) throws SQLException {
        throw unused("prepareStatement");
    }

    @Override
    public PreparedStatement prepareStatement(String p1, String[] p2) throws SQLException {
        throw unused("prepareStatement");
    }

    @Override
    public void releaseSavepoint(Savepoint p1) throws SQLException {
        throw unused("releaseSavepoint");
    }

    @Override
    public void rollback() throws SQLException {
        throw unused("rollback");
    }

    @Override
    public void rollback(Savepoint p1) throws SQLException {
        throw unused("rollback");
    }

    @Override
    public void setAutoCommit(boolean p1) throws SQLException {
        throw unused("setAutoCommit");
    }

    @Override
    public void setCatalog(String p1) throws SQLException {
        throw unused("setCatalog");
    }

    @Override
    public void setClientInfo(String p1, String p2) throws SQLClientInfoException {
        throw new UnsupportedOperationException("setClientInfo");
    }

    @Override
    public void setClientInfo(Properties p1) throws SQLClientInfoException {
        throw new UnsupportedOperationException("setClientInfo");
    }

    @Override
    public void setHoldability(int p1) throws SQLException {
        throw unused("setHoldability");
    }

    @Override
    public void setNetworkTimeout(Executor p1, int p2) throws SQLException {
        throw unused("setNetworkTimeout");
    }

    @Override
    public void setReadOnly(boolean p1) throws SQLException {
        throw unused("setReadOnly");
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        throw unused("setSavepoint");
    }

    @Override
    public Savepoint setSavepoint(String p1) throws SQLException {
        throw unused("setSavepoint");
    }

    @Override
    public void setSchema(String p1) throws SQLException {
        throw unused("setSchema");
    }

    @Override
    public void setTransactionIsolation(int p1) throws SQLException {
        throw unused("setTransactionIsolation");
    }

    @Override
    public void setTypeMap(Map<String, Class<?>> p1) throws SQLException {
        throw unused("setTypeMap");
    }

    @Override
    public <T> T unwrap(Class<T> p1) throws SQLException {
        throw unused("unwrap");
    }
}
