package io.bmsql.cli;

import io.bmsql.cli.console.ProgressMode;
import io.bmsql.db.ProgramContext;
import io.bmsql.embedded.OwnServer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Build, run, check and report on servers that the program starts itself. */
abstract class OwnServerCommand implements Callable<Integer> {
    private final CommandContext context;
    private final String script;
    private final Path folder;
    private final OwnServer.Start start;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private final ProgressOption progress = new ProgressOption();

    @Option(names = "--warehouses", paramLabel = "N", description = "Scale, about 100 MB each; ${DEFAULT-VALUE}.")
    private int warehouses = 2;

    @Option(names = "--terminals", paramLabel = "N", description = "Emulated users without waits; ${DEFAULT-VALUE}.")
    private int terminals;

    @Option(
            names = "--minutes",
            paramLabel = "N",
            description = "Measured minutes, fractions allowed; ${DEFAULT-VALUE}.")
    private double minutes = 1;

    /**
     * @param script as the user calls it, from the program's root
     * @param folder for everything that the command makes, from the program's root
     * @param terminals unless the user says otherwise
     */
    OwnServerCommand(CommandContext context, String script, Path folder, OwnServer.Start start, int terminals) {
        this.context = context;
        this.script = script;
        this.folder = folder;
        this.start = start;
        this.terminals = terminals;
    }

    @Override
    public Integer call() throws Exception {
        if (warehouses < 1 || terminals < 1 || !(minutes > 0)) {
            throw new ParameterException(
                    spec.commandLine(), "--warehouses and --terminals are at least 1, --minutes is above 0.");
        }
        ProgramContext program = context.program();
        CommandContext there =
                new CommandContext(program.in(program.programRoot().resolve(folder)), context.console());
        ProgressMode mode = progress.mode(context.console());
        return new Quickstart(script, start, there, mode)
                .run(warehouses, terminals, minutes)
                .status();
    }

    /** {@code run/quickstart.sh}: build, run, check and report on a PostgreSQL of the program's own. */
    @Command(
            name = "quickstart",
            description =
                    "Builds, runs, checks and reports on a PostgreSQL server of its own under run/quickstart/. Started again"
                            + " it uses the data that are there.",
            footerHeading = "%nExamples:%n",
            footer = {"  run/quickstart.sh", "  run/quickstart.sh --warehouses 10 --terminals 10 --minutes 5"})
    static final class QuickstartCommand extends OwnServerCommand {
        QuickstartCommand(CommandContext context) {
            super(context, "run/quickstart.sh", Path.of("run", "quickstart"), OwnServer::single, 4);
        }
    }

    /** {@code run/cluster/cluster.sh}: build, run, check and report on a stand-in for a sharded database. */
    @Command(
            name = "cluster",
            description =
                    "Builds, runs, checks and reports on a stand-in for a sharded database: a PostgreSQL coordinator and two"
                            + " storage servers of its own under run/cluster/data/, joined by postgres_fdw (db=postgres_fdw)."
                            + " Started again it uses the data that are there.",
            footerHeading = "%nExamples:%n",
            footer = {"  run/cluster/cluster.sh", "  run/cluster/cluster.sh --warehouses 10 --terminals 10 --minutes 5"
            })
    static final class ClusterCommand extends OwnServerCommand {
        ClusterCommand(CommandContext context) {
            super(context, "run/cluster/cluster.sh", Path.of("run", "cluster", "data"), OwnServer::cluster, 8);
        }
    }
}
