package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.DialectException;
import io.bmsql.load.LoadException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bmsql load}: the rows alone, into empty tables or into CSV files. */
@Command(
        name = "load",
        description = "Loads the rows into empty tables, or writes CSV files when fileLocation is set.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql load props.pg -D warehouses=10 -D loadWorkers=8",
            "  bmsql load props.pg -D fileLocation=/data/csv/      CSV files instead"
        })
final class LoadCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private final PropsOptions props = new PropsOptions();

    @Mixin
    private final ProgressOption progress = new ProgressOption();

    LoadCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call()
            throws ConfigException, DialectException, CannotConnectException, LoadException, InterruptedException {
        BenchmarkConfig config = props.load(surroundings, ConfigPurpose.LOAD).config();
        LoadSession session = new LoadSession(surroundings, progress.mode(surroundings.console()));
        if (config.load().fileLocation() != null) {
            session.load(config, null);
            return ExitCode.OK.status();
        }
        try (Database database = surroundings.open(
                config.connection(),
                surroundings.dialect(config.connection()),
                config.load().loadWorkers())) {
            session.load(config, database);
        }
        return ExitCode.OK.status();
    }
}
