package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.ScriptException;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.dialect.SqlStatement;
import io.bmsql.load.LoadException;
import io.bmsql.schema.BuildPlan;
import io.bmsql.schema.PlannedStep;
import io.bmsql.schema.PopulationException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql build}: tables, load, indexes, foreign keys, statistics, population check. */
@Command(
        name = "build",
        description =
                "Creates the tables, loads them, creates indexes and foreign keys, renews statistics and checks the"
                        + " population.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql build props.pg",
            "  bmsql build props.pg -D warehouses=100 -D loadWorkers=16",
            "  bmsql build props.pg --print-sql        shows every statement, sends none"
        })
final class BuildCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private final PropsOptions props = new PropsOptions();

    @Mixin
    private final ProgressOption progress = new ProgressOption();

    @Option(names = "--print-sql", description = "Print every statement in order and connect to nothing.")
    private boolean printSql;

    BuildCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call()
            throws ConfigException, DialectException, CannotConnectException, ScriptException, LoadException,
                    PopulationException, SQLException, InterruptedException {
        ConfigPurpose purpose = printSql ? ConfigPurpose.PRINT_SQL : ConfigPurpose.BUILD;
        BenchmarkConfig config = props.load(surroundings, purpose).config();
        if (printSql) {
            print(config);
        } else {
            new BuildSession(surroundings, progress.mode(surroundings.console())).build(config);
        }
        return ExitCode.OK.status();
    }

    private void print(BenchmarkConfig config) throws DialectException {
        PrintStream out = surroundings.console().out();
        Dialect dialect = surroundings.dialect(config);
        dialect.requireLayout();
        for (PlannedStep step : BuildPlan.build(dialect)) {
            out.println("-- " + step.name() + (step.file() == null ? "" : ": " + step.file()));
            if (step.skipped() != null) {
                out.println("-- skipped: " + step.skipped());
            }
            for (SqlStatement statement : step.statements()) {
                out.println(surroundings.shield().hide(statement.text()) + ";");
            }
            out.println();
        }
    }
}
