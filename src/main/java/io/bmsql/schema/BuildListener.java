package io.bmsql.schema;

import io.bmsql.db.ScriptRunner.ScriptListener;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.BuildPlan.PlannedStep;
import io.bmsql.schema.PopulationException.PopulationFact;

/**
 * Hears what a build or destroy does. Calls come one at a time, from several threads. What a listener does not care for it
 * leaves out.
 */
public interface BuildListener extends ScriptListener {
    /** A step begins, with at least one statement, or the load. */
    default void stepStarted(PlannedStep step) {}

    /** A step has nothing to do; {@link PlannedStep#skipped()} says why. */
    default void stepSkipped(PlannedStep step) {}

    default void stepFinished(PlannedStep step, double seconds) {}

    /** A step is left out because an interrupted build has done it. */
    default void stepDoneBefore(PlannedStep step) {}

    default void note(String text) {}

    /** A fact of the population check, passed or not. */
    default void populationFact(PopulationFact fact) {}

    @Override
    default void statement(SqlStatement statement) {}
}
