package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadConfig;
import io.bmsql.conformance.Conformance;
import io.bmsql.conformance.ConformanceException;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.klustron.ShardIds;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bmsql dialect test}: does a server do all that a benchmark asks of it, in the words of its folder? */
@Command(
        name = "test",
        description = {
            "Builds a small database, sends every transaction in every form that the folder has (plain, batchStatements,"
                    + " procedures, statementProfile=benchmarksql5), provokes errors and compares them with the folder's"
                    + " tables, checks the consistency conditions and destroys what it built. One line for each point.",
            "Refused where tables of bmsql exist. Exit status 7 when a point failed."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  bmsql dialect test props.newdb", "  bmsql dialect test props.newdb --warehouses 2"})
final class DialectTestCommand implements Callable<Integer> {
    private static final int LOAD_WORKERS = 2;
    private static final String CSV_NULL = "NULL";
    /** The same data and inputs each time, so that a failure can be looked at again. */
    private static final long SEED = 1;

    private final CommandContext context;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final PropsOptions props = new PropsOptions();

    @Option(
            names = "--warehouses",
            paramLabel = "N",
            description =
                    "How many to load, about 100 MB each (${DEFAULT-VALUE}); the props file's number is not used.")
    private int warehouses = 1;

    DialectTestCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call()
            throws ConfigException, DialectException, CannotConnectException, SQLException, ConformanceException,
                    InterruptedException {
        if (warehouses < 1) {
            throw new ParameterException(spec.commandLine(), "--warehouses is at least 1.");
        }
        BenchmarkConfig config = props.load(context, ConfigPurpose.DIALECT_TEST).config();
        LoadConfig load = new LoadConfig(warehouses, LOAD_WORKERS, null, CSV_NULL, SEED, false);
        Dialect dialect = context.program().dialect(config, "");
        dialect.requireLayout();
        ConformanceLines lines = new ConformanceLines(context);
        try (Database database = context.program().open(config.connection(), dialect, Conformance.connections(load))) {
            Conformance.requireNothingThere(database);
            lines.begin(dialect, database.facts(), warehouses);
            new Conformance(
                            (overlay, connections) -> context.program().open(config.connection(), overlay, connections),
                            load,
                            context.program().clock(),
                            lines::point)
                    .run(database, ShardIds.known(dialect, database));
        }
        lines.end();
        return (lines.failed() == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
    }
}
