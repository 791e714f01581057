package io.bmsql.cli;

import io.bmsql.cli.PropsCommand.Verbose;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.PropertyKey;
import io.bmsql.data.BuildStep;
import io.bmsql.data.DatabaseLock;
import io.bmsql.data.PlannedStep;
import io.bmsql.data.SchemaBuilder;
import io.bmsql.data.WorkloadBuild;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmsql destroy}: drops everything that a build made. */
@Command(name = "destroy")
final class DestroyCommand extends PropsCommand.Changing implements Signals.Stoppable {
    @Mixin
    private final Verbose verbose = new Verbose();

    @Override
    public Integer call() throws Exception {
        destroy(context, verbose.on, load(ConfigPurpose.DESTROY).config());
        return ExitCode.OK.status();
    }

    static void destroy(CommandContext context, boolean verbose, BenchmarkConfig config) throws Exception {
        Dialect dialect = Dialect.of(context.program(), config);
        try (Database database = Database.open(context.program(), config.connection(), dialect, 1);
                DatabaseLock lock = lock(context, database, "destroy")) {
            if (config.scripts().isFolder()) {
                WorkloadBuild.of(context.program(), database, config, context::printError)
                        .destroy();
                return;
            }
            // Only their groups are named after shards.
            Dialect known = dialect.layout().isOn(PropertyKey.TABLEGROUPS)
                    ? SchemaBuilder.withShards(dialect, database)
                    : dialect;
            WorkloadBuild.ofAnalytics(context.program(), database, context::printError)
                    .drop();
            new SchemaBuilder(database, 1, context.clock(), new BuildEcho(context, verbose))
                    .destroy(PlannedStep.of(known, BuildStep.DESTROY));
        }
    }
}
