package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.Database;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmsql load}: the rows alone, into empty tables or into CSV files. */
@Command(
        name = "load",
        description =
                "Loads the rows into empty tables, or writes CSV files when fileLocation is set. An interrupted load"
                        + " into tables is resumed when it is started again with the same settings.",
        footer = {
            "  bmsql load props.pg -D warehouses=10 -D loadWorkers=8",
            "  bmsql load props.pg -D fileLocation=/data/csv/      CSV files instead"
        })
final class LoadCommand extends PropsCommand implements StopStrategy.Stoppable {
    @Mixin
    private final Progress progress = new Progress();

    @Mixin
    private final Verbose verbose = new Verbose();

    private volatile String promise = "what is loaded stays, and the same command resumes the load.";

    @Override
    public Integer call() throws Exception {
        BenchmarkConfig config = load(ConfigPurpose.LOAD).config();
        LoadSession session = new LoadSession(context, progress.mode, verbose.on);
        if (config.load().fileLocation() != null) {
            promise = "the next load writes the files again.";
            session.load(config, null);
        } else {
            try (Database database = open(config, 1)) {
                session.load(config, database);
            }
        }
        return ExitCode.OK.status();
    }

    @Override
    public String promise() {
        return promise;
    }
}
