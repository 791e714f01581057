package io.bmsql.cli;

import io.bmsql.chart.NumberText;
import io.bmsql.compare.Comparison.Method;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.db.ProgramContext;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.Verdict;
import io.bmsql.run.RunListener;
import io.bmsql.run.RunSession;
import io.bmsql.spec.RefusedException;
import io.bmsql.statistics.RatioInterval;
import io.bmsql.study.PairStudy;
import io.bmsql.study.PairStudy.Side;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bmsql ab}: two settings in turn, until their ratio is known. */
@Command(
        name = "ab",
        description = {
            "Runs two settings in turn, A B, B A, A B, ..., until the 95%% interval of B against A is narrow enough, and compares"
                    + " them. What drifts, such as the speed of the machine, cancels out.",
            "Each run takes one minute after a quarter of a minute of ramp-up, unless -D runMins and -D rampupMins say"
                    + " otherwise. Ctrl-C compares the pairs that are done."
        },
        footer = {
            "  bmsql ab a.props b.props",
            "  bmsql ab a.props b.props --until 3%% --rounds 30 -D terminals=50",
            "  bmsql ab a.props b.props --between reset --fail-if-worse 3%%"
        })
final class AbCommand extends CommandTree.Base implements PairStudy.Maker, PairStudy.Listener {
    private static final String PATTERN = "ab_%tY-%tm-%td_%tH%tM%tS";
    private static final Map<String, String> SHORT_RUNS = Map.of("runMins", "1", "rampupMins", "0.25");

    @Parameters(index = "0", paramLabel = "A.props", description = "The base.")
    private Path base = Path.of("");

    @Parameters(index = "1", paramLabel = "B.props", description = "What is compared with it.")
    private Path fresh = Path.of("");

    @Option(
            names = "--until",
            paramLabel = "PERCENT",
            defaultValue = "2%",
            converter = ComparisonOutput.Percent.class,
            description = "End when the interval of the ratio of tpmC is narrower. Default: ${DEFAULT-VALUE}.")
    private double untilPercent = 2;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "20",
            description = "End after so many pairs, at least 6. Default: ${DEFAULT-VALUE}.")
    private int rounds = 20;

    @Option(
            names = "--between",
            paramLabel = "WHAT",
            defaultValue = Between.NOTHING,
            description =
                    Between.DESCRIPTION + " A command finds base or new in BMSQL_SIDE. Default: ${DEFAULT-VALUE}.")
    private String between = Between.NOTHING;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "A directory that is not there yet, for the runs and the comparison. Default: ab_<time>.")
    private @Nullable Path out;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            mapFallbackValue = "true",
            description = "Use this setting on both sides instead of the files'; may be given several times.")
    private final Map<String, String> settings = new LinkedHashMap<>();

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    @Override
    public Integer call() throws Exception {
        if (rounds < 6) {
            throw new RefusedException("--rounds=" + rounds + ": fewer than 6 pairs tell nothing");
        }
        ProgramContext program = context.program();
        // Both files are checked before the first run.
        load(base, Path.of("checked"));
        load(fresh, Path.of("checked"));
        ZonedDateTime now = Instant.ofEpochMilli(program.clock().epochMillis()).atZone(ZoneId.systemDefault());
        Path directory = program.resolve(out != null ? out : ResultDirectory.named(PATTERN, now));
        if (Files.exists(directory) || directory.toString().contains("%t")) {
            throw new RefusedException(
                    directory + (Files.exists(directory) ? " exists already" : " looks like a date pattern")
                            + ": give --out another name");
        }
        PairStudy study = new PairStudy(new PairStudy.Rules(rounds, untilPercent / 100), directory, this, this);
        print("Pairs of runs in " + directory + ": A is " + base + ", B is " + fresh);
        ExitCode[] signal = new ExitCode[1];
        PairStudy.Result result;
        try (Signals signals = Signals.listen(
                code -> {
                    signal[0] = code;
                    context.complain("Stopping: the pairs that are done are compared. Once more stops at once.");
                    study.stop(Signals.by(code));
                },
                () -> {})) {
            result = study.run();
        }
        print(
                switch (result.end()) {
                    case NARROW -> "The interval is narrower than " + NumberText.trimmed(untilPercent, 2) + "%.";
                    case ROUNDS ->
                        "All " + rounds + " pairs are done; the interval is not narrower than "
                                + NumberText.trimmed(untilPercent, 2) + "%.";
                    case STOPPED -> "Stopped" + Signals.by(signal[0]) + ".";
                    case UNSOUND -> "Too many runs had no sound figures.";
                });
        ExitCode code = result.base().isEmpty()
                ? ExitCode.RUN_INVALID
                : output.show(context, result.base(), result.fresh(), Method.SEQUENCE, directory, false);
        return (signal[0] != null ? signal[0] : result.end() == PairStudy.End.UNSOUND ? ExitCode.RUN_INVALID : code)
                .status();
    }

    @Override
    public RunSession session(Side side, int number, Path directory) throws Exception {
        Path props = side == Side.BASE ? base : fresh;
        new Between(this, between)
                .prepare(props, settings, Map.of("BMSQL_SIDE", side.name().toLowerCase(Locale.ROOT)));
        RunSession.Request request = new RunSession.Request(load(props, directory), props, number, commandLine());
        return new RunSession(context.program(), request, new RunListener() {
            @Override
            public void warn(String line) {
                context.complain("Warning: " + line);
            }
        });
    }

    private LoadedConfig load(Path props, Path directory) throws ConfigException {
        Map<String, String> all = new LinkedHashMap<>(SHORT_RUNS);
        all.putAll(settings);
        all.put("resultDirectory", directory.toString());
        return read(props, all, ConfigPurpose.RUN);
    }

    @Override
    public void begins(Side side, int number) {
        print("Run " + number + ": " + (side == Side.BASE ? "A" : "B"));
    }

    @Override
    public void pair(int number, double baseTpmC, double newTpmC, RatioInterval soFar) {
        String interval = Double.isNaN(soFar.low())
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; so far %+.1f%%, 95%% interval %+.1f%% to %+.1f%%",
                        (soFar.ratio() - 1) * 100,
                        (soFar.low() - 1) * 100,
                        (soFar.high() - 1) * 100);
        print(String.format(
                Locale.ROOT,
                "Pair %d of at most %d: tpmC A %,.0f, B %,.0f, B/A %.3f%s",
                number,
                rounds,
                baseTpmC,
                newTpmC,
                newTpmC / baseTpmC,
                interval));
    }

    @Override
    public void lost(Path run, Verdict verdict) {
        print(run + " is \"" + verdict.words() + "\": the pair is made again");
    }

    private void print(String line) {
        context.complain(line);
    }
}
