package io.bmsql.cli;

import io.bmsql.dialect.DialectFolders;
import io.bmsql.db.DriverFolders;
import io.bmsql.cli.console.Paragraph;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadConfig;
import io.bmsql.check.Conformance;
import io.bmsql.check.Point;
import io.bmsql.check.Point.Result;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.dialect.Dialect;
import io.bmsql.data.ShardIds;
import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql dialect}: what is done with the folder of one database. */
@Command(
        name = "dialect",
        description = "Tests the sql.<db> folder of a database; 'bmsql dialects' lists them all.",
        subcommands = DialectCommand.Test.class,
        footer = "  bmsql dialect test props.newdb")
final class DialectCommand extends CommandTree.Group {
    /** {@code bmsql dialect test}: does a server do all that a benchmark asks of it, in the words of its folder? */
    @Command(
            name = "test",
            description = {
                "Builds a small database, sends every transaction in every form that the folder has (plain, batchStatements,"
                        + " procedures, statementProfile=benchmarksql5), provokes errors and compares them with the folder's"
                        + " tables, checks the consistency conditions and destroys what it built. One line for each point.",
                "Refused where tables of bmsql exist. Exit status 7 when a point failed."
            },
            footer = {"  bmsql dialect test props.newdb", "  bmsql dialect test props.newdb --warehouses 2"})
    static final class Test extends PropsCommand {
        private static final int LOAD_WORKERS = 2;
        private static final String CSV_NULL = "NULL";
        /** The same data and inputs each time, so that a failure can be looked at again. */
        private static final long SEED = 1;

        @Option(
                names = "--warehouses",
                paramLabel = "N",
                description =
                        "How many to load, about 100 MB each (${DEFAULT-VALUE}); the props file's number is not used.")
        private int warehouses = 1;

        private final Map<Result, Integer> counts = new EnumMap<>(Result.class);

        @Override
        public Integer call() throws Exception {
            if (warehouses < 1) {
                throw wrongUsage("--warehouses is at least 1.");
            }
            BenchmarkConfig config = load(ConfigPurpose.DIALECT_TEST).config();
            LoadConfig load = new LoadConfig(warehouses, LOAD_WORKERS, null, CSV_NULL, SEED, false);
            Dialect dialect = Dialect.of(context.program(), config, "");
            dialect.requireLayout();
            try (Database database =
                    Database.open(context.program(), config.connection(), dialect, Conformance.connections(load))) {
                Conformance.requireNothingThere(database);
                begin(dialect, database.facts(), warehouses);
                new Conformance(
                                (overlay, connections) ->
                                        Database.open(context.program(), config.connection(), overlay, connections),
                                load,
                                context.clock(),
                                this::point)
                        .run(database, ShardIds.known(dialect, database));
            }
            end();
            return (failed() == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
        }

        private void begin(Dialect dialect, DatabaseFacts facts, int warehouses) {
            context.printf(
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
                    facts.isolation());
        }

        private void point(Point point) {
            counts.merge(point.result(), 1, Integer::sum);
            String detail = point.detail().isEmpty() ? "" : ": " + point.detail();
            context.printf("%-13s  %s%s", point.result().words(), point.name(), detail);
        }

        private void end() {
            int points = counts.values().stream().mapToInt(Integer::intValue).sum();
            context.printf(
                    "%d points: %d passed, %d failed, %d not available",
                    points, count(Result.PASSED), failed(), count(Result.NOT_AVAILABLE));
        }

        private int failed() {
            return count(Result.FAILED);
        }

        private int count(Result result) {
            return counts.getOrDefault(result, 0);
        }
    }

    /** {@code bmsql dialects}: every database that there is a folder for, and what is known of it. */
    @Command(
            name = "dialects",
            description =
                    "Lists the databases, one for each sql.<db> folder: which folders it builds on, how rows are loaded, whether"
                            + " its driver is there, and what was run on a real server. Connects to nothing.",
            footer = "  bmsql dialects")
    static final class ListAll extends CommandTree.Base {
        private static final int WIDTH = 100;
        private static final String INDENT = " ".repeat(11);

        private final List<String> lines = new ArrayList<>(List.of(row("db", "builds on", "bulk", "driver")));

        @Override
        public Integer call() {
            List<String> broken = new ArrayList<>();
            for (String db : DialectFolders.of(context.program()).available()) {
                try {
                    Dialect dialect = DialectFolders.of(context.program()).load(db, "");
                    add(dialect);
                } catch (UsageException e) {
                    broken.add("db=" + db + " cannot be used: " + e.getMessage());
                }
            }
            lines.forEach(context::print);
            broken.forEach(context::complain);
            return (broken.isEmpty() ? ExitCode.OK : ExitCode.USAGE).status();
        }

        private void add(Dialect dialect) {
            List<String> parents = dialect.chain().subList(1, dialect.chain().size());
            lines.add(row(
                    dialect.name(),
                    String.join(", ", parents),
                    dialect.building().bulk().word(),
                    driver(dialect)));
            sentence(
                    "tried:   ",
                    dialect.evidence().tried().isEmpty()
                            ? "nothing on a real server"
                            : dialect.evidence().tried());
            if (!dialect.evidence().untried().isEmpty()) {
                sentence("untried: ", dialect.evidence().untried());
            }
        }

        private String driver(Dialect dialect) {
            if (dialect.access().driver().isEmpty()) {
                return "named by driver= in the props file";
            }
            String jar = DriverFolders.of(context.program())
                    .find(dialect.access().driver(), dialect.chain())
                    .map(file -> String.valueOf(file.getFileName()))
                    .orElse("missing: put its jar into lib/" + dialect.name() + "/");
            return dialect.access().driver() + " (" + jar + ")";
        }

        private static String row(String db, String parents, String bulk, String driver) {
            return String.format(Locale.ROOT, "%-10s %-17s %-9s %s", db, parents, bulk, driver);
        }

        private void sentence(String label, String text) {
            lines.addAll(Paragraph.lines(INDENT + label, text, WIDTH));
        }
    }
}
