package io.bmsql.cli;

import io.bmsql.cli.console.ProgressMode;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.db.ScriptRunner.ScriptException;
import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectException;
import io.bmsql.klustron.ShardIds;
import io.bmsql.load.LoadException;
import io.bmsql.schema.BuildRefusedException;
import io.bmsql.schema.LoadRecord;
import io.bmsql.schema.PopulationException;
import io.bmsql.schema.SchemaBuilder;
import java.sql.SQLException;

/**
 * A whole build: every step of the plan, the load among them, and at last a check of the data. An interrupted one is resumed.
 */
final class BuildSession {
    private final CommandContext context;
    private final ProgressMode mode;

    BuildSession(CommandContext context, ProgressMode mode) {
        this.context = context;
        this.mode = mode;
    }

    void build(BenchmarkConfig config)
            throws DialectException, CannotConnectException, BuildRefusedException, ScriptException, LoadException,
                    PopulationException, SQLException, InterruptedException {
        Dialect dialect = context.program().dialect(config);
        dialect.requireLayout();
        int workers = config.load().loadWorkers();
        BuildEcho echo =
                new BuildEcho(context.console().out(), context.program().secrets());
        LoadSession load = new LoadSession(context, mode);
        boolean toFiles = config.load().fileLocation() != null;
        try (Database database = context.program().open(config.connection(), dialect, workers)) {
            SchemaBuilder builder =
                    new SchemaBuilder(database, workers, context.program().clock(), echo);
            builder.<LoadException>buildOrGoOn(
                    ShardIds.known(dialect, database),
                    config.load().warehouses(),
                    () -> load.load(config, toFiles ? null : database));
            if (!toFiles) {
                builder.checkPopulation(config.load().warehouses());
                context.console()
                        .out()
                        .println("# Population checked: all " + echo.populationFacts()
                                + " facts are as clause 4.3.3.1 asks");
                note(database, builder);
            }
            builder.forgetJournal();
        }
    }

    /** For the reports of later runs; a build is as good without it. */
    private void note(Database database, SchemaBuilder builder) {
        try {
            new LoadRecord(database).write(builder.facts());
        } catch (SQLException e) {
            context.console().out().println("# " + context.program().secrets().hide(LoadSession.notNoted(e)));
        }
    }
}
