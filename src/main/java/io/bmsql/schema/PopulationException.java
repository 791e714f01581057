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
     * A column of {@code population.sql} with its expected range; the actual value is null when the database gave none.
     */
    public record PopulationFact(
            String name, @Nullable BigDecimal actual, BigDecimal lowest, BigDecimal highest, boolean passed) {

        public String expected() {
            return lowest.compareTo(highest) == 0
                    ? lowest.toPlainString()
                    : lowest.toPlainString() + " .. " + highest.toPlainString();
        }
    }
}
