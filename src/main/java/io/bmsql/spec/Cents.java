package io.bmsql.spec;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Money is counted in whole cents inside the program; decimals exist only at the JDBC edge. */
public final class Cents {
    private Cents() {}

    /** The decimal with two places that a DECIMAL column takes. */
    public static BigDecimal toDecimal(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /** Cents of a decimal amount, rounded half up when it has more than two places. */
    public static long of(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP).unscaledValue().longValueExact();
    }
}
