package io.bmsql.cli;

import io.bmsql.check.AcidTrials;
import io.bmsql.check.DurabilityTest;
import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.db.Database;
import io.bmsql.result.AcidTrial;
import io.bmsql.result.ResultDirectory;
import io.bmsql.schema.DataState;
import io.bmsql.schema.DatabaseLock;
import io.bmsql.schema.LoadedData;
import io.bmsql.schema.TableContents;
import io.bmsql.tpcc.RandomStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bmsql acid}: the ACID tests of clauses 3.2 to 3.5. */
@Command(name = "acid")
final class AcidCommand extends PropsCommand.Changing {
    private static final int CONNECTIONS = 3;

    @Option(names = "--result", paramLabel = "DIR")
    private @Nullable Path result;

    @Option(names = "--kill-command", paramLabel = "CMD")
    private @Nullable String killCommand;

    @Option(names = "--start-command", paramLabel = "CMD")
    private @Nullable String startCommand;

    @Option(names = "--run-secs", paramLabel = "SECS", defaultValue = "10")
    private int runSecs;

    @Option(names = "--wait-secs", paramLabel = "SECS", defaultValue = "300")
    private int waitSecs;

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(runSecs < 1 || waitSecs < 1, "--run-secs and --wait-secs are at least 1");
        UsageException.throwIf(
                startCommand != null && killCommand == null,
                "--start-command is only used after a --kill-command: give both, or neither");
        BenchmarkConfig config = loadTpcc(ConfigPurpose.CHECK);
        ResultDirectory directory = result == null ? null : context.results(result);
        List<AcidTrial> trials = new ArrayList<>();
        LoadedData scale;
        try (Database database = open(config, CONNECTIONS);
                DatabaseLock lock = lock(context, database, "acid")) {
            scale = LoadedData.read(database);
            try (Connection connection = database.connection()) {
                TableContents.requireRollback(connection, database.dialect());
            }
            new DataState(database).noteRun();
            RandomStream random =
                    new RandomStream(RandomStream.drawSeed(context.program().clock()));
            trials.addAll(new AcidTrials(database, context.clock(), random, scale.warehouses()).run(this::print));
        }
        if (killCommand != null) {
            AcidTrial trial = new DurabilityTest(
                            context.program(),
                            new CheckLines(context, ProgressMode.none, config.result())::ledgerVerified,
                            config.connection(),
                            scale,
                            runSecs,
                            waitSecs)
                    .run(killCommand, startCommand);
            trials.add(trial);
            print(trial);
        }
        if (directory != null) {
            // What a server says may repeat the URL.
            trials.replaceAll(
                    trial -> trial.withDetail(context.program().secrets().hide(trial.detail())));
            AcidTrial.write(directory.acid(), trials);
        }
        long failed = trials.stream().filter(AcidTrial::failed).count();
        long passed = trials.stream().filter(AcidTrial::holds).count();
        long open = trials.size() - failed - passed;
        String verdict = passed == trials.size()
                ? "all " + passed + " tests passed"
                : failed + " of " + trials.size() + " tests FAILED" + (open == 0 ? "" : ", " + open + " not judged");
        context.print("ACID: " + verdict
                + (killCommand == null ? "; durability (clause 3.5) is not tested without --kill-command" : "")
                + "; consistency (clause 3.3) is tested by bmsql check");
        return (passed == trials.size() ? ExitCode.OK : ExitCode.CHECK_FAILED).status();
    }

    private void print(AcidTrial trial) {
        context.printf(
                "ACID %-8s %-6s %-16s %s: %s",
                trial.clause(),
                trial.holds() ? "ok" : trial.failed() ? "FAILED" : "open",
                trial.level(),
                trial.what(),
                trial.detail());
    }
}
