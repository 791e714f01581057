package io.bmsql.testing.stub;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** Every method of ResultSet that the program does not use: calling one fails. */
abstract class UnusedResultSet implements ResultSet {
    private static SQLException unused(String method) {
        return new SQLFeatureNotSupportedException("the stub driver has no " + method);
    }

    @Override
    public boolean absolute(int p1) throws SQLException {
        throw unused("absolute");
    }

    @Override
    public void afterLast() throws SQLException {
        throw unused("afterLast");
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw unused("beforeFirst");
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw unused("cancelRowUpdates");
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
    public void deleteRow() throws SQLException {
        throw unused("deleteRow");
    }

    @Override
    public int findColumn(String p1) throws SQLException {
        throw unused("findColumn");
    }

    @Override
    public boolean first() throws SQLException {
        throw unused("first");
    }

    @Override
    public Array getArray(int p1) throws SQLException {
        throw unused("getArray");
    }

    @Override
    public Array getArray(String p1) throws SQLException {
        throw unused("getArray");
    }

    @Override
    public InputStream getAsciiStream(int p1) throws SQLException {
        throw unused("getAsciiStream");
    }

    @Override
    public InputStream getAsciiStream(String p1) throws SQLException {
        throw unused("getAsciiStream");
    }

    @Override
    public BigDecimal getBigDecimal(int p1) throws SQLException {
        throw unused("getBigDecimal");
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(int p1, int p2) throws SQLException {
        throw unused("getBigDecimal");
    }

    @Override
    public BigDecimal getBigDecimal(String p1) throws SQLException {
        throw unused("getBigDecimal");
    }

    @Override
    @Deprecated
    public BigDecimal getBigDecimal(String p1, int p2) throws SQLException {
        throw unused("getBigDecimal");
    }

    @Override
    public InputStream getBinaryStream(int p1) throws SQLException {
        throw unused("getBinaryStream");
    }

    @Override
    public InputStream getBinaryStream(String p1) throws SQLException {
        throw unused("getBinaryStream");
    }

    @Override
    public Blob getBlob(int p1) throws SQLException {
        throw unused("getBlob");
    }

    @Override
    public Blob getBlob(String p1) throws SQLException {
        throw unused("getBlob");
    }

    @Override
    public boolean getBoolean(int p1) throws SQLException {
        throw unused("getBoolean");
    }

    @Override
    public boolean getBoolean(String p1) throws SQLException {
        throw unused("getBoolean");
    }

    @Override
    public byte getByte(int p1) throws SQLException {
        throw unused("getByte");
    }

    @Override
    public byte getByte(String p1) throws SQLException {
        throw unused("getByte");
    }

    @Override
    public byte[] getBytes(int p1) throws SQLException {
        throw unused("getBytes");
    }

    @Override
    public byte[] getBytes(String p1) throws SQLException {
        throw unused("getBytes");
    }

    @Override
    public Reader getCharacterStream(int p1) throws SQLException {
        throw unused("getCharacterStream");
    }

    @Override
    public Reader getCharacterStream(String p1) throws SQLException {
        throw unused("getCharacterStream");
    }

    @Override
    public Clob getClob(int p1) throws SQLException {
        throw unused("getClob");
    }

    @Override
    public Clob getClob(String p1) throws SQLException {
        throw unused("getClob");
    }

    @Override
    public int getConcurrency() throws SQLException {
        throw unused("getConcurrency");
    }

    @Override
    public String getCursorName() throws SQLException {
        throw unused("getCursorName");
    }

    @Override
    public Date getDate(int p1) throws SQLException {
        throw unused("getDate");
    }

    @Override
    public Date getDate(int p1, Calendar p2) throws SQLException {
        throw unused("getDate");
    }

    @Override
    public Date getDate(String p1) throws SQLException {
        throw unused("getDate");
    }

    @Override
    public Date getDate(String p1, Calendar p2) throws SQLException {
        throw unused("getDate");
    }

    @Override
    public double getDouble(int p1) throws SQLException {
        throw unused("getDouble");
    }

    @Override
    public double getDouble(String p1) throws SQLException {
        throw unused("getDouble");
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
    public float getFloat(int p1) throws SQLException {
        throw unused("getFloat");
    }

    @Override
    public float getFloat(String p1) throws SQLException {
        throw unused("getFloat");
    }

    @Override
    public int getHoldability() throws SQLException {
        throw unused("getHoldability");
    }

    @Override
    public int getInt(int p1) throws SQLException {
        throw unused("getInt");
    }

    @Override
    public int getInt(String p1) throws SQLException {
        throw unused("getInt");
    }

    @Override
    public long getLong(int p1) throws SQLException {
        throw unused("getLong");
    }

    @Override
    public long getLong(String p1) throws SQLException {
        throw unused("getLong");
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        throw unused("getMetaData");
    }

    @Override
    public Reader getNCharacterStream(int p1) throws SQLException {
        throw unused("getNCharacterStream");
    }

    @Override
    public Reader getNCharacterStream(String p1) throws SQLException {
        throw unused("getNCharacterStream");
    }

    @Override
    public NClob getNClob(int p1) throws SQLException {
        throw unused("getNClob");
    }

    @Override
    public NClob getNClob(String p1) throws SQLException {
        throw unused("getNClob");
    }

    @Override
    public String getNString(int p1) throws SQLException {
        throw unused("getNString");
    }

    @Override
    public String getNString(String p1) throws SQLException {
        throw unused("getNString");
    }

    @Override
    public <T> T getObject(int p1, Class<T> p2) throws SQLException {
        throw unused("getObject");
    }

    @Override
    public <T> T getObject(String p1, Class<T> p2) throws SQLException {
        throw unused("getObject");
    }

    @Override
    public Object getObject(int p1) throws SQLException {
        throw unused("getObject");
    }

    @Override
    public Object getObject(int p1, Map<String, Class<?>> p2) throws SQLException {
        throw unused("getObject");
    }

    @Override
    public Object getObject(String p1) throws SQLException {
        throw unused("getObject");
    }

    @Override
    public Object getObject(String p1, Map<String, Class<?>> p2) throws SQLException {
        throw unused("getObject");
    }

    @Override
    public Ref getRef(int p1) throws SQLException {
        throw unused("getRef");
    }

    @Override
    public Ref getRef(String p1) throws SQLException {
        throw unused("getRef");
    }

    @Override
    public int getRow() throws SQLException {
        throw unused("getRow");
    }

    @Override
    public RowId getRowId(int p1) throws SQLException {
        throw unused("getRowId");
    }

    @Override
    public RowId getRowId(String p1) throws SQLException {
        throw unused("getRowId");
    }

    @Override
    public SQLXML getSQLXML(int p1) throws SQLException {
        throw unused("getSQLXML");
    }

    @Override
    public SQLXML getSQLXML(String p1) throws SQLException {
        throw unused("getSQLXML");
    }

    @Override
    public short getShort(int p1) throws SQLException {
        throw unused("getShort");
    }

    @Override
    public short getShort(String p1) throws SQLException {
        throw unused("getShort");
    }

    @Override
    public Statement getStatement() throws SQLException {
        throw unused("getStatement");
    }

    @Override
    public String getString(int p1) throws SQLException {
        throw unused("getString");
    }

    @Override
    public String getString(String p1) throws SQLException {
        throw unused("getString");
    }

    @Override
    public Time getTime(int p1) throws SQLException {
        throw unused("getTime");
    }

    @Override
    public Time getTime(int p1, Calendar p2) throws SQLException {
        throw unused("getTime");
    }

    @Override
    public Time getTime(String p1) throws SQLException {
        throw unused("getTime");
    }

    @Override
    public Time getTime(String p1, Calendar p2) throws SQLException {
        throw unused("getTime");
    }

    @Override
    public Timestamp getTimestamp(int p1) throws SQLException {
        throw unused("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(int p1, Calendar p2) throws SQLException {
        throw unused("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(String p1) throws SQLException {
        throw unused("getTimestamp");
    }

    @Override
    public Timestamp getTimestamp(String p1, Calendar p2) throws SQLException {
        throw unused("getTimestamp");
    }

    @Override
    public int getType() throws SQLException {
        throw unused("getType");
    }

    @Override
    public URL getURL(int p1) throws SQLException {
        throw unused("getURL");
    }

    @Override
    public URL getURL(String p1) throws SQLException {
        throw unused("getURL");
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(int p1) throws SQLException {
        throw unused("getUnicodeStream");
    }

    @Override
    @Deprecated
    public InputStream getUnicodeStream(String p1) throws SQLException {
        throw unused("getUnicodeStream");
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        throw unused("getWarnings");
    }

    @Override
    public void insertRow() throws SQLException {
        throw unused("insertRow");
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        throw unused("isAfterLast");
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        throw unused("isBeforeFirst");
    }

    @Override
    public boolean isClosed() throws SQLException {
        throw unused("isClosed");
    }

    @Override
    public boolean isFirst() throws SQLException {
        throw unused("isFirst");
    }

    @Override
    public boolean isLast() throws SQLException {
        throw unused("isLast");
    }

    @Override
    public boolean isWrapperFor(Class<?> p1) throws SQLException {
        throw unused("isWrapperFor");
    }

    @Override
    public boolean last() throws SQLException {
        throw unused("last");
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw unused("moveToCurrentRow");
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw unused("moveToInsertRow");
    }

    @Override
    public boolean next() throws SQLException {
        throw unused("next");
    }

    @Override
    public boolean previous() throws SQLException {
        throw unused("previous");
    }

    @Override
    public void refreshRow() throws SQLException {
        throw unused("refreshRow");
    }

    @Override
    public boolean relative(int p1) throws SQLException {
        throw unused("relative");
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        throw unused("rowDeleted");
    }

    @Override
    public boolean rowInserted() throws SQLException {
        throw unused("rowInserted");
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        throw unused("rowUpdated");
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
    public <T> T unwrap(Class<T> p1) throws SQLException {
        throw unused("unwrap");
    }

    @Override
    public void updateArray(int p1, Array p2) throws SQLException {
        throw unused("updateArray");
    }

    @Override
    public void updateArray(String p1, Array p2) throws SQLException {
        throw unused("updateArray");
    }

    @Override
    public void updateAsciiStream(int p1, InputStream p2) throws SQLException {
        throw unused("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int p1, InputStream p2, int p3) throws SQLException {
        throw unused("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(int p1, InputStream p2, long p3) throws SQLException {
        throw unused("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String p1, InputStream p2) throws SQLException {
        throw unused("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String p1, InputStream p2, int p3) throws SQLException {
        throw unused("updateAsciiStream");
    }

    @Override
    public void updateAsciiStream(String p1, InputStream p2, long p3) throws SQLException {
        throw unused("updateAsciiStream");
    }

    @Override
    public void updateBigDecimal(int p1, BigDecimal p2) throws SQLException {
        throw unused("updateBigDecimal");
    }

    @Override
    public void updateBigDecimal(String p1, BigDecimal p2) throws SQLException {
        throw unused("updateBigDecimal");
    }

    @Override
    public void updateBinaryStream(int p1, InputStream p2) throws SQLException {
        throw unused("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int p1, InputStream p2, int p3) throws SQLException {
        throw unused("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(int p1, InputStream p2, long p3) throws SQLException {
        throw unused("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String p1, InputStream p2) throws SQLException {
        throw unused("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String p1, InputStream p2, int p3) throws SQLException {
        throw unused("updateBinaryStream");
    }

    @Override
    public void updateBinaryStream(String p1, InputStream p2, long p3) throws SQLException {
        throw unused("updateBinaryStream");
    }

    @Override
    public void updateBlob(int p1, InputStream p2) throws SQLException {
        throw unused("updateBlob");
    }

    @Override
    public void updateBlob(int p1, InputStream p2, long p3) throws SQLException {
        throw unused("updateBlob");
    }

    @Override
    public void updateBlob(int p1, Blob p2) throws SQLException {
        throw unused("updateBlob");
    }

    @Override
    public void updateBlob(String p1, InputStream p2) throws SQLException {
        throw unused("updateBlob");
    }

    @Override
    public void updateBlob(String p1, InputStream p2, long p3) throws SQLException {
        throw unused("updateBlob");
    }

    @Override
    public void updateBlob(String p1, Blob p2) throws SQLException {
        throw unused("updateBlob");
    }

    @Override
    public void updateBoolean(int p1, boolean p2) throws SQLException {
        throw unused("updateBoolean");
    }

    @Override
    public void updateBoolean(String p1, boolean p2) throws SQLException {
        throw unused("updateBoolean");
    }

    @Override
    public void updateByte(int p1, byte p2) throws SQLException {
        throw unused("updateByte");
    }

    @Override
    public void updateByte(String p1, byte p2) throws SQLException {
        throw unused("updateByte");
    }

    @Override
    public void updateBytes(int p1, byte[] p2) throws SQLException {
        throw unused("updateBytes");
    }

    @Override
    public void updateBytes(String p1, byte[] p2) throws SQLException {
        throw unused("updateBytes");
    }

    @Override
    public void updateCharacterStream(int p1, Reader p2) throws SQLException {
        throw unused("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int p1, Reader p2, int p3) throws SQLException {
        throw unused("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(int p1, Reader p2, long p3) throws SQLException {
        throw unused("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String p1, Reader p2) throws SQLException {
        throw unused("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String p1, Reader p2, int p3) throws SQLException {
        throw unused("updateCharacterStream");
    }

    @Override
    public void updateCharacterStream(String p1, Reader p2, long p3) throws SQLException {
        throw unused("updateCharacterStream");
    }

    @Override
    public void updateClob(int p1, Reader p2) throws SQLException {
        throw unused("updateClob");
    }

    @Override
    public void updateClob(int p1, Reader p2, long p3) throws SQLException {
        throw unused("updateClob");
    }

    @Override
    public void updateClob(int p1, Clob p2) throws SQLException {
        throw unused("updateClob");
    }

    @Override
    public void updateClob(String p1, Reader p2) throws SQLException {
        throw unused("updateClob");
    }

    @Override
    public void updateClob(String p1, Reader p2, long p3) throws SQLException {
        throw unused("updateClob");
    }

    @Override
    public void updateClob(String p1, Clob p2) throws SQLException {
        throw unused("updateClob");
    }

    @Override
    public void updateDate(int p1, Date p2) throws SQLException {
        throw unused("updateDate");
    }

    @Override
    public void updateDate(String p1, Date p2) throws SQLException {
        throw unused("updateDate");
    }

    @Override
    public void updateDouble(int p1, double p2) throws SQLException {
        throw unused("updateDouble");
    }

    @Override
    public void updateDouble(String p1, double p2) throws SQLException {
        throw unused("updateDouble");
    }

    @Override
    public void updateFloat(int p1, float p2) throws SQLException {
        throw unused("updateFloat");
    }

    @Override
    public void updateFloat(String p1, float p2) throws SQLException {
        throw unused("updateFloat");
    }

    @Override
    public void updateInt(int p1, int p2) throws SQLException {
        throw unused("updateInt");
    }

    @Override
    public void updateInt(String p1, int p2) throws SQLException {
        throw unused("updateInt");
    }

    @Override
    public void updateLong(int p1, long p2) throws SQLException {
        throw unused("updateLong");
    }

    @Override
    public void updateLong(String p1, long p2) throws SQLException {
        throw unused("updateLong");
    }

    @Override
    public void updateNCharacterStream(int p1, Reader p2) throws SQLException {
        throw unused("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(int p1, Reader p2, long p3) throws SQLException {
        throw unused("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String p1, Reader p2) throws SQLException {
        throw unused("updateNCharacterStream");
    }

    @Override
    public void updateNCharacterStream(String p1, Reader p2, long p3) throws SQLException {
        throw unused("updateNCharacterStream");
    }

    @Override
    public void updateNClob(int p1, Reader p2) throws SQLException {
        throw unused("updateNClob");
    }

    @Override
    public void updateNClob(int p1, Reader p2, long p3) throws SQLException {
        throw unused("updateNClob");
    }

    @Override
    public void updateNClob(int p1, NClob p2) throws SQLException {
        throw unused("updateNClob");
    }

    @Override
    public void updateNClob(String p1, Reader p2) throws SQLException {
        throw unused("updateNClob");
    }

    @Override
    public void updateNClob(String p1, Reader p2, long p3) throws SQLException {
        throw unused("updateNClob");
    }

    @Override
    public void updateNClob(String p1, NClob p2) throws SQLException {
        throw unused("updateNClob");
    }

    @Override
    public void updateNString(int p1, String p2) throws SQLException {
        throw unused("updateNString");
    }

    @Override
    public void updateNString(String p1, String p2) throws SQLException {
        throw unused("updateNString");
    }

    @Override
    public void updateNull(int p1) throws SQLException {
        throw unused("updateNull");
    }

    @Override
    public void updateNull(String p1) throws SQLException {
        throw unused("updateNull");
    }

    @Override
    public void updateObject(int p1, Object p2) throws SQLException {
        throw unused("updateObject");
    }

    @Override
    public void updateObject(int p1, Object p2, int p3) throws SQLException {
        throw unused("updateObject");
    }

    @Override
    public void updateObject(String p1, Object p2) throws SQLException {
        throw unused("updateObject");
    }

    @Override
    public void updateObject(String p1, Object p2, int p3) throws SQLException {
        throw unused("updateObject");
    }

    @Override
    public void updateRef(int p1, Ref p2) throws SQLException {
        throw unused("updateRef");
    }

    @Override
    public void updateRef(String p1, Ref p2) throws SQLException {
        throw unused("updateRef");
    }

    @Override
    public void updateRow() throws SQLException {
        throw unused("updateRow");
    }

    @Override
    public void updateRowId(int p1, RowId p2) throws SQLException {
        throw unused("updateRowId");
    }

    @Override
    public void updateRowId(String p1, RowId p2) throws SQLException {
        throw unused("updateRowId");
    }

    @Override
    public void updateSQLXML(int p1, SQLXML p2) throws SQLException {
        throw unused("updateSQLXML");
    }

    @Override
    public void updateSQLXML(String p1, SQLXML p2) throws SQLException {
        throw unused("updateSQLXML");
    }

    @Override
    public void updateShort(int p1, short p2) throws SQLException {
        throw unused("updateShort");
    }

    @Override
    public void updateShort(String p1, short p2) throws SQLException {
        throw unused("updateShort");
    }

    @Override
    public void updateString(int p1, String p2) throws SQLException {
        throw unused("updateString");
    }

    @Override
    public void updateString(String p1, String p2) throws SQLException {
        throw unused("updateString");
    }

    @Override
    public void updateTime(int p1, Time p2) throws SQLException {
        throw unused("updateTime");
    }

    @Override
    public void updateTime(String p1, Time p2) throws SQLException {
        throw unused("updateTime");
    }

    @Override
    public void updateTimestamp(int p1, Timestamp p2) throws SQLException {
        throw unused("updateTimestamp");
    }

    @Override
    public void updateTimestamp(String p1, Timestamp p2) throws SQLException {
        throw unused("updateTimestamp");
    }

    @Override
    public boolean wasNull() throws SQLException {
        throw unused("wasNull");
    }
}
