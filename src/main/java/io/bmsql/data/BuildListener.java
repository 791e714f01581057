package io.bmsql.data;

import io.bmsql.db.ScriptRunner.ScriptListener;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Is called for what a build or destroy does, from several threads, one call at a time. */
public interface BuildListener extends ScriptListener {
    /** A step begins, with at least one statement, or the load. */
    default void stepStarted(PlannedStep step) {}

    default void stepFinished(PlannedStep step, double seconds) {}

    /** What is worth a line, such as a step that is skipped and why. */
    default void note(String text) {}

    default void populationFact(PopulationFact fact) {}

    /** A column of {@code population.sql} with its expected range; {@code actual} is null when the database gave none. */
    record PopulationFact(
            String name, @Nullable BigDecimal actual, BigDecimal lowest, BigDecimal highest, boolean passed) {
        public String expected() {
            return lowest.compareTo(highest) == 0
                    ? lowest.toPlainString()
                    : lowest.toPlainString() + " .. " + highest.toPlainString();
        }
    }

    @Override
    default void statement(SqlStatement statement) {}
}
