package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.data.BuildListener;
import io.bmsql.data.BuildListener.PopulationFact;
import io.bmsql.data.PlannedStep;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints how long each step of a build took, and what failed; when verbose also each step's file and each statement. */
record BuildEcho(CommandContext context, boolean verbose, Map<String, BigDecimal> facts) implements BuildListener {
    private static final String RULE = "# ------------------------------------------------------------";

    /** The facts of the population that are numbers of rows. */
    private static final List<String> COUNTS = List.of(
            "items",
            "warehouses",
            "districts",
            "customers",
            "stock_rows",
            "history_rows",
            "orders",
            "order_lines",
            "new_orders");

    BuildEcho(CommandContext context, boolean verbose) {
        this(context, verbose, new HashMap<>());
    }

    void header(String text) {
        context.print(RULE);
        context.print("# " + text);
        context.print(RULE);
    }

    @Override
    public void stepStarted(PlannedStep step) {
        if (verbose) {
            header(step.file() == null ? "Starting the load" : "Loading SQL file " + step.file());
        } else if (step.file() == null) {
            context.print("# Starting the load");
        }
        step.warnings().forEach(warning -> context.print("# Warning: " + warning));
    }

    @Override
    public void note(String text) {
        context.print("# " + text);
    }

    @Override
    public void alreadyThere(SqlStatement statement) {
        if (verbose) {
            context.print("# Exists already");
        }
    }

    @Override
    public void stepFinished(PlannedStep step, double seconds) {
        context.printf("# %s done in %.1f s", step.name(), seconds);
    }

    @Override
    public void statement(SqlStatement statement) {
        if (verbose) {
            statement.comments().forEach(context::print);
            context.print(statement.text() + ";");
        }
    }

    @Override
    public void failed(SqlStatement statement, SQLException cause) {
        context.print(statement.place() + ": " + SqlErrors.text(cause));
    }

    @Override
    public void populationFact(PopulationFact fact) {
        facts.put(fact.name(), fact.actual() == null ? BigDecimal.ZERO : fact.actual());
        if (!fact.passed()) {
            context.print("# Population: " + fact.name() + " is " + fact.actual() + ", expected " + fact.expected());
        }
    }

    /** How many rows each table has, when the population is as expected. */
    void populationChecked() {
        context.print("# Population checked: all " + facts.size() + " facts are as clause 4.3.3.1 asks: "
                + COUNTS.stream()
                        .map(name -> NumberText.format("%s %,.0f", name.replace('_', ' '), facts.get(name)))
                        .collect(Collectors.joining(", ")));
    }
}
