package io.bmsql.schema;

import io.bmsql.db.ScriptListener;

/** Hears what a build or destroy does. Calls come one at a time, from several threads. */
public interface BuildListener extends ScriptListener {
    /** A step begins, with at least one statement, or the load. */
    void stepStarted(PlannedStep step);

    /** A step has nothing to do; {@link PlannedStep#skipped()} says why. */
    void stepSkipped(PlannedStep step);

    void stepFinished(PlannedStep step, double seconds);

    /** A step is left out because a build that broke off has done it. */
    default void stepDoneBefore(PlannedStep step) {}

    /** Something worth knowing about the build as a whole, a sentence. */
    default void note(String text) {}

    /** A fact of the population check, passed or not. */
    void populationFact(PopulationFact fact);
}
