package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.dialect.SqlScript.SqlStatement;
import io.bmsql.schema.BuildPlan;
import io.bmsql.schema.BuildPlan.PlannedStep;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql build}: tables, load, indexes, foreign keys, statistics, population check. */
@Command(
        name = "build",
        description =
                "Creates the tables, loads them, creates indexes and foreign keys, renews statistics and checks the"
                        + " population. An interrupted build is resumed when it is started again with the same settings.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql build props.pg",
            "  bmsql build props.pg -D warehouses=100 -D loadWorkers=16",
            "  bmsql build props.pg --print-sql        shows every statement, sends none"
        })
final class BuildCommand extends PropsCommand implements StopStrategy.Stoppable {
    @Mixin
    private final ProgressOption progress = new ProgressOption();

    @Option(names = "--print-sql", description = "Print every statement in order and connect to nothing.")
    private boolean printSql;

    BuildCommand(CommandContext context) {
        super(context);
    }

    @Override
    public Integer call() throws Exception {
        ConfigPurpose purpose = printSql ? ConfigPurpose.PRINT_SQL : ConfigPurpose.BUILD;
        BenchmarkConfig config = load(purpose).config();
        if (printSql) {
            print(config);
            return ExitCode.OK.status();
        }
        new BuildSession(context, progress.mode(context.console())).build(config);
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return "what is built stays, and the same command resumes the build.";
    }

    private void print(BenchmarkConfig config) throws DialectException {
        PrintStream out = context.console().out();
        Dialect dialect = context.program().dialect(config);
        dialect.requireLayout();
        List<PlannedStep> steps = new ArrayList<>(BuildPlan.journal(dialect));
        steps.addAll(BuildPlan.build(dialect));
        for (PlannedStep step : steps) {
            out.println("-- " + step.name() + (step.file() == null ? "" : ": " + step.file()));
            if (step.skipped() != null) {
                out.println("-- skipped: " + step.skipped());
            }
            for (SqlStatement statement : step.statements()) {
                out.println(context.program().secrets().hide(statement.text()) + ";");
            }
            out.println();
        }
    }
}
