package io.bmsql.cli;

import io.bmsql.check.Conformance;
import io.bmsql.check.TrialResult;
import io.bmsql.check.TrialResult.Result;
import io.bmsql.cli.console.Console;
import io.bmsql.common.NumberText;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadConfig;
import io.bmsql.db.Database;
import io.bmsql.db.Database.DatabaseFacts;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import io.bmsql.schema.DatabaseLock;
import io.bmsql.schema.SchemaBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql dialect test}: a vendor's test of the folder of one database. */
@Command(name = "dialect test")
final class DialectCommand extends PropsCommand.Changing {
    private static final int LOAD_WORKERS = 2;
    private static final String CSV_NULL = "NULL";
    /** The same data and inputs each time, so that a failure can be looked at again. */
    private static final long SEED = 1;

    @Option(names = "--warehouses", paramLabel = "N")
    private int warehouses = 1;

    private final Map<Result, Integer> counts = new EnumMap<>(Result.class);

    @Override
    public Integer call() throws Exception {
        if (warehouses < 1) {
            throw wrongUsage("--warehouses is at least 1.");
        }
        BenchmarkConfig config = load(ConfigPurpose.DIALECT_TEST).config();
        LoadConfig load = new LoadConfig(warehouses, LOAD_WORKERS, null, CSV_NULL, SEED, false, false);
        Dialect dialect = DialectFolders.of(context.program())
                .load(config.connection().db(), "")
                .laidOut(config.schema());
        dialect.requireLayout();
        try (Database database =
                        Database.open(context.program(), config.connection(), dialect, Conformance.connections(load));
                DatabaseLock lock = lock(context, database, "dialect")) {
            Conformance.requireNothingThere(database);
            begin(dialect, database.facts());
            new Conformance(
                            context.program(),
                            config.connection(),
                            database,
                            SchemaBuilder.withShards(dialect, database),
                            load,
                            this::point)
                    .run();
        }
        int failed = counts.getOrDefault(Result.FAILED, 0);
        int passed = counts.getOrDefault(Result.PASSED, 0);
        int unavailable = counts.getOrDefault(Result.NOT_AVAILABLE, 0);
        context.printf(
                "%d points: %d passed, %d failed, %d not available",
                passed + failed + unavailable, passed, failed, unavailable);
        return (failed == 0 ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
    }

    private void begin(Dialect dialect, DatabaseFacts facts) {
        context.printf(
                "Test of db=%s (%s) with %s on %s %s through %s %s, isolation %s",
                dialect.name(),
                String.join(
                        " -> ",
                        dialect.chain().stream().map(name -> "sql." + name).toList()),
                NumberText.counted(warehouses, "warehouse"),
                facts.product(),
                facts.productVersion(),
                facts.driver(),
                facts.driverVersion(),
                facts.isolation());
    }

    private void point(TrialResult point) {
        counts.merge(point.result(), 1, Integer::sum);
        String detail = point.detail().isEmpty() ? "" : ": " + point.detail();
        context.printf("%-13s  %s%s", point.result().words(), point.name(), detail);
    }

    @Command(name = "dialects")
    static final class ListAll extends CommandTree.Base {
        private static final String ROW = "%-10s %-17s %-9s %s";
        private static final int WIDTH = 100;
        private static final String INDENT = " ".repeat(11);

        @Override
        public Integer call() {
            context.printf(ROW, "db", "builds on", "bulk", "driver");
            List<String> broken = new ArrayList<>();
            for (String db : DialectFolders.of(context.program()).available()) {
                try {
                    print(DialectFolders.of(context.program()).load(db, ""));
                } catch (UsageException e) {
                    broken.add("db=" + db + " cannot be used: " + e.getMessage());
                }
            }
            broken.forEach(context::printError);
            return (broken.isEmpty() ? ExitCode.OK : ExitCode.USAGE).status();
        }

        private void print(Dialect dialect) {
            String parents =
                    String.join(", ", dialect.chain().subList(1, dialect.chain().size()));
            String bulk = dialect.properties().bulk().word();
            context.printf(ROW, dialect.name(), parents, bulk, driver(dialect));
            String tried = dialect.properties().text("tried");
            sentence("tried:   ", tried.isEmpty() ? "nothing on a real server" : tried);
            String untried = dialect.properties().text("untried");
            if (!untried.isEmpty()) {
                sentence("untried: ", untried);
            }
        }

        private String driver(Dialect dialect) {
            String driver = dialect.properties().driver();
            if (driver.isEmpty()) {
                return "named by driver= in the props file";
            }
            String jar = DriverFolders.of(context.program())
                    .find(driver, dialect.chain())
                    .map(file -> String.valueOf(file.getFileName()))
                    .orElse("missing: put its jar into lib/" + dialect.name() + "/");
            return driver + " (" + jar + ")";
        }

        private void sentence(String label, String text) {
            Console.paragraph(INDENT + label, text, WIDTH).forEach(context::print);
        }
    }
}
