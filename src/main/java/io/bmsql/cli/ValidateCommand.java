package io.bmsql.cli;

import io.bmsql.benchmark.Benchmark;
import io.bmsql.collector.CollectorScripts;
import io.bmsql.common.ProgramContext;
import io.bmsql.common.UsageException;
import io.bmsql.config.BenchmarkConfig;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.ConnectionConfig;
import io.bmsql.config.EffectiveSetting;
import io.bmsql.config.LoadedConfig;
import io.bmsql.config.Problem;
import io.bmsql.config.PropertyKey;
import io.bmsql.db.CannotConnectException.DriverMissing;
import io.bmsql.db.Database;
import io.bmsql.db.DriverFolders;
import io.bmsql.dialect.Dialect;
import io.bmsql.report.Words;
import io.bmsql.result.ResultDirectory;
import io.bmsql.run.EventRunner;
import io.bmsql.run.ResolvedSettings;
import io.bmsql.script.ScriptStatements.Tried;
import io.bmsql.script.ScriptStatements.Tried.Outcome;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql validate}: every effective setting with its origin, and all problems at once. */
@Command(name = "validate")
final class ValidateCommand extends PropsCommand {
    /** A longer value pushes its origin to the right; most columns stay aligned. */
    private static final int MAX_VALUE_WIDTH = 56;

    @Option(names = "--server")
    private boolean isTriedOnServer;

    @Mixin
    private final PgbenchOptions pgbench = new PgbenchOptions();

    @Override
    public Integer call() throws Exception {
        pgbench.override(this);
        LoadedConfig read = load(ConfigPurpose.VALIDATE);
        Dialect dialect = usable(context, read);
        CollectorScripts collectors = CollectorScripts.of(context.program());
        collectors.require(read.config().result().collector());
        Benchmark benchmark = Benchmark.of(context.program(), read.config(), dialect, Map.of());
        Words words = context.words(read.config().result());
        LoadedConfig loaded = ResolvedSettings.filledIn(read, dialect);
        int warnings = loaded.warnings().size() + driverWarnings(context, lang(), loaded.config(), dialect);
        List<String> devices =
                CollectorScripts.deviceWarnings(loaded.config().result().collector());
        devices.forEach(warning -> context.warn(lang(), warning));
        PrintStream out = context.console().out();
        String row = "%-" + width(loaded, EffectiveSetting::key) + "s = %-"
                + Math.min(MAX_VALUE_WIDTH, width(loaded, EffectiveSetting::value)) + "s  # %s%n";
        for (EffectiveSetting setting : loaded.settings()) {
            out.printf(row, setting.key(), Problem.shortened(setting.value()), words.origin(setting.origin()));
        }
        out.println();
        RunLog.plan(loaded).forEach(out::println);
        collectors.remark(loaded.config().result().collector()).ifPresent(out::println);
        benchmark.lines().forEach(out::println);
        if (isTriedOnServer && !tryOnServer(words, loaded, dialect, benchmark)) {
            return ExitCode.USAGE.status();
        }
        int all = warnings + devices.size();
        out.println(words.text(
                "validate.usable",
                props,
                String.join(" -> ", dialect.chain()),
                words.counted("doctor.count.warnings", all, all)));
        return ExitCode.OK.status();
    }

    private boolean tryOnServer(Words words, LoadedConfig loaded, Dialect dialect, Benchmark benchmark)
            throws Exception {
        List<Tried> all;
        try (Database database =
                Database.open(context.program(), loaded.config().connection(), dialect, 2)) {
            all = benchmark.trial(database);
        }
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        for (Tried tried : all) {
            counts.merge(tried.outcome(), 1, Integer::sum);
            if (tried.outcome() != Outcome.PASSED) {
                context.print(words.of("validate", tried.outcome(), tried.statement(), tried.problem()));
            }
        }
        int failed = counts.getOrDefault(Outcome.FAILED, 0);
        int noted = counts.getOrDefault(Outcome.REFUSED_BESIDE, 0);
        int left = counts.getOrDefault(Outcome.NOT_TRIED, 0);
        String sent = words.counted("validate.statements", all.size() - left, all.size() - left);
        context.print(words.text("validate.tried", sent, failed)
                + (noted == 0 ? "" : words.text("validate.noted", noted))
                + (left == 0 ? "" : words.text("validate.left", left)));
        return failed == 0;
    }

    /** The dialect of settings that its folders can do, and of which nothing else would stop a run before it connects. */
    static Dialect usable(CommandContext context, LoadedConfig loaded) throws UsageException {
        ProgramContext program = context.program();
        BenchmarkConfig config = loaded.config();
        Dialect dialect = Dialect.of(program, config);
        dialect.requireLayout();
        ResolvedSettings.requireForm(config.run(), dialect);
        EventRunner.require(program, config);
        String results = config.result().directoryPattern();
        if (results != null) {
            ResultDirectory.dated(results, program.clock().now());
        }
        String key = config.agents().key();
        if (key != null) {
            AgentCommand.key(program, Path.of(key)).context();
        }
        return dialect;
    }

    /** A driver that is not on this machine may be on the one of the run; a URL that is not its own is a mistake anywhere. */
    static int driverWarnings(CommandContext context, String lang, BenchmarkConfig config, Dialect dialect)
            throws UsageException {
        ConnectionConfig connection = config.connection();
        DriverFolders drivers = DriverFolders.of(context.program());
        try {
            drivers.driver(connection, dialect);
            for (String copy : config.replicas().urls()) {
                drivers.driver(PropertyKey.REPLICAS, connection.at(copy), dialect);
            }
            if (!config.analytics().url().isEmpty()) {
                String copy = config.analytics().url();
                drivers.driver(PropertyKey.ANALYTIC_CONN, connection.at(copy), dialect);
            }
            return 0;
        } catch (DriverMissing e) {
            context.warn(lang, String.valueOf(e.getMessage()));
            return 1;
        }
    }

    private static int width(LoadedConfig loaded, Function<EffectiveSetting, String> part) {
        return loaded.settings().stream()
                .mapToInt(setting -> part.apply(setting).length())
                .max()
                .orElse(1);
    }
}
