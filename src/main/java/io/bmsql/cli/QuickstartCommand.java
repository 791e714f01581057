package io.bmsql.cli;

import io.bmsql.embedded.OwnServer;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** {@code run/quickstart.sh}: build, run, check and report on a PostgreSQL of the program's own. */
@Command(
        name = "quickstart",
        description =
                "Builds, runs, checks and reports on a PostgreSQL server of its own under run/quickstart/. Started again"
                        + " it uses the data that are there.",
        footerHeading = "%nExamples:%n",
        footer = {"  run/quickstart.sh", "  run/quickstart.sh --warehouses 10 --terminals 10 --minutes 5"})
final class QuickstartCommand extends OwnServerCommand {
    QuickstartCommand(CommandContext context) {
        super(context, "run/quickstart.sh", Path.of("run", "quickstart"), OwnServer::single, 4);
    }
}
