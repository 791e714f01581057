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

/** {@code run/quickstart.sh}: build, run, check and report on a PostgreSQL of the program's own. */
@Command(
        name = "quickstart",
        description =
                "Builds, runs, checks and reports on a PostgreSQL server of its own under run/quickstart/. Started again"
                        + " it uses the data that are there.",
        footerHeading = "%nExamples:%n",
        footer = {"  run/quickstart.sh", "  run/quickstart.sh --warehouses 10 --terminals 10 --minutes 5"})
final class QuickstartCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ProgressOption progress = new ProgressOption();

    @Option(names = "--warehouses", paramLabel = "N", description = "Scale, about 100 MB each; ${DEFAULT-VALUE}.")
    private int warehouses = 2;

    @Option(names = "--terminals", paramLabel = "N", description = "Emulated users without waits; ${DEFAULT-VALUE}.")
    private int terminals = 4;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Measured minutes, fractions allowed; ${DEFAULT-VALUE}.")
    private double minutes = 1;

    QuickstartCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws Exception {
        if (warehouses < 1 || terminals < 1 || !(minutes > 0)) {
            throw new ParameterException(
                    spec.commandLine(), "--warehouses and --terminals are at least 1, --minutes is above 0.");
        }
        Path folder = surroundings.programRoot().resolve("run").resolve("quickstart");
        ProgressMode mode = progress.mode(surroundings.console());
        return new Quickstart("run/quickstart.sh", OwnServer::single, surroundings.in(folder), mode)
                .run(warehouses, terminals, minutes)
                .status();
    }
}
