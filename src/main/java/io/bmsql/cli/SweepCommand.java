package io.bmsql.cli;

import io.bmsql.common.NumberText;
import io.bmsql.cli.console.Numbers;
import io.bmsql.config.LoadedConfig;
import io.bmsql.result.DatedPath;
import io.bmsql.study.PeakStudy;
import io.bmsql.study.StudyCheck;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyFile.Setting;
import io.bmsql.study.StudyJournal;
import io.bmsql.study.Sweep;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bmsql sweep}: runs at many points, or the search for the highest point that holds. */
@Command(
        name = "sweep",
        description = {
            "Runs at each point of a grid of settings, several times, in an order in which drift does not look like an effect."
                    + " Several props files are several databases side by side.",
            "Each run takes one minute after a quarter of a minute of ramp-up, unless the props file or -D says otherwise."
                    + " Killed or stopped, the same command, or --resume, goes on where it was.",
            "--find-peak looks for the highest arrivalRate, or another number, at which the thresholds of the settings hold."
        },
        footer = {
            "  bmsql sweep props.pg --terminals 20,50,100",
            "  bmsql sweep pg.props maria.props --terminals 20,50 --vary batchStatements=false,true --repeats 5",
            "  bmsql sweep props.pg --terminals 20,50,100 --between reset --out study --dry-run",
            "  bmsql sweep --resume study",
            "  bmsql sweep props.pg --find-peak -D 'thresholds=newOrder.p90<100ms, errors<0.1%%'"
        })
final class SweepCommand extends CommandTree.Base {
    private static final String PATTERN = "study_%tY-%tm-%td_%tH%tM%tS";

    @Mixin
    private final SweepOptions options = new SweepOptions();

    @Mixin
    private final PropsCommand.Progress progress = new PropsCommand.Progress();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "The directory of the study; one that is there already is gone on with. Default: study_<time>.")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Go on with this study; the props files and all options come from it, but secrets of -D.")
    private @Nullable Path resume;

    @Option(names = "--dry-run", description = "Show all runs and how long they take, and start nothing.")
    private boolean dryRun;

    @Override
    public Integer call() throws Exception {
        if (options.props.isEmpty() == (resume == null) || resume != null && out != null) {
            throw wrongUsage("Give props files, before --find-peak, or --resume with the directory of a study.");
        }
        if (resume != null && options.saysWhatIsVaried()) {
            throw wrongUsage("--resume takes what is varied or searched from the study: leave it out.");
        }
        Path directory = context.program().resolve(directory());
        boolean goesOn = StudyJournal.isIn(directory);
        if (!goesOn && resume == null) {
            StudyJournal.requireNew(directory);
        }
        try (StudyJournal old = goesOn || resume != null ? StudyJournal.goOn(directory) : null) {
            SweepRequest request = new SweepRequest(this, options, old == null ? null : old.study());
            StudyCheck check = request.check();
            Map<Setting, LoadedConfig> settings = request.settings(check);
            StudyFile asked = request.study(settings);
            double seconds = request.plannedSeconds(asked);
            StudyCheck.requireEnd(seconds);
            if (old != null) {
                old.requireSame(asked);
            }
            if (dryRun) {
                show(old == null ? asked : old.study(), seconds);
                return ExitCode.OK.status();
            }
            asked = asked.loaded(check.databases(settings));
            if (old != null) {
                old.requireSame(asked);
                old.planAgain();
                return run(old, request);
            }
            try (StudyJournal fresh = StudyJournal.begin(directory, asked)) {
                return run(fresh, request);
            }
        }
    }

    private Path directory() {
        if (resume != null) {
            return resume;
        }
        return out != null ? out : DatedPath.at(PATTERN, context.clock().now());
    }

    private void show(StudyFile study, double seconds) {
        for (StudyFile.Run run : study.runs()) {
            context.printf(
                    "%4d  repeat %d  %s%s",
                    run.number(),
                    run.block(),
                    run.setting(),
                    run.state() == StudyFile.State.PLANNED
                            ? ""
                            : "  " + run.state().name().toLowerCase(Locale.ROOT));
        }
        if (study.search() == null) {
            context.printf(
                    "%s, %s in all, without what is done between them; nothing was started",
                    NumberText.counted(study.runs().size(), "run"), Numbers.clock(seconds));
        } else {
            context.printf(
                    "A search from %s=%d, at most %s, without what is done between its runs; nothing was started",
                    study.search().key(), study.search().from(), Numbers.clock(seconds));
        }
    }

    private int run(StudyJournal journal, SweepRequest request) throws Exception {
        PeakStudy peak = journal.study().search() == null ? null : new PeakStudy(journal);
        SweepConsole console = new SweepConsole(context, journal, request, commandLine(), progress.mode, peak);
        Sweep sweep =
                new Sweep(journal, context.program(), peak == null ? Sweep.planned(journal) : peak, console, console);
        console.begin();
        ExitCode[] signal = new ExitCode[1];
        try (Signals signals = Signals.listen(
                code -> {
                    signal[0] = code;
                    context.complain("Stopping: the run under way is cut short. Once more stops at once.");
                    sweep.stop(Signals.by(code));
                },
                () -> {})) {
            return console.end(sweep.run(), signal[0]).status();
        }
    }
}
