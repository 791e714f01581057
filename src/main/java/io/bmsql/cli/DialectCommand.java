package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadConfig;
import io.bmsql.conformance.Conformance;
import io.bmsql.conformance.ConformanceException;
import io.bmsql.conformance.Point;
import io.bmsql.conformance.Point.Verdict;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.klustron.ShardIds;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bmsql dialect}: what is done with the folder of one database. */
@Command(
        name = "dialect",
        description = "Tests the sql.<db> folder of a database; 'bmsql dialects' lists them all.",
        subcommands = DialectCommand.Test.class,
        footerHeading = "%nExample:%n",
        footer = "  bmsql dialect test props.newdb")
final class DialectCommand extends CommandGroup {
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
    static final class Test extends PropsCommand {
        private static final int LOAD_WORKERS = 2;
        private static final String CSV_NULL = "NULL";
        /** The same data and inputs each time, so that a failure can be looked at again. */
        private static final long SEED = 1;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Option(
                names = "--warehouses",
                paramLabel = "N",
                description =
                        "How many to load, about 100 MB each (${DEFAULT-VALUE}); the props file's number is not used.")
        private int warehouses = 1;

        private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

        Test(CommandContext context) {
            super(context);
        }

        @Override
        public Integer call()
                throws ConfigException, DialectException, CannotConnectException, SQLException, ConformanceException,
                        InterruptedException {
            if (warehouses < 1) {
                throw new ParameterException(spec.commandLine(), "--warehouses is at least 1.");
            }
            BenchmarkConfig config = load(ConfigPurpose.DIALECT_TEST).config();
            LoadConfig load = new LoadConfig(warehouses, LOAD_WORKERS, null, CSV_NULL, SEED, false);
            Dialect dialect = context.program().dialect(config, "");
            dialect.requireLayout();
            try (Database database =
                    context.program().open(config.connection(), dialect, Conformance.connections(load))) {
                Conformance.requireNothingThere(database);
                begin(dialect, database.facts(), warehouses);
                new Conformance(
                                (overlay, connections) ->
                                        context.program().open(config.connection(), overlay, connections),
                                load,
                                context.program().clock(),
                                this::point)
                        .run(database, ShardIds.known(dialect, database));
            }
            end();
            return (failed() == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
        }

        private void begin(Dialect dialect, DatabaseFacts facts, int warehouses) {
            context.print(String.format(
                    Locale.ROOT,
                    "Test of db=%s (%s) with %d %s on %s %s through %s %s, isolation %s",
                    dialect.name(),
                    String.join(
                            " -> ",
                            dialect.chain().stream().map(name -> "sql." + name).toList()),
                    warehouses,
                    warehouses == 1 ? "warehouse" : "warehouses",
                    facts.product(),
                    facts.productVersion(),
                    facts.driver(),
                    facts.driverVersion(),
                    facts.isolation()));
        }

        private void point(Point point) {
            counts.merge(point.verdict(), 1, Integer::sum);
            String detail = point.detail().isEmpty() ? "" : ": " + point.detail();
            context.print(
                    String.format(Locale.ROOT, "%-13s  %s%s", point.verdict().words(), point.name(), detail));
        }

        private void end() {
            int points = counts.values().stream().mapToInt(Integer::intValue).sum();
            context.print(String.format(
                    Locale.ROOT,
                    "%d points: %d passed, %d failed, %d not available",
                    points,
                    count(Verdict.PASSED),
                    failed(),
                    count(Verdict.NOT_AVAILABLE)));
        }

        /** Failed points until now. */
        private int failed() {
            return count(Verdict.FAILED);
        }

        private int count(Verdict verdict) {
            return counts.getOrDefault(verdict, 0);
        }
    }
}
