package io.bmsql.cli;

import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.BuildListener;
import io.bmsql.schema.BuildPlan.PlannedStep;
import io.bmsql.schema.PopulationException.PopulationFact;
import io.bmsql.secret.SecretShield;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.Locale;

/** Prints a build as it goes: each step with its file, each statement, and how long the step took. */
final class BuildEcho implements BuildListener {
    static final String RULE = "# ------------------------------------------------------------";

    private final PrintStream out;
    private final SecretShield secrets;
    private int populationFacts;

    BuildEcho(PrintStream out, SecretShield shield) {
        this.out = out;
        this.secrets = shield;
    }

    /** The lines above a script. */
    static void header(PrintStream out, String text) {
        out.println(RULE);
        out.println("# " + text);
        out.println(RULE);
    }

    @Override
    public void stepStarted(PlannedStep step) {
        header(out, step.file() == null ? "Starting the load" : "Loading SQL file " + step.file());
        step.warnings().forEach(warning -> out.println("# Warning: " + warning));
    }

    @Override
    public void stepSkipped(PlannedStep step) {
        out.println("# Skipped " + step.name() + ": " + step.skipped());
    }

    @Override
    public void stepDoneBefore(PlannedStep step) {
        out.println("# Skipped " + step.name() + ": it is done");
    }

    @Override
    public void note(String text) {
        out.println("# " + text);
    }

    @Override
    public void alreadyThere(SqlStatement statement) {
        out.println("# Exists already");
    }

    @Override
    public void stepFinished(PlannedStep step, double seconds) {
        out.println(String.format(Locale.ROOT, "# %s done in %.1f s", step.name(), seconds));
    }

    @Override
    public void statement(SqlStatement statement) {
        statement.comments().forEach(out::println);
        out.println(secrets.hide(statement.text()) + ";");
    }

    @Override
    public void failed(SqlStatement statement, SQLException cause) {
        out.println(secrets.hide(
                statement.place() + ": " + String.valueOf(cause.getMessage()).strip()));
    }

    @Override
    public void populationFact(PopulationFact fact) {
        populationFacts++;
        if (!fact.passed()) {
            out.println("# Population: " + fact.name() + " is " + fact.actual() + ", expected " + fact.expected());
        }
    }

    /** How many facts of the population were compared. */
    int populationFacts() {
        return populationFacts;
    }
}
