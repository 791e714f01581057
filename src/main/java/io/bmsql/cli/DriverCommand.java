package io.bmsql.cli;

import io.bmsql.common.UsageException;
import io.bmsql.db.DriverFolders;
import io.bmsql.db.JarFetcher;
import io.bmsql.db.JarFetcher.Jar;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectFolders;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql driver}: the JDBC drivers of the databases, which are there and how to get one. */
@Command(
        name = "driver",
        description = "Fetches JDBC drivers that are not shipped, and lists those that are there.",
        subcommands = DriverCommand.Get.class,
        footer = {"  bmsql driver get informix", "  bmsql driver list"})
final class DriverCommand extends CommandTree.Base {
    private static final String ROW = "%-12s %-32s %s";

    @Command(
            name = "get",
            description = {
                "Fetches the JDBC driver of a database with all that it needs, checks it by the SHA-256 sums in the folder's"
                        + " dialect.properties and puts it into lib/<db>/ of the program, or into"
                        + " $XDG_DATA_HOME/bmsql/lib/<db>/ (~/.local/share/...) where that cannot be written. Drivers are"
                        + " looked for in both.",
                "Coordinates on the command line are of one jar, which is checked by the repository's own checksum. A proxy:"
                        + " BMSQL_JAVA_OPTS='-Dhttps.proxyHost=HOST -Dhttps.proxyPort=PORT'. Exit status 3 when something"
                        + " cannot be fetched; what to do by hand is said."
            },
            footer = {
                "  bmsql driver get informix",
                "  bmsql driver get oracle com.oracle.database.jdbc:ojdbc8:19.26.0.0",
                "  bmsql driver get kingbase --repository file:///media/stick/repository"
            })
    static final class Get extends CommandTree.Base {
        @Parameters(index = "0", paramLabel = "DB", description = "The word after db= in a props file.")
        private String db = "";

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "COORDINATES",
                defaultValue = "",
                description =
                        "GROUP:ARTIFACT:VERSION of another one than driver.maven in the folder's dialect.properties.")
        private String coordinates = "";

        @Option(
                names = "--repository",
                paramLabel = "URL",
                defaultValue = JarFetcher.CENTRAL,
                showDefaultValue = Visibility.ALWAYS,
                description =
                        "The Maven repository to ask; https://USER:PASSWORD@HOST/... for one that wants a login, a"
                                + " folder as file:///...")
        private String repository = "";

        @Option(names = "--dry-run", description = "Says what would be fetched, from where and whereto.")
        private boolean isDryRun;

        @Override
        public Integer call() throws UsageException {
            Dialect dialect = DialectFolders.of(context.program()).load(db, "");
            String driver = dialect.properties().driver();
            Optional<Path> there = jar(context, dialect);
            if (there.isPresent() && (coordinates.isEmpty() || !DriverFolders.isShipped(there.get()))) {
                UsageException.throwIf(
                        !coordinates.isEmpty(),
                        there.get() + " has the class " + driver
                                + " already, and two of them would be in each other's way: remove it first");
                context.print(driver + " is there already: " + there.get()
                        + (DriverFolders.isShipped(there.get()) ? ", shipped with the program" : ""));
                return ExitCode.OK.status();
            }
            String wanted = coordinates.isEmpty() ? dialect.properties().driverMaven() : coordinates;
            Path folder = context.program().driverFolder(db);
            if (wanted.isEmpty()) {
                throw new UsageException("sql." + db + "/dialect.properties has no driver.maven: put the driver's jar"
                        + " into " + folder + " by hand, or say bmsql driver get " + db + " GROUP:ARTIFACT:VERSION");
            }
            JarFetcher fetcher = new JarFetcher(repository);
            List<Jar> jars = Jar.list(wanted);
            String names = jars.stream().map(Jar::coordinates).collect(Collectors.joining(" and "));
            if (isDryRun) {
                context.print("Would fetch " + names + " from " + fetcher.repository() + " into " + folder);
                return ExitCode.OK.status();
            }
            List<Path> places = fetcher.fetch(jars, folder);
            context.print("Fetched " + names + " from " + fetcher.repository());
            places.forEach(jar -> context.print("  " + jar));
            context.print("Its license is named in " + fetcher.description(jars.get(0)));
            if (jar(context, dialect).filter(jar -> jar.startsWith(folder)).isEmpty()) {
                context.printError("Warning: none of them has the class " + driver + " that sql." + db
                        + " names: write another driver= into the props file");
            }
            return ExitCode.OK.status();
        }
    }

    @Command(
            name = "list",
            description = "Lists for each database the jar of its driver, or what 'bmsql driver get' would fetch.",
            footer = "  bmsql driver list")
    int list() {
        context.printf(ROW, "db", "driver", "jar");
        return eachDialect(dialect ->
                context.printf(ROW, dialect.name(), dialect.properties().driver(), where(dialect)));
    }

    private String where(Dialect dialect) {
        Optional<Path> jar = jar(context, dialect);
        if (jar.isEmpty()) {
            String maven = dialect.properties().driverMaven();
            return maven.isEmpty() ? "missing" : "missing; 'bmsql driver get' fetches " + maven.split("[ ,]", 2)[0];
        }
        return DriverFolders.isShipped(jar.get()) ? jar.get().getFileName() + " (shipped)" : String.valueOf(jar.get());
    }

    static Optional<Path> jar(CommandContext context, Dialect dialect) {
        String driver = dialect.properties().driver();
        return driver.isEmpty()
                ? Optional.empty()
                : DriverFolders.of(context.program()).find(driver, dialect.chain());
    }
}
