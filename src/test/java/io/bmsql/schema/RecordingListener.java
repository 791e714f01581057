package io.bmsql.schema;

import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.BuildListener.PopulationFact;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a build, and the load in it, tells. */
public final class RecordingListener implements BuildListener {
    final List<String> skipped = new ArrayList<>();
    final List<String> notes = new ArrayList<>();
    final List<String> finished = new ArrayList<>();
    final List<SqlStatement> statements = new ArrayList<>();
    final List<PopulationFact> facts = new ArrayList<>();
    /** The console lines of a load, whose workers do not wait for each other. */
    public final List<String> output = new CopyOnWriteArrayList<>();

    public final List<String> errors = new CopyOnWriteArrayList<>();

    @Override
    public void note(String key, Object... values) {
        if (key.equals("build.skipped")) {
            skipped.add(values[0] + ": " + values[1]);
        } else {
            notes.add(key);
        }
    }

    @Override
    public void stepFinished(PlannedStep step, double seconds) {
        finished.add(step.name());
    }

    @Override
    public void populationFact(PopulationFact fact) {
        facts.add(fact);
    }

    @Override
    public void statement(SqlStatement statement) {
        statements.add(statement);
    }

    @Override
    public void worker(String line) {
        output.add(line);
    }

    @Override
    public void problem(String line) {
        errors.add(line);
    }
}
