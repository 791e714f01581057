package io.bmsql.schema;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is known of the initial population, compared with the database.
 *
 * @param name the column's name in {@code population.sql}
 * @param actual null when the database gave NULL or nothing
 * @param lowest expected, inclusive
 * @param highest expected, inclusive
 */
public record PopulationFact(
        String name, @Nullable BigDecimal actual, BigDecimal lowest, BigDecimal highest, boolean passed) {

    /** The expectation as people write it. */
    public String expected() {
        return lowest.compareTo(highest) == 0
                ? lowest.toPlainString()
                : lowest.toPlainString() + " .. " + highest.toPlainString();
    }
}
