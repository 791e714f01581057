package io.bmsql.testing.stub;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.function.IntSupplier;

/** The rows of the last query of a statement; reused by the next one. */
abstract class StubRows implements ResultSet {
    private Object[][] rows = {};
    private int at = -1;
    private boolean lastWasNull;

    StubRows show(Object[][] newRows) {
        rows = newRows;
        at = -1;
        return this;
    }

    @Override
    public boolean next() {
        at++;
        return at < rows.length;
    }

    private Object cell(int column) {
        Object cell = rows[at][column - 1];
        lastWasNull = cell == null;
        return cell;
    }

    @Override
    public int getInt(int column) {
        Object cell = cell(column);
        if (cell instanceof IntSupplier changing) {
            return changing.getAsInt();
        }
        return cell == null ? 0 : (Integer) cell;
    }

    @Override
    public long getLong(int column) {
        return rows[at][column - 1] instanceof Long number ? number : getInt(column);
    }

    @Override
    public String getString(int column) {
        return (String) cell(column);
    }

    @Override
    public BigDecimal getBigDecimal(int column) {
        return (BigDecimal) cell(column);
    }

    @Override
    public Timestamp getTimestamp(int column) {
        return (Timestamp) cell(column);
    }

    @Override
    public Timestamp getTimestamp(int column, Calendar calendar) {
        LocalDateTime kept = (LocalDateTime) cell(column);
        return kept == null
                ? null
                : Timestamp.from(kept.atZone(calendar.getTimeZone().toZoneId()).toInstant());
    }

    @Override
    public boolean wasNull() {
        return lastWasNull;
    }
}
