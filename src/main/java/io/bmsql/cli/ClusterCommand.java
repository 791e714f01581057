package io.bmsql.cli;

import io.bmsql.cli.console.ProgressMode;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code run/cluster/cluster.sh}: build, run, check and report on a stand-in for a sharded database. */
@Command(
        name = "cluster",
        description =
                "Builds, runs, checks and reports on a stand-in for a sharded database: a PostgreSQL coordinator and two"
                        + " storage servers of its own under run/cluster/data/, joined by postgres_fdw (db=postgres_fdw)."
                        + " Started again it uses the data that are there.",
        footerHeading = "%nExamples:%n",
        footer = {"  run/cluster/cluster.sh", "  run/cluster/cluster.sh --warehouses 10 --terminals 10 --minutes 5"})
final class ClusterCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ProgressOption progress = new ProgressOption();

    @Option(names = "--warehouses", paramLabel = "N", description = "Scale, about 100 MB each; ${DEFAULT-VALUE}.")
    private int warehouses = 2;

    @Option(names = "--terminals", paramLabel = "N", description = "Emulated users without waits; ${DEFAULT-VALUE}.")
    private int terminals = 8;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Measured minutes, fractions allowed; ${DEFAULT-VALUE}.")
    private double minutes = 1;

    ClusterCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws Exception {
        if (warehouses < 1 || terminals < 1 || !(minutes > 0)) {
            throw new ParameterException(
                    spec.commandLine(), "--warehouses and --terminals are at least 1, --minutes is above 0.");
        }
        Path folder =
                surroundings.programRoot().resolve("run").resolve("cluster").resolve("data");
        ProgressMode mode = progress.mode(surroundings.console());
        return new Quickstart("run/cluster/cluster.sh", OwnServer::cluster, surroundings.in(folder), mode)
                .run(warehouses, terminals, minutes)
                .status();
    }
}
