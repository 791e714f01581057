package io.bmsql.cli;

import io.bmsql.embedded.OwnServer;
import java.nio.file.Path;
import picocli.CommandLine.Command;

/** {@code run/cluster/cluster.sh}: build, run, check and report on a stand-in for a sharded database. */
@Command(
        name = "cluster",
        description =
                "Builds, runs, checks and reports on a stand-in for a sharded database: a PostgreSQL coordinator and two"
                        + " storage servers of its own under run/cluster/data/, joined by postgres_fdw (db=postgres_fdw)."
                        + " Started again it uses the data that are there.",
        footerHeading = "%nExamples:%n",
        footer = {"  run/cluster/cluster.sh", "  run/cluster/cluster.sh --warehouses 10 --terminals 10 --minutes 5"})
final class ClusterCommand extends OwnServerCommand {
    ClusterCommand(CommandContext context) {
        super(context, "run/cluster/cluster.sh", Path.of("run", "cluster", "data"), OwnServer::cluster, 8);
    }
}
