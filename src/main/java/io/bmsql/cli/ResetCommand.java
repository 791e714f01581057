package io.bmsql.cli;

import io.bmsql.cli.console.ProgressScreen;
import io.bmsql.common.NumberText;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.data.Reset;
import io.bmsql.data.SchemaBuilder;
import io.bmsql.data.TemplateReset;
import io.bmsql.db.Database;
import io.bmsql.dialect.Dialect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql reset}: the data as they were loaded, without loading. */
@Command(name = "reset")
final class ResetCommand extends PropsCommand.Work {
    enum Way {
        rows,
        template
    }

    @Option(names = "--way", paramLabel = "WAY", defaultValue = "rows")
    private Way way = Way.rows;

    @Option(names = "--through", paramLabel = "DATABASE", defaultValue = "postgres")
    private String through = "";

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = load(ConfigPurpose.BUILD).config();
        if (config.scripts().isFolder()) {
            DestroyCommand.destroy(context, verbose.on, config);
            BuildCommand.build(context, progress.mode, verbose.on, config);
            return ExitCode.OK.status();
        }
        if (way == Way.template) {
            byTemplate(config, Dialect.of(context.program(), config));
        } else {
            byRows(config);
        }
        PrepareCommand.afterwards(context, verbose.on, config);
        return ExitCode.OK.status();
    }

    /** Row by row; works on every database. */
    private void byRows(BenchmarkConfig config) throws Exception {
        Dialect dialect = Dialect.of(context.program(), config);
        int workers = config.load().loadWorkers();
        Reset.Summary done;
        try (ProgressScreen screen = new ProgressScreen(context.console(), progress.mode, context.clock());
                Database database = Database.open(context.program(), config.connection(), dialect, workers)) {
            CommandContext above = new CommandContext(context.program(), screen.console());
            Reset reset = new Reset(database, workers, context.clock(), new BuildEcho(above, verbose.on));
            screen.showShare(config.result().reportIntervalSecs(), "reset", "Resetting", "rows", reset::share);
            done = reset.run(config.load().warehouses(), SchemaBuilder.withShards(dialect, database));
        }
        context.printf(
                "Reset %s in %.1f s: %,d rows of runs deleted, %,d rows restored",
                NumberText.counted(done.warehouses(), "warehouse"), done.seconds(), done.deleted(), done.restored());
    }

    private void byTemplate(BenchmarkConfig config, Dialect dialect) throws Exception {
        TemplateReset template =
                new TemplateReset(context.program(), dialect, config.connection(), through, context.clock());
        long start = context.clock().nanoTime();
        int warehouses = config.load().warehouses();
        if (template.isKept()) {
            template.restore(warehouses, context.clock().moment());
            context.printf(
                    "Reset %s in %.1f s: copied from the database %s",
                    NumberText.counted(warehouses, "warehouse"), context.clock().secondsSince(start), template.kept());
        } else {
            byRows(config);
            template.keep();
            context.printf(
                    "Kept the loaded state as the database %s, %.1f s in all: the next reset by --way template copies it."
                            + " bmsql destroy leaves it there; drop it yourself.",
                    template.kept(), context.clock().secondsSince(start));
        }
    }

    @Override
    public String promise() {
        return "no run begins on this database before the same command has finished.";
    }
}
