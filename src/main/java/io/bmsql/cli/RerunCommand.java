package io.bmsql.cli;

import io.bmsql.analysis.ComparedRun;
import io.bmsql.analysis.Comparison.Difference;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.analysis.Differences;
import io.bmsql.analysis.PairPlan;
import io.bmsql.cli.console.Console;
import io.bmsql.collector.database.DatabaseCollector;
import io.bmsql.common.UsageException;
import io.bmsql.config.AgentsConfig;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.Database;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.RunFacts;
import io.bmsql.result.RunReader;
import io.bmsql.run.RunSession;
import io.bmsql.study.Rerun;
import io.bmsql.study.StudyMatches;
import io.bmsql.study.StudyMatches.Match;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bmsql rerun}: a run once more, from what its result directory records. */
@Command(name = "rerun")
final class RerunCommand extends CommandTree.Base {
    private static final String PASSWORD_VARIABLE = "BMSQL_PASSWORD";

    @Parameters(index = "0", paramLabel = "DIR")
    private Path directory = Path.of("");

    @Mixin
    private final PropsCommand.Overrides overrides = new PropsCommand.OverridesAnyway();

    @Mixin
    private final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    @Override
    public Integer call() throws Exception {
        UsageException.throwIf(
                output.limitPercent != null,
                "--fail-if-worse cannot be judged of one run against one: compare three a side with bmsql compare");
        Rerun rerun = Rerun.of(
                directory, context.program().resolve(directory), () -> CompareCommand.read(context.results(directory)));
        ComparedRun before = rerun.before();
        LoadedConfig loaded = rerun.settings(context.program(), overrides.settings, this::password);
        loaded.warnings()
                .forEach(warning -> context.warn(loaded.config().result().lang(), warning));
        AgentsConfig agents = loaded.config().agents();
        if (agents.count() > 0) {
            context.printf(
                    "It asks for %d agents again. Differences are shown at the end, when their hosts are known.",
                    agents.count());
        }
        context.printf(
                "Repeats %s, seed %s: %s",
                directory,
                loaded.text(PropertyKey.SEED),
                RunReader.wrote(before.directory())
                        ? "%s was %d".formatted(before.rateKey(), Math.round(before.rate()))
                        : "BenchmarkSQL recorded neither its seed nor its server and machine");
        RunSession.Request request =
                new RunSession.Request(loaded, rerun.props(), RunCommand.nextNumber(context), commandLine());
        RunConsole console = new RunConsole(context, request, progress.mode, () -> {}) {
            @Override
            public void facts(RunFacts facts, Database database) {
                List<Difference> differences = Differences.since(before, facts, DatabaseCollector.settings(database));
                context.print(differences.isEmpty() ? "Nothing that was recorded has changed." : "Changed:");
                for (Difference one : differences) {
                    context.printf(
                            "  %-12s %-32s %s -> %s", one.part(), one.name(), shown(one.base()), shown(one.fresh()));
                }
            }
        };
        RunSession.Finished finished = console.runNumbered();
        context.print(console.places(finished.directory()));
        ExitCode compared = compare(before, finished.directory());
        return (console.code() == ExitCode.OK ? compared : console.code()).status();
    }

    /** The variable, which the settings put in, or what is typed. */
    private String password() throws UsageException {
        if (context.program().environment().containsKey(PASSWORD_VARIABLE)) {
            return "${" + PASSWORD_VARIABLE + "}";
        }
        return Console.ofUser()
                .map(terminal -> terminal.readPassword("Password of the database's user: "))
                .map(String::new)
                .orElseThrow(() -> new UsageException(directory + " holds no password: set the variable "
                        + PASSWORD_VARIABLE + " or give -D passwordFile=FILE"));
    }

    private static String shown(String value) {
        return value.isEmpty() ? "(none)" : value;
    }

    private ExitCode compare(ComparedRun before, @Nullable ResultDirectory results) {
        if (results == null) {
            return ExitCode.OK;
        }
        try {
            Match match = new Match(
                    "", List.of(before), List.of(CompareCommand.read(results)), Method.REPEATS, PairPlan.NONE);
            return output.show(context, StudyMatches.of(match), results.root(), false);
        } catch (ResultReadException e) {
            context.printError("The two runs are not compared: " + e.getMessage());
            return ExitCode.OK;
        }
    }
}
