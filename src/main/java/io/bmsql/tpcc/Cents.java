package io.bmsql.tpcc;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Money is counted in whole cents inside the program; decimals exist only at the JDBC edge. */
public final class Cents {
    private static final long TEN_THOUSAND = 10_000;

    private Cents() {}

    /** Amounts x (1 - discount) x (1 + taxes), rounded half up (clause 2.4.2.2); the rates are ten-thousandths. */
    public static long ofOrder(long amounts, long discount, long taxes) {
        long scale = TEN_THOUSAND * TEN_THOUSAND;
        return (amounts * (TEN_THOUSAND - discount) * (TEN_THOUSAND + taxes) + scale / 2) / scale;
    }

    /** The decimal with two places that a DECIMAL column takes. */
    public static BigDecimal toDecimal(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /** Cents of a decimal amount, rounded half up when it has more than two places. */
    public static long of(BigDecimal amount) {
        return amount.setScale(2, RoundingMode.HALF_UP).unscaledValue().longValueExact();
    }
}
