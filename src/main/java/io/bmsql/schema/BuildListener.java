package io.bmsql.schema;

import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner.ScriptListener;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.math.BigDecimal;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** Is called for what a build or destroy does, from several threads, one call at a time. */
public interface BuildListener extends ScriptListener {
    /** The database is open for the work; what is given back is done after it. */
    default Runnable opened(Database database) throws UsageException {
        return () -> {};
    }

    /** A step begins, with at least one statement, or the load. */
    default void stepStarted(PlannedStep step) {}

    default void stepFinished(PlannedStep step, double seconds) {}

    /** What is worth a line, by the key of its words and what they are filled with, such as why a step is skipped. */
    default void note(String key, Object... values) {}

    default void populationFact(PopulationFact fact) {}

    /** The rows are as many as they should be. */
    default void populationChecked() {}

    /** What was done, a line at the end, in the same way. */
    default void done(String key, Object... values) {}

    /** What does not go as it should, but ends nothing. */
    default void problem(String line) {}

    /** Hears what a worker of a load does; workers do not wait for each other. */
    default void worker(String line) {}

    /**
     * Work on rows begins.
     *
     * @param event its name, such as {@code reset}
     * @param share gives how much is done, from 0 to 1
     * @return is called at its end
     */
    default Runnable working(BenchmarkConfig config, String event, DoubleSupplier share) {
        return () -> {};
    }

    /**
     * A load of TPC-C's rows begins.
     *
     * @param expectedBytes about what its rows will take on the disk
     * @param isIntoFiles into CSV files, not a database
     * @return is called at its end
     */
    default Runnable loading(BenchmarkConfig config, LoadProgress progress, long expectedBytes, boolean isIntoFiles) {
        return () -> {};
    }

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
