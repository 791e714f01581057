package io.bmsql.schema;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loaded data are not the initial population. */
public final class PopulationException extends Exception {
    private final List<PopulationFact> failed;

    PopulationException(List<PopulationFact> failed) {
        super("the loaded data are not the initial population of clause 4.3.3.1: "
                + String.join(
                        "; ",
                        failed.stream()
                                .map(fact -> fact.name() + " is " + fact.actual() + ", expected " + fact.expected())
                                .toList()));
        this.failed = List.copyOf(failed);
    }

    public List<PopulationFact> failed() {
        return failed;
    }

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
}
