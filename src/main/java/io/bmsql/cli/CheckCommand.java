package io.bmsql.cli;

import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.CannotConnectException;
import io.bmsql.db.Database;
import io.bmsql.dialect.DialectException;
import io.bmsql.result.RunSummary.CheckResult;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql check}: the consistency conditions of clause 3.3.2. */
@Command(
        name = "check",
        description =
                "Checks the consistency conditions of TPC-C clause 3.3.2 in one snapshot; exit status 7 when one fails.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  bmsql check props.pg                after a run",
            "  bmsql check props.pg --after-load   what only holds before any run"
        })
final class CheckCommand implements Callable<Integer>, StopsOnSignal {
    private final Surroundings surroundings;

    @Mixin
    private final PropsOptions props = new PropsOptions();

    @Option(
            names = "--after-load",
            description = "Nothing ran since the load: check condition 3.3.2.11 too, which every run breaks.")
    private boolean afterLoad;

    CheckCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call()
            throws ConfigException, DialectException, CannotConnectException, SQLException, RefusedException,
                    InterruptedException {
        BenchmarkConfig config = props.load(surroundings, ConfigPurpose.CHECK).config();
        try (Database database = surroundings.open(
                config.connection(), surroundings.dialect(config.connection()), CheckLines.CONNECTIONS)) {
            LoadedScale.read(database);
            List<CheckResult> results = new CheckLines(surroundings).check(database, afterLoad);
            boolean passed = results.stream().allMatch(CheckResult::passed);
            return (passed ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
        }
    }
}
