package io.bmsql.cli;

import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildListener.PopulationFact;
import io.bmsql.schema.BuildPlan.PlannedStep;
import java.sql.SQLException;

/** Prints a build as it goes: each step with its file, each statement, and how long the step took. */
final class BuildEcho implements BuildListener {
    private static final String RULE = "# ------------------------------------------------------------";

    private final CommandContext context;
    private int populationFacts;

    BuildEcho(CommandContext context) {
        this.context = context;
    }

    void header(String text) {
        context.print(RULE);
        context.print("# " + text);
        context.print(RULE);
    }

    @Override
    public void stepStarted(PlannedStep step) {
        header(step.file() == null ? "Starting the load" : "Loading SQL file " + step.file());
        step.warnings().forEach(warning -> context.print("# Warning: " + warning));
    }

    @Override
    public void stepSkipped(PlannedStep step) {
        context.print("# Skipped " + step.name() + ": " + step.skipped());
    }

    @Override
    public void stepDoneBefore(PlannedStep step) {
        context.print("# Skipped " + step.name() + ": it is done");
    }

    @Override
    public void note(String text) {
        context.print("# " + text);
    }

    @Override
    public void alreadyThere(SqlStatement statement) {
        context.print("# Exists already");
    }

    @Override
    public void stepFinished(PlannedStep step, double seconds) {
        context.printf("# %s done in %.1f s", step.name(), seconds);
    }

    @Override
    public void statement(SqlStatement statement) {
        statement.comments().forEach(context::print);
        context.print(statement.text() + ";");
    }

    @Override
    public void failed(SqlStatement statement, SQLException cause) {
        context.print(statement.place() + ": " + SqlErrors.text(cause));
    }

    @Override
    public void populationFact(PopulationFact fact) {
        populationFacts++;
        if (!fact.passed()) {
            context.print("# Population: " + fact.name() + " is " + fact.actual() + ", expected " + fact.expected());
        }
    }

    int populationFacts() {
        return populationFacts;
    }
}
