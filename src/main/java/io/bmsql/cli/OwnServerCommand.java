package io.bmsql.cli;

import io.bmsql.cli.console.ProgressMode;
import io.bmsql.db.ProgramContext;
import io.bmsql.embedded.OwnServer;
import java.nio.file.Path;
import java.util.concurrent.Callable;
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
}
