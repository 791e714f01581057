package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.analysis.Comparison.Method;
import io.bmsql.config.ConfigException;
import io.bmsql.config.ConfigPurpose;
import io.bmsql.config.LoadedConfig;
import io.bmsql.common.ProgramContext;
import io.bmsql.result.DatedPath;
import io.bmsql.analysis.Verdict;
import io.bmsql.run.RunSession;
import io.bmsql.run.TimedRun;
import io.bmsql.common.SecretText;
import io.bmsql.common.UsageException;
import io.bmsql.analysis.RatioInterval;
import io.bmsql.study.PairStudy;
import io.bmsql.study.PairStudy.Side;
import io.bmsql.study.RunExecutor;
import io.bmsql.study.StudyCheck;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Database;
import io.bmsql.study.StudyFile.Kind;
import io.bmsql.study.StudyFile.Plan;
import io.bmsql.study.StudyFile.Run;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.StudyRun;
import io.bmsql.study.SweepPlan;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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
            "Each run takes one minute after a quarter of a minute of ramp-up, unless the props file or -D says otherwise."
                    + " Ctrl-C compares the pairs that are done."
        },
        footer = {
            "  bmsql ab a.props b.props",
            "  bmsql ab a.props b.props --until 3%% --rounds 30 -D terminals=50",
            "  bmsql ab a.props b.props --between reset --fail-if-worse 3%%"
        })
final class AbCommand extends CommandTree.Base implements RunExecutor.Runs, PairStudy.Listener {
    private static final Path CHECKED = Path.of("checked");
    private static final String PATTERN = "ab_%tY-%tm-%td_%tH%tM%tS";

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
            defaultValue = BetweenRuns.NOTHING,
            description =
                    BetweenRuns.DESCRIPTION + " A command finds base or new in BMSQL_SIDE. Default: ${DEFAULT-VALUE}.")
    private String between = BetweenRuns.NOTHING;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "For the runs and the comparison. A study that is there already is gone on with. Default: ab_<time>.")
    private @Nullable Path out;

    @Mixin
    private final PropsCommand.Overrides overrides = new PropsCommand.Overrides();

    @Mixin
    private final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Mixin
    private final ComparisonOutput output = new ComparisonOutput();

    private final Set<String> warnings = new HashSet<>();
    private final Map<Run, StudyRun> readRuns = new HashMap<>();
    private Path directory = Path.of("");

    @Override
    public Integer call() throws Exception {
        if (rounds < 6) {
            throw new UsageException("--rounds=" + rounds + ": fewer than 6 pairs tell nothing");
        }
        ProgramContext program = program();
        // Both files and both databases are checked before the first run.
        StudyCheck check = new StudyCheck(
                program,
                (setting, purpose) -> load(props(Side.of(setting)), CHECKED, purpose),
                between.equals(BetweenRuns.REBUILD),
                between.equals(BetweenRuns.RESET));
        Map<Setting, LoadedConfig> sides = check.settings(Stream.of(Side.values())
                .map(side -> new Setting(side.label(), Map.of()))
                .toList());
        StudyFile asked = study(List.copyOf(sides.values())).loaded(check.databases(sides));
        directory = program.resolve(
                out != null ? out : DatedPath.at(PATTERN, program.clock().now()));
        try (StudyJournal journal = StudyJournal.isIn(directory)
                ? StudyJournal.goOn(directory, asked)
                : StudyJournal.begin(directory, asked)) {
            return run(journal).status();
        }
    }

    /** What is asked for, with what the files say. */
    private StudyFile study(List<LoadedConfig> loaded) {
        List<Database> sides = List.of(
                SweepPlan.database(Side.BASE.label(), program().resolve(base), loaded.get(0)),
                SweepPlan.database(Side.NEW.label(), program().resolve(fresh), loaded.get(1)));
        Plan plan = new Plan(
                sides,
                List.of(),
                1,
                "pairs",
                SecretText.hideIn(between),
                0,
                SweepPlan.withoutSecrets(overrides.settings),
                "");
        return new StudyFile(Kind.AB, program().clock().epochMillis(), ProgramContext.version(), plan, List.of());
    }

    private ProgramContext program() {
        return context.program();
    }

    private ExitCode run(StudyJournal journal) throws Exception {
        PairStudy study =
                new PairStudy(new PairStudy.Rules(rounds, untilPercent / 100), journal, program(), this, this);
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
        } catch (Exception e) {
            journal.takeBackUnused();
            throw e;
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
        print("Report of the study: " + StudyReport.write(directory, output.language()));
        return signal[0] != null ? signal[0] : result.end() == PairStudy.End.UNSOUND ? ExitCode.RUN_INVALID : code;
    }

    @Override
    public void prepare(Run run) throws Exception {
        Side side = Side.of(run.setting());
        new BetweenRuns(this, between, progress.mode)
                .prepare(name(run), props(side), overrides.settings, Map.of("BMSQL_SIDE", side.label()));
    }

    private static String name(Run run) {
        return "Run " + run.number() + ": " + (Side.of(run.setting()) == Side.BASE ? "A" : "B");
    }

    private Path props(Side side) {
        return side == Side.BASE ? base : fresh;
    }

    @Override
    public TimedRun session(Run run, Path directory) throws Exception {
        Path props = props(Side.of(run.setting()));
        LoadedConfig loaded = load(props, directory, ConfigPurpose.RUN);
        RunSession.Request request = new RunSession.Request(loaded, props, run.number(), commandLine());
        return RunConsole.timedRun(
                context, request, new StudyRunConsole(context, loaded, progress.mode, () -> name(run), warnings));
    }

    private LoadedConfig load(Path props, Path directory, ConfigPurpose purpose) throws ConfigException {
        LoadedConfig file = read(props, Map.of(), ConfigPurpose.SQL);
        Map<String, String> all = new LinkedHashMap<>(SweepPlan.lengths(file, overrides.settings.keySet()));
        all.putAll(overrides.settings);
        all.put("resultDirectory", directory.toString());
        return read(props, all, purpose);
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
        StudyReport.renewPage(context, directory, readRuns);
    }

    @Override
    public void lost(Path run, Verdict verdict) {
        print(run + " is \"" + verdict.words() + "\": the pair is made again");
    }

    private void print(String line) {
        context.complain(line);
    }
}
