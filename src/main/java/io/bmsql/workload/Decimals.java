package io.bmsql.workload;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads DECIMAL columns as whole numbers. Goes through double, because that is the one way from a BigDecimal to a long
 * that allocates nothing; it is exact for the at most 12 digits of TPC-C's money.
 */
public final class Decimals {
    private Decimals() {}

    /** Gives the cents of a column with two places; 0 for NULL. */
    public static long cents(ResultSet row, int column) throws SQLException {
        return scaled(row.getBigDecimal(column), 100);
    }

    /** A tax or discount such as 0.1234 as 1,234; 0 for NULL. */
    public static long tenThousandths(ResultSet row, int column) throws SQLException {
        return scaled(row.getBigDecimal(column), 10_000);
    }

    private static long scaled(@Nullable BigDecimal value, double scale) {
        return value == null ? 0 : Math.round(value.doubleValue() * scale);
    }
}
